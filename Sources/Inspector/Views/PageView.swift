import Events
import Terminal
import Workbench

/// The page that was loaded last: what it needs, on what each part came, who was asked and why nobody was: `:page`.
enum PageView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let sheet = state.loadedPage else {
            var content = PaneContent(title: "page")
            let words = state.loadingPage.map { "\($0) is being loaded: its requests are in the list" }
            content.body = [Line(words ?? "L  loads a page and everything that it needs", .dim)]
            return content
        }
        var content = PaneContent(title: "page: \(sheet.address)", right: size.columns < 80 ? "" : sheet.totals)
        let longest = sheet.resources.map { $0.challengeWords.count }.max() ?? 0
        let columns = Columns(size.columns, longest: longest)
        content.header = [columns.line(["NO.", "FOR", "ON", "CHALLENGES", "ADDRESS"], .header)]
        content.body = sheet.resources.flatMap { lines($0, sheet, columns, size, wraps: state.wraps) }
        content.cursorColumn = 1
        if !sheet.findings.isEmpty {
            let findings = sheet.findings.flatMap { Line($0, .warn).wrapped(columns: size.columns) }
            content.foot = [.rule("found", "L  loads a page")] + findings
        }
        return content
    }

    private static func lines(
        _ resource: PageResource,
        _ sheet: PageSheet,
        _ columns: Columns,
        _ size: TerminalSize,
        wraps: Bool
    ) -> [Line] {
        let words = [
            resource.number.map(String.init) ?? "-", resource.kind.rawValue, resource.wayWord,
            resource.challengeWords, resource.addressWords,
        ]
        let role: Role = resource.code == nil ? resource.isMixed ? .warn : .text : .error
        var line = columns.line(words, role)
        line.target = resource.number.map { .request(RequestKey(recording: sheet.recording, number: $0)) } ?? .remark
        guard let detail = resource.detail, !detail.isEmpty else { return [line] }
        var second = Line()
        second.put(detail, at: columns.places[1], role: .dim)
        return [line] + (wraps ? second.wrapped(columns: size.columns) : [second])
    }

    private struct Columns {
        let places: [Int]

        /// - Parameter longest: the longest list of challenges, which is cut before addresses are.
        init(_ width: Int, longest: Int) {
            let challenges = min(max(longest, 10), max(10, (width - 28) / 2))
            // On a narrow screen the challenges are those of the timeline behind `enter`.
            places = width < Layout.narrow ? [3, 7, 15, width, 25] : [3, 7, 15, 25, 25 + challenges + 2]
        }

        func line(_ words: [String], _ role: Role) -> Line {
            var line = Line()
            line.role = role == .header ? .header : .text
            for (index, word) in words.enumerated() {
                let next = places[(index + 1)...].first { $0 > places[index] } ?? .max
                line.put(
                    word,
                    at: places[index],
                    width: next == .max ? nil : max(0, next - places[index] - 1),
                    role: index == words.count - 1 || role == .header ? role : .text
                )
            }
            return line
        }
    }
}
