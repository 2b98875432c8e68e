import ChallengeLog
import Diagnosis
import Events
import Terminal
import Trust

/// View 2: what happened to the selected request, in order, its challenges with their checks.
enum TimelineView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let exchange = state.exchange, let row = row(state, exchange) else {
            var content = PaneContent(title: "timeline")
            content.body = [Line("No request is selected.", .dim)]
            return content
        }
        let isShort = size.columns < Layout.narrow
        let title =
            isShort
            ? "\(exchange.key.number)" : "timeline \(exchange.key.number)  \(row.digest.method) \(row.digest.url)"
        var content = PaneContent(title: title)
        let count = exchange.challenges.count
        if isShort {
            content.right = count == 0 ? "" : "\(min(state.challenge, count)) of \(count)"
        } else {
            content.right = count == 0 ? "no challenge" : Words.count(count, "challenge")
        }
        content.body = lines(exchange, state, columns: size.columns)
        return content
    }

    private static func row(_ state: State, _ exchange: Exchange) -> RequestRow? {
        if let row = state.list.row, row.key == exchange.key { return row }
        return exchange.digest.map { RequestRow(key: exchange.key, digest: $0) }
    }

    /// The lines of a request's timeline.
    static func lines(_ exchange: Exchange, _ state: State, columns: Int) -> [Line] {
        let isShort = columns < Layout.narrow
        let wordWidth = 13
        var lines: [Line] = []
        for entry in exchange.timeline(now: state.now) {
            var line = Line(target: target(entry))
            let role = role(entry.role)
            if isShort {
                line.put("\(entry.word) \(entry.text)", at: 1, role: role)
            } else {
                line.put(entry.elapsedText, at: 1, width: max(7, entry.elapsedText.count), role: .dim, right: true)
                line.put(entry.word, at: 11, width: wordWidth - 1, role: entry.role == .challenge ? .header : role)
                let room = columns - 11 - wordWidth
                line.put(text(of: entry, exchange, state, room: room), at: 11 + wordWidth, role: role)
            }
            lines += state.wraps ? line.wrapped(columns: columns) : [line]
            if entry.word == "checks", let number = entry.challenge, state.unfolded.contains(number) {
                lines += checks(exchange, number, at: 11 + wordWidth)
            }
        }
        return lines
    }

    /// The host stands in the rule above: it gives way where there is no room for what follows it.
    private static func text(of entry: TimelineLine, _ exchange: Exchange, _ state: State, room: Int) -> String {
        if entry.role == .held, let held = state.overview.held.first(where: { $0.key.request == exchange.key }) {
            let left = held.deadline.map { "\(Words.countdown($0 - state.now)) left, then \(held.safeAnswer.word)" }
            return "waiting for you, \(left ?? "clock stopped")"
        }
        guard entry.role == .challenge, TextWidth.columns(of: entry.text) > room,
            let facts = exchange.challenges.first(where: { $0.number == entry.challenge })?.facts
        else { return entry.text }
        return entry.text.replacing("\(Sanitizer.line(facts.host)):\(facts.port)  ", with: "")
    }

    private static func target(_ entry: TimelineLine) -> Line.Target {
        entry.challenge.map { .challenge($0) } ?? .remark
    }

    private static func role(_ role: TimelineLine.Role) -> Role {
        switch role {
        case .plain: .text
        case .challenge: .key
        case .accept: .accept
        case .refuse: .refuse
        case .warn: .warn
        case .held: .held
        case .running: .running
        }
    }

    /// The checks of a challenge, one a line.
    private static func checks(_ exchange: Exchange, _ number: Int, at column: Int) -> [Line] {
        let challenge = exchange.challenges.first { $0.number == number }
        guard let evaluation = challenge?.decision?.decision.evaluation else { return [] }
        return CheckLine.lines(of: evaluation).map { check in
            var line = Line(target: .challenge(number))
            line.put(check.word, at: column, width: 11)
            line.put(check.result.word, at: column + 12, width: 6, role: TrustDetail.role(of: check.result))
            line.put(check.detail, at: column + 20)
            return line
        }
    }
}
