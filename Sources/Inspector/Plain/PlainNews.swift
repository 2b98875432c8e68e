import Events

/// What is new in the list of requests since it was last told, a line each.
struct PlainNews {
    private var told: [RequestKey: String] = [:]

    /// Lines for what began, went on or ended.
    mutating func lines(_ state: State) -> [String] {
        var lines: [String] = []
        for row in state.list.page.rows {
            let digest = row.digest
            let word = digest.isRunning ? (digest.held == nil ? "fired" : "HELD") : digest.resultColumn(now: state.now)
            let answers = digest.isRunning ? "" : digest.answerColumn
            let summary = "\(word) \(answers)"
            guard told[row.key] != summary else { continue }
            told[row.key] = summary
            let time = Words.clock(digest.ended ?? digest.started, secondsFromUTC: state.secondsFromUTC)
            let why = digest.isRunning ? "" : "  \(digest.whyColumn(now: state.now))"
            lines.append("\(time)  no. \(row.key.number)  \(digest.requestColumn)  \(summary.trimmed)\(why)")
        }
        return lines
    }
}
