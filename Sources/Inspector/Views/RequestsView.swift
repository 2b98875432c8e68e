import ChallengeLog
import Events
import Terminal
import Trust

/// View 1: one request a row, the changes of policy between them.
enum RequestsView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        var content = PaneContent()
        let columns = Columns(
            size.columns,
            answers: state.list.page.rows.map { $0.digest.answerColumn.count }.max() ?? 0
        )
        if size.columns >= Layout.narrow { content.header = [columns.header] }
        if let title = filterTitle(state) { content.header.insert(.rule(title.0, title.1), at: 0) }
        // No more than could be on screen: a key is not to wait for rows that nobody sees.
        content.body = lines(state, columns, limit: size.rows)
        if let origin = originOutOfView(state, rows: size.rows - content.header.count) {
            var line = line(origin, state, columns)
            line.role = .dim
            content.header.append(line)
        }
        if content.body.isEmpty { content.body = empty(state) }
        return content
    }

    /// The rows that all of the list would fill, as far as it is loaded.
    static func wantedRows(_ state: State) -> Int {
        let page = state.list.page
        let changes = page.rows.reduce(0) { $0 + min($1.changesBefore.count, mostChanges) }
        return 1 + page.matching + changes + min(page.changesAfter.count, mostChanges)
            + (filterTitle(state) == nil ? 0 : 1)
    }

    /// The first row on screen that shows the selected one in a body of so many lines, the changes between counted.
    static func top(_ list: RequestList, height: Int) -> Int {
        var top = min(list.scroll.top, list.scroll.cursor)
        while top < list.scroll.cursor, linesBetween(top, list) > height { top += 1 }
        return max(0, top)
    }

    /// Where the columns stand at a width.
    struct Columns {
        let width: Int
        let isShort: Bool
        var number = (1, 4)
        var answer = (7, 9)
        var result = (17, 7)
        var request = (25, 23)
        var tls: (Int, Int)? = (50, 3)
        var why = (55, 25)

        /// - Parameter answers: the columns that the longest answer takes.
        init(_ width: Int, answers: Int) {
            self.width = width
            isShort = width < Layout.narrow
            if isShort {
                // M7: the facts without their headers.
                number = (1, 2)
                answer = (4, min(max(7, answers), 9))
                result = (0, 0)
                let start = answer.0 + answer.1 + 1
                let rest = max(0, width - start)
                request = (start, min(13, rest * 14 / 28))
                tls = nil
                why = (start + request.1 + 1, max(0, width - start - 1 - request.1))
                return
            }
            // Two challenges always fit; room for more of them is taken from the request.
            let more = min(max(0, answers - answer.1), max(0, width - 70) / 2)
            answer.1 += more
            result.0 += more
            let fixed = (width < 70 ? 25 : 32) + more
            let rest = max(0, width - fixed)
            if width < 70 { tls = nil }
            request = (25 + more, rest * 23 / 48)
            if tls != nil { tls = (request.0 + request.1 + 2, 3) }
            let whyColumn = request.0 + request.1 + 2 + (tls == nil ? 0 : 5)
            why = (whyColumn, max(0, width - whyColumn))
        }

        var header: Line {
            var line = Line()
            line.role = .header
            line.put("ID", at: 3, role: .header)
            line.put("ANSWER", at: answer.0, role: .header)
            line.put("RESULT", at: result.0, role: .header)
            line.put("REQUEST", at: request.0, role: .header)
            if let tls { line.put("TLS", at: tls.0, role: .header) }
            line.put("WHY", at: why.0, role: .header)
            return line
        }
    }

    /// The row that the selected one repeats, when it is above what is in view: old and new stay in one picture.
    private static func originOutOfView(_ state: State, rows: Int) -> RequestRow? {
        let list = state.list
        guard rows > 4, let number = list.row?.digest.repeats, let origin = list.origins[number] else { return nil }
        guard let index = list.page.rows.firstIndex(where: { $0.key == origin.key }) else { return origin }
        return list.page.offset + index < list.scroll.top ? list.page.rows[index] : nil
    }

    private static let mostChanges = 3

    private static func lines(_ state: State, _ columns: Columns, limit: Int) -> [Line] {
        let list = state.list
        var lines: [Line] = []
        let showsChanges = list.query.terms.isEmpty && list.query.sort == .number && list.query.only == nil
        for position in list.scroll.top..<max(list.scroll.top, list.page.matching) {
            guard let row = list.row(at: position) else { break }
            if showsChanges { lines += changes(row.changesBefore, state) }
            let own = line(row, state, columns)
            lines += state.wraps ? own.wrapped(columns: columns.width) : [own]
            if lines.count > limit { return lines }
        }
        let reachesEnd = list.page.offset + list.page.rows.count >= list.page.matching
        if showsChanges, reachesEnd { lines += changes(list.page.changesAfter, state) }
        return lines
    }

    private static func linesBetween(_ top: Int, _ list: RequestList) -> Int {
        var count = 0
        for position in top...list.scroll.cursor {
            count += 1 + min(list.row(at: position)?.changesBefore.count ?? 0, mostChanges)
        }
        let isLast = list.scroll.cursor == list.page.matching - 1
        return count + (isLast ? min(list.page.changesAfter.count, mostChanges) : 0)
    }

    private static func changes(_ changes: [PolicyChangeRow], _ state: State) -> [Line] {
        var shown = changes.suffix(mostChanges).map { change in
            let time = Words.clock(change.time, secondsFromUTC: state.secondsFromUTC)
            return Line.rule("\(time)  \(change.change.text)  (\(change.change.by))", role: .changed)
        }
        if changes.count > mostChanges, !shown.isEmpty {
            shown[0] = .rule("\(changes.count - mostChanges + 1) changes before: 6 log has them", role: .changed)
        }
        return shown
    }

    private static func line(_ row: RequestRow, _ state: State, _ columns: Columns) -> Line {
        var line = Line(target: .request(row.key))
        if state.list.marks.contains(row.key) { line.mark = "*" }
        let number = String(row.key.number)
        let (column, width) = columns.number
        line.put(number, at: column, width: max(width, number.count), right: number.count <= width)
        let digest = row.digest
        if digest.isAssumed, !digest.challenges.isEmpty {
            line.put("~", at: columns.answer.0 - 1, width: 1, role: .warn)
        }
        line.put(digest.answerColumn, at: columns.answer.0, width: columns.answer.1, role: answerRole(digest))
        if columns.result.1 > 0 {
            let role = resultRole(digest)
            line.put(result(row, state), at: columns.result.0, width: columns.result.1, role: role)
        }
        line.put(columns.isShort ? digest.host : digest.requestColumn, at: columns.request.0, width: columns.request.1)
        if let tls = columns.tls { line.put(digest.tls ?? "", at: tls.0, width: tls.1) }
        if state.reevaluates, let other = state.whatIf.lines.first(where: { $0.key == row.key && $0.changes }) {
            let words = "now \(other.to)" + (other.why.isEmpty ? "" : ": \(other.why)")
            line.put(words, at: columns.why.0, width: state.wraps ? nil : columns.why.1, role: .changed)
            return line
        }
        let why = columns.isShort ? digest.shortWhy(now: state.now) : digest.whyColumn(now: state.now)
        line.put(
            why,
            at: columns.why.0,
            width: state.wraps ? nil : columns.why.1,
            role: digest.acceptedFaults.isEmpty ? .text : .warn
        )
        return line
    }

    private static func answerRole(_ digest: RequestDigest) -> Role {
        if digest.held != nil { return .held }
        if digest.isRunning { return .running }
        switch digest.challenges.last?.answer {
        case .cancelAuthenticationChallenge, .rejectProtectionSpace: return .refuse
        case .useCredential: return .accept
        default: return digest.challenges.isEmpty ? .dim : .text
        }
    }

    /// A held challenge's clock is asked itself: it may have been stopped since the record was made.
    private static func result(_ row: RequestRow, _ state: State) -> String {
        guard let held = state.overview.held.first(where: { $0.key.request == row.key }), row.digest.held != nil else {
            return row.digest.resultColumn(now: state.now)
        }
        return held.deadline.map { Words.countdown($0 - state.now) } ?? "stopped"
    }

    private static func resultRole(_ digest: RequestDigest) -> Role {
        if digest.held != nil { return .held }
        if digest.isRunning { return .running }
        return digest.hasFinished ? .text : .error
    }

    private static func filterTitle(_ state: State) -> (String, String)? {
        let query = state.list.query
        guard !query.terms.isEmpty || query.sort != .number || query.only != nil else { return nil }
        var parts: [String] = []
        if !query.terms.isEmpty { parts.append("filter \(state.list.filter)") }
        if query.only != nil { parts.append("marked only") }
        if query.sort != .number { parts.append("by \(query.sort.rawValue)") }
        return ("requests  " + parts.joined(separator: "  "), "\(state.list.page.matching) of \(state.list.page.total)")
    }

    private static func empty(_ state: State) -> [Line] {
        let page = state.list.page
        if page.total > 0, !state.list.query.terms.isEmpty {
            return [Line("0 of \(page.total) match  \(state.list.filter)   esc clears the filter")]
        }
        if state.isReadOnly { return [Line("No request in this log.")] }
        return [Line("No request yet.   i  your own server    8  the lab's scenarios")]
    }
}
