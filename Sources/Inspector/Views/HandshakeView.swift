import Events
import Terminal
import Trust

/// View 7: the messages of the selected request's handshake as they went over the wire, the challenges where they were
/// raised.
enum HandshakeView: PaneView {
    static func content(_ state: State, _ size: TerminalSize) -> PaneContent {
        guard let exchange = state.exchange else {
            var content = PaneContent(title: "7 handshake")
            content.body = [Line("No request is selected.", .dim)]
            return content
        }
        let steps = steps(of: exchange)
        var content = PaneContent(title: title(exchange, steps))
        let messages = steps.filter { if case .message = $0.kind { true } else { false } }.count
        content.right = messages == 0 ? "no handshake" : Words.count(messages, "message")
        if state.overview.keyLog != nil { content.right += "  key log ON" }
        if state.showsTextbook {
            content.header = [Line("AS ARTICLES TELL IT, AND WHAT IS SO HERE", .header)]
            content.body = textbook(exchange, state, size)
            content.cursorColumn = 1
            return content
        }
        let columns = Columns(size.columns)
        content.header = [columns.header]
        content.body = steps.flatMap { lines($0, columns) }
        if messages == 0 { content.body.insert(Line(silence(exchange), .dim, target: .remark), at: 0) }
        // What does not fit is to be had with enter; what the message is comes first.
        let foot = foot(state, content, messages).flatMap { $0.wrapped(columns: size.columns) }
        content.foot = Array(foot.prefix(max(4, size.rows / 3)))
        return content
    }

    // MARK: What happened

    private struct Step {
        enum Kind {
            case message(HandshakeMessageFacts, number: Int)
            case alert(AlertFacts)
            case remark(String, Role)
        }

        var kind: Kind
        var elapsed: Int64?
        var challenge: Int?
    }

    private static func steps(of exchange: Exchange) -> [Step] {
        var steps: [Step] = []
        var number = 0
        func add(_ kind: Step.Kind, _ event: Event) {
            steps.append(Step(kind: kind, elapsed: event.elapsed, challenge: event.challenge))
        }
        for event in exchange.events {
            switch event.kind {
            case .handshakeMessage(let facts):
                number += 1
                add(.message(facts, number: number), event)
            case .alert(let facts): add(.alert(facts), event)
            case .challengeReceived(let facts): add(.remark("CHALLENGE  \(facts.method.words)", .key), event)
            case .challengeEvaluated(let facts):
                if let evaluation = facts.decision.evaluation {
                    let tally = CheckTally(evaluation)
                    add(.remark(tally.text, tally.faults.isEmpty ? .accept : .warn), event)
                }
            case .challengeHeld: add(.remark("HELD: the handshake waits, the connection stays open", .held), event)
            case .challengeAnswered(let facts):
                let word = facts.answer.disposition.word
                let identity = facts.effect.identity.map { " (\($0.file))" } ?? ""
                add(
                    .remark("ANSWER  \(word)\(identity) by \(facts.by)", facts.effect.proceeds ? .accept : .refuse),
                    event
                )
            case .secured(let connection):
                add(.remark("secured: TLS \(connection.version)  \(connection.cipherSuite)", .dim), event)
            default: break
            }
        }
        return steps
    }

    private static func title(_ exchange: Exchange, _ steps: [Step]) -> String {
        let host = exchange.events.first?.host ?? ""
        let facts = messages(exchange)
        guard !facts.isEmpty else { return "7 handshake \(exchange.key.number)  \(host)" }
        let secured = exchange.events.compactMap { event -> String? in
            if case .secured(let connection) = event.kind { connection.version } else { nil }
        }
        let version = (secured.last ?? facts.last?.version).map { "  TLS \($0)" } ?? ""
        let isTwoWay = facts.contains { $0.name == "CertificateRequest" }
        return "7 handshake \(exchange.key.number)  \(host)\(version)  \(isTwoWay ? "two-way" : "one-way")"
    }

    /// Why there is none.
    private static func silence(_ exchange: Exchange) -> String {
        for event in exchange.events {
            if case .challengeNotRaised(let facts) = event.kind { return "No handshake: \(facts.sentence)." }
        }
        return "No handshake yet."
    }

    // MARK: Lines

    private struct Columns {
        let left: Int
        let right: Int
        let bytes: Int
        let isNarrow: Bool

        init(_ width: Int) {
            isNarrow = width < Layout.narrow
            left = 9
            right = max(20, width - 16)
            bytes = right + 2
        }

        var header: Line {
            var line = Line()
            line.role = .header
            line.put("ms", at: 3, role: .header)
            line.put("CLIENT", at: isNarrow ? left : left - 1, role: .header)
            if !isNarrow {
                line.put("SERVER", at: right - 5, role: .header)
                line.put("bytes", at: bytes + 2, role: .header)
            }
            return line
        }
    }

    private static func lines(_ step: Step, _ columns: Columns) -> [Line] {
        switch step.kind {
        case .message(let facts, let number):
            let hop = facts.isProxy == true ? "(proxy) " : ""
            let text = hop + (facts.detail.isEmpty ? facts.name : "\(facts.name)  \(facts.detail)")
            return arrow(text, facts.direction, facts.bytes, .text, .message(number), step, columns)
        case .alert(let facts):
            let level = facts.isFatal ? "fatal" : "warning"
            let text = "ALERT \(facts.number) \(facts.name)  (\(level))"
            return arrow(text, facts.direction, nil, facts.isFatal ? .error : .dim, .remark, step, columns)
        case .remark(let text, let role):
            var line = Line(target: step.challenge.map { .challenge($0) } ?? .remark)
            if !columns.isNarrow {
                line.put("|", at: columns.left - 1, width: 1, role: .rule)
                line.put(text, at: columns.left + 2, width: columns.right - columns.left - 3, role: role)
                line.put("|", at: columns.right, width: 1, role: .rule)
            } else {
                line.put(text, at: columns.left + 2, role: role)
            }
            return [line]
        }
    }

    /// A message between the two: its text on its sender's side, below it the way that it went.
    private static func arrow(
        _ text: String,
        _ direction: Direction,
        _ bytes: Int?,
        _ role: Role,
        _ target: Line.Target,
        _ step: Step,
        _ columns: Columns
    ) -> [Line] {
        let isSent = direction == .sent
        var line = Line(target: target)
        if let elapsed = step.elapsed { line.put(milliseconds(elapsed), at: 0, width: 7, role: .dim, right: true) }
        guard !columns.isNarrow else {
            line.put("\(isSent ? "->" : "<-") \(text)", at: columns.left, role: role)
            return [line]
        }
        line.put("|", at: columns.left - 1, width: 1, role: .rule)
        line.put(text, at: columns.left + 1, width: columns.right - columns.left - 2, role: role, right: !isSent)
        line.put("|", at: columns.right, width: 1, role: .rule)
        var way = Line()
        let width = columns.right - columns.left
        let dashes = String(repeating: "-", count: max(0, width - 1))
        way.put("|" + (isSent ? dashes + ">" : "<" + dashes) + "|", at: columns.left - 1, width: width + 2, role: .rule)
        if let bytes { way.put(String(bytes), at: columns.bytes, width: 7, role: .dim, right: true) }
        return [line, way]
    }

    /// `4.1`.
    private static func milliseconds(_ elapsed: Int64) -> String { "\(elapsed / 1000).\(elapsed / 100 % 10)" }

    private static func textbook(_ exchange: Exchange, _ state: State, _ size: TerminalSize) -> [Line] {
        var suite: String?
        for event in exchange.events {
            if case .secured(let connection) = event.kind { suite = connection.cipherSuite }
        }
        let steps = Textbook.steps(messages(exchange), version: negotiated(state), suite: suite)
        return steps.enumerated().flatMap { index, step in
            var line = Line(target: step.message.map { .message($0) } ?? .remark)
            line.put(String(index + 1), at: 3, width: 2, right: true)
            line.put(step.text, at: 6)
            var mark = Line()
            mark.put("= \(step.mark)", at: 8, role: step.message == nil ? .dim : .accept)
            return line.wrapped(columns: size.columns) + mark.wrapped(columns: size.columns)
        }
    }

    // MARK: The message under the cursor

    private static func foot(_ state: State, _ content: PaneContent, _ count: Int) -> [Line] {
        let cursor = state.scrolls[.handshake]?.cursor ?? 0
        let line = content.body.dropFirst(cursor).first { $0.target != nil }
        guard case .message(let number)? = line?.target, let facts = message(number, state) else {
            return [.rule("what it is"), Line("up and down choose a message", .dim), Line("")]
        }
        let words = HandshakeWords.explanation(
            facts.name,
            isSent: facts.direction == .sent,
            version: negotiated(state) ?? facts.version
        )
        var lines = words.filter { !$0.isEmpty }.map { Line($0) }
        let inside = facts.content.map { HandshakeFacts.facts($0) } ?? []
        for fact in inside.prefix(6) {
            var line = Line()
            line.put(fact.name, at: 3, width: 14, role: .dim)
            line.put(fact.value, at: 18)
            lines.append(line)
        }
        return [.rule("\(facts.name), message \(number) of \(count)", "enter: whole")] + lines + [Line("")]
    }

    /// The whole of the message under the cursor, for the pager.
    static func fullText(_ state: State, line: Line?) -> String? {
        guard case .message(let number)? = line?.target else { return nil }
        return message(number, state).map(HandshakeFacts.text)
    }

    private static func message(_ number: Int, _ state: State) -> HandshakeMessageFacts? {
        let all = state.exchange.map(messages) ?? []
        return all.indices.contains(number - 1) ? all[number - 1] : nil
    }

    private static func messages(_ exchange: Exchange) -> [HandshakeMessageFacts] {
        exchange.events.compactMap { event in
            if case .handshakeMessage(let facts) = event.kind { facts } else { nil }
        }
    }

    /// The version in force; a hello names another one than what was agreed.
    private static func negotiated(_ state: State) -> String? {
        (state.exchange?.events ?? []).reversed().lazy.compactMap { event -> String? in
            if case .secured(let connection) = event.kind { connection.version } else { nil }
        }.first
    }
}
