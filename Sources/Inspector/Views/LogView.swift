import ChallengeLog
import Events
import Terminal

/// View 6: every event, one a line.
enum LogView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        let isWide = size.columns < state.size.columns
        let isFull = !isWide || state.isZoomed
        var content = PaneContent(
            title: isFull ? "6 log  \(state.overview.log.name)" : "log",
            right: right(state, isFull)
        )
        let page = state.log.page
        let skip = max(0, state.log.scroll.top - page.offset)
        content.body = page.rows.dropFirst(skip).prefix(max(1, size.rows)).flatMap { row in
            let line = line(row, state, isFull: isFull)
            return state.wraps ? line.wrapped(columns: size.columns) : [line]
        }
        if content.body.isEmpty {
            let isFiltered = !state.log.query.terms.isEmpty
            let none = "0 of \(page.total) match  \(state.log.filter)   esc clears the filter"
            content.body = [Line(isFiltered ? none : "Nothing has happened yet.", .dim)]
        }
        return content
    }

    private static func right(_ state: State, _ isFull: Bool) -> String {
        guard isFull else { return "6: full" }
        let log = state.overview.log
        if log.trouble != nil { return "\(log.kept) kept, \(log.dropped) dropped" }
        let page = state.log.page
        let filter = state.log.query.terms.isEmpty ? "" : "filter \(state.log.filter)   \(page.matching) of "
        let total = state.log.query.terms.isEmpty ? page.matching : page.total
        return filter + Words.count(total, "event") + (log.isReadOnly ? ", read only" : "")
    }

    private static func line(_ row: EventRow, _ state: State, isFull: Bool) -> Line {
        var line = Line(target: .event(row.requestKey))
        let start = isFull ? 2 : 1
        line.put(Words.clock(row.time, secondsFromUTC: state.secondsFromUTC), at: start, width: 8, role: .dim)
        line.put(row.request.map { "no. \($0)" } ?? area(row.kind), at: start + 10, width: 9, role: .key)
        line.put(row.summary, at: start + 20)
        return line
    }

    /// `policy` of `policy.changed`.
    private static func area(_ kind: String) -> String { String(kind.prefix { $0 != "." }) }
}
