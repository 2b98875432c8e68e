import Trust

/// Turns one request's events into lines; what a line says may rest on events behind it.
struct TimelineWriter {
    private let events: [Event]
    private let now: Int64
    private let digest: RequestDigest?
    private var written: [TimelineLine] = []
    private var messages = 0
    private var isSigned = false

    init(_ events: [Event], now: Int64) {
        self.events = events
        self.now = now
        digest = RequestDigest.fold(events)
    }

    mutating func lines() -> [TimelineLine] {
        for event in events { write(event) }
        if let digest, digest.isRunning, digest.held == nil, let last = events.last {
            var line = TimelineLine(digest.phase.rawValue, digest.whyColumn(now: now), last, role: .running)
            line.elapsed = now - digest.started
            line.challenge = nil
            written.append(line)
        }
        return written
    }

    private mutating func write(_ event: Event) {
        switch event.kind {
        case .requestStarted(let facts):
            add("request", beginning(facts), event)
            if let proxy = facts.proxy { add("proxy", proxy, event) }
            if let part = facts.part { add("page", part.kind + (part.page.map { " of no. \($0)" } ?? ""), event) }
        case .connectionStarted(let facts):
            if !isFollowed(event, by: { if case .connectionOpened = $0 { true } else { false } }) {
                add("connect", "\(facts.address):\(facts.port)", event)
            }
        case .connectionOpened(let facts):
            add("connect", "\(facts.address):\(facts.port)" + Self.hop(facts.isProxy), event)
        case .connectionReused(let facts): add("reused", facts.reason, event)
        case .sessionResumed(let facts): add("resumed", facts.reason, event)
        case .connectionClosed(let facts): add("closed", facts.reason, event)
        case .requestRedirected(let facts): add("redirect", "\(facts.status) to \(facts.location)", event)
        case .responseReceived(let facts):
            if digest?.isRunning == true { add("response", "\(facts.status)  HTTP/\(facts.httpVersion)", event) }
        case .uploadProgress, .dataProgress: break
        case .requestFinished(let facts), .requestFailed(let facts): written += OutcomeLines.lines(facts, event)
        case .handshakeMessage(let facts): message(facts, event)
        case .alert(let facts): alert(facts, event)
        case .secured(let facts): secured(facts, event)
        case .flowChosen(let facts): add("flow", "\(facts.flow)  \(facts.title)", event)
        case .flowStep(let facts):
            let role: TimelineLine.Role = facts.step.defect == nil ? .plain : .warn
            add("step \(facts.step.number)", facts.words, event, role: role)
        case .fileRead(let facts):
            add("file", "\(facts.name)  \(facts.outcome)", event, role: facts.problem == nil ? .plain : .warn)
        case .identityOpened(let facts): add("identity", "\(facts.file)  \(facts.subject)", event)
        case .identityRefused(let facts): add("identity", facts.sentence, event, role: .refuse)
        case .labClientSeen(let facts): add("lab saw", facts.text, event)
        // Of a request of our own the client's name is known, whatever it sent.
        case .labVerdict(let facts):
            add("lab saw", event.request == nil ? facts.text : facts.text(client: "countersign"), event)
        case .note(let facts): add("note", facts.sentence, event)
        case .sessionOpened, .sessionInvalidated, .policyChanged: add("session", event.kind.summary, event)
        case .challengeReceived, .challengeEvaluated, .challengeHeld, .challengeAnswered, .challengeNeverAnswered,
            .challengeAnsweredTwice, .challengeAnsweredLate, .challengeFiltered, .challengeNotRaised:
            let challenge = digest?.challenges.first { $0.number == event.challenge }
            let lines = ChallengeLines(challenge, isOne: (digest?.challenges.count ?? 0) < 2, now: now)
            written += lines.lines(event, isRunning: digest?.isRunning ?? false)
        }
    }

    private mutating func add(_ word: String, _ text: String, _ event: Event, role: TimelineLine.Role = .plain) {
        written.append(TimelineLine(word, text, event, role: role))
    }

    private func isFollowed(_ event: Event, by isWanted: (EventKind) -> Bool) -> Bool {
        events.contains { $0.time >= event.time && isWanted($0.kind) }
    }

    /// On what the request went: known from the events that follow.
    private func beginning(_ facts: RequestFacts) -> String {
        for event in events {
            switch event.kind {
            case .connectionReused(let facts): return "connection reused (\(facts.reason))"
            case .sessionResumed(let facts): return "new connection, session resumed (\(facts.reason))"
            case .connectionOpened(let facts):
                let resumed = events.contains { if case .sessionResumed = $0.kind { true } else { false } }
                if !resumed { return "new connection (\(facts.reason))" }
            default: continue
            }
        }
        return facts.line
    }

    private mutating func message(_ facts: HandshakeMessageFacts, _ event: Event) {
        messages += 1
        if facts.direction == .sent, facts.name == "CertificateVerify" { isSigned = true }
        guard facts.direction == .received, facts.name == "ServerHello" else { return }
        add("hello", hello(facts, on: event.connection) + Self.hop(facts.isProxy), event)
    }

    /// Which peer it was, where that is not the origin.
    private static func hop(_ isProxy: Bool?) -> String { isProxy == true ? "  (the proxy)" : "" }

    /// What was agreed on: complete once the handshake is done, else as far as a challenge knew it.
    private func hello(_ facts: HandshakeMessageFacts, on connection: Int?) -> String {
        var agreed: NegotiatedConnection?
        var chain = 0
        for event in events where event.connection == connection {
            switch event.kind {
            case .secured(let connection): agreed = connection
            case .challengeReceived(let challenge):
                if agreed == nil { agreed = challenge.question?.connection }
                if chain == 0 { chain = challenge.chain.count }
            default: continue
            }
        }
        guard let agreed else { return "TLS \(facts.version)" + (facts.detail.isEmpty ? "" : "  \(facts.detail)") }
        return agreed.text + (chain > 0 ? "  chain of \(chain)" : "")
    }

    private mutating func alert(_ facts: AlertFacts, _ event: Event) {
        let who = facts.direction == .sent ? "we say" : "the peer says"
        let text =
            "\(who) \(facts.number) \(facts.name)  \(facts.isFatal ? "fatal" : "warning"), \(facts.stage)"
            + Self.hop(facts.isProxy)
        add("alert", text, event, role: facts.isFatal ? .refuse : .plain)
    }

    private mutating func secured(_ facts: NegotiatedConnection, _ event: Event) {
        var parts = [facts.resumed ? "resumed session" : "full handshake"]
        if messages > 0 { parts.append("\(messages) messages") }
        if isSigned { parts.append("signed with our key") }
        add("secured", parts.joined(separator: ", "), event)
        // A second handshake on the same way (through a proxy, after a redirect) counts its own.
        messages = 0
        isSigned = false
    }
}

extension StepTaken {
    /// `read server.cer: missing`, the defect behind it.
    fileprivate var words: String {
        "\(step.text): \(result)" + (step.defect.map { "   \($0.uppercased()) !" } ?? "")
    }
}
