import Terminal
import Trust
import Workbench

/// The matrix turned: every combination of AFSecurityPolicy's switches in the rows, each presentation in a column of one
/// sign.
enum CombinationsView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let matrix = state.matrix
        var content = PaneContent(
            title: size.columns < Layout.narrow ? "5 combined" : "5 matrix   rows: combinations   columns: presented"
        )
        let waiting = matrix.wanted.count
        content.right = waiting == 0 ? "t: turn" : "\(waiting) still to compute"
        let places = Places(size.columns)
        content.header = [header(matrix, places)]
        content.body = rows(state).map { line($0, matrix, places) }
        if matrix.combinations.isEmpty { content.body.append(Line("the combinations are being made ...", .dim)) }
        content.cursorColumn = 1
        content.foot = foot(state).flatMap { $0.wrapped(columns: size.columns) }
        return content
    }

    /// The combination under the cursor; nil on the client in force.
    static func selected(in state: State) -> ClientChoice? {
        let cursor = state.scrolls[.matrix]?.cursor ?? 0
        return state.matrix.combinations.indices.contains(cursor - 1) ? state.matrix.combinations[cursor - 1] : nil
    }

    private struct Row {
        var name: String
        var sheet: String
    }

    private static func rows(_ state: State) -> [Row] {
        [Row(name: "now: \(state.clientName)", sheet: Matrix.now)]
            + state.matrix.combinations.map { Row(name: $0.title, sheet: $0.identifier) }
    }

    private struct Places {
        let cells: Int
        let width: Int
        /// The total, right of the signs; nil where there is no room.
        let total: Int?

        init(_ columns: Int) {
            let count = AttackMatrix.rows.count
            cells = columns < Layout.narrow ? 16 : 30
            width = max(1, columns - cells - 1)
            total = columns - cells - count - 2 >= 10 ? cells + count + 2 : nil
        }

        /// The first of the signs that are shown: the chosen one is among them.
        func first(_ chosen: Int) -> Int { max(0, chosen - width + 1) }
    }

    private static func header(_ matrix: Matrix, _ places: Places) -> Line {
        var line = Line()
        line.role = .header
        line.put("COMBINATION", at: 3, width: places.cells - 4, role: .header)
        let chosen = places.cells + matrix.presented - places.first(matrix.presented)
        line.put("v", at: chosen, width: 1, role: .key)
        if let total = places.total { line.put("THROUGH", at: total, role: .header) }
        return line
    }

    private static func line(_ row: Row, _ matrix: Matrix, _ places: Places) -> Line {
        var line = Line(target: .remark)
        line.put(row.name, at: 3, width: places.cells - 4)
        guard let sheet = matrix.sheets[row.sheet] else {
            line.put("..", at: places.cells, width: 2, role: .running)
            return line
        }
        let first = places.first(matrix.presented)
        for (offset, row) in AttackMatrix.rows.dropFirst(first).prefix(places.width).enumerated() {
            let (sign, role) = sign(row, sheet)
            line.put(sign, at: places.cells + offset, width: 1, role: role)
        }
        if let total = places.total { line.put("\(sheet.letThrough) of \(sheet.attacks.count)", at: total) }
        return line
    }

    /// A cell in one sign.
    private static func sign(_ row: AttackMatrix.Row, _ sheet: AuditSheet) -> (String, Role) {
        guard let outcome = MatrixView.outcome(row, in: sheet) else { return ("?", .dim) }
        switch outcome.result {
        case .through where row.isHonest: return outcome.letBy.isEmpty ? ("a", .accept) : ("!", .warn)
        case .stopped where row.isHonest: return ("r", .refuse)
        case .through: return ("T", .error)
        case .stopped: return (".", .accept)
        case .refusedByTransport: return ("A", .accept)
        case .notApplicable: return ("-", .dim)
        case .needsTraffic: return ("?", .dim)
        }
    }

    private static func foot(_ state: State) -> [Line] {
        let matrix = state.matrix
        let legend = [
            Line("honest: a ok  ! let by  r refuse   attack: T THROUGH  . stopped  A ATS  - no aim", .dim),
            Line("inv! allowInvalidCertificates ON   dom! validatesDomainName OFF", .dim),
        ]
        let index = min(max(0, matrix.presented), AttackMatrix.rows.count - 1)
        let row = AttackMatrix.rows[index]
        let cursor = state.scrolls[.matrix]?.cursor ?? 0
        let rows = rows(state)
        let chosen = rows[min(max(0, cursor), rows.count - 1)]
        var lines: [Line] = [
            .rule(
                "\(row.isHonest ? "honest server" : "attack"): \(row.title)",
                "\(index + 1) of \(AttackMatrix.rows.count)"
            )
        ]
        if let sheet = matrix.sheets[chosen.sheet], let outcome = MatrixView.outcome(row, in: sheet) {
            let (word, role) = MatrixView.cell(row, sheet)
            var line = Line()
            line.put(word, at: 3, width: 10, role: role)
            line.put("\(chosen.name): \(outcome.reason)", at: 14)
            lines.append(line)
        } else {
            lines.append(Line("not computed yet", .dim))
        }
        return lines + legend
    }
}
