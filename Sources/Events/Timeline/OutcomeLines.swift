import Trust

/// How a request ended, who refused whom, and what the client's code sees.
enum OutcomeLines {
    static func lines(_ facts: OutcomeFacts, _ event: Event) -> [TimelineLine] {
        var lines = [isFinished(event) ? finished(facts, event) : failed(facts, event)]
        if let refusal = facts.refusal {
            lines.append(TimelineLine("refused", refusal.words, event, role: .refuse, isTimed: false))
        }
        let errors = errors(facts)
        if !errors.isEmpty { lines.append(TimelineLine("error", errors, event, isTimed: false)) }
        if let remedy = facts.remedy, !remedy.isEmpty {
            lines.append(TimelineLine("remedy", remedy, event, isTimed: false))
        }
        return lines
    }

    private static func isFinished(_ event: Event) -> Bool {
        if case .requestFinished = event.kind { true } else { false }
    }

    private static func finished(_ facts: OutcomeFacts, _ event: Event) -> TimelineLine {
        var parts = [facts.status.map(String.init) ?? "no status"]
        if let type = facts.contentType { parts.append(type) }
        parts.append("\(facts.bodyBytes) bytes")
        if let code = facts.code { parts.append("\(code): \(facts.reason)") }
        let isGood = facts.refusal == nil && facts.code == nil
        return TimelineLine("finished", parts.joined(separator: "  "), event, role: isGood ? .accept : .refuse)
    }

    private static func failed(_ facts: OutcomeFacts, _ event: Event) -> TimelineLine {
        let word = facts.refusal == .stopped ? "stopped" : "failed"
        let text = facts.code.map { "\($0): \(facts.reason)" } ?? facts.reason
        return TimelineLine(word, text, event, role: .refuse)
    }

    /// The error in each family of numbers that has one.
    private static func errors(_ facts: OutcomeFacts) -> String {
        var parts: [String] = []
        if let error = facts.clientError { parts.append("client \(error.text)") }
        parts += (facts.errorsElsewhere ?? []).map(\.text)
        if let code = facts.curlCode { parts.append("curl \(code)") }
        if let code = facts.x509Error, code != 0 { parts.append("X509 \(code)") }
        return parts.joined(separator: "   ")
    }
}

extension Refusal {
    /// Who refused whom, in plain words.
    public var words: String {
        switch self {
        case .weRefusedServer: "we refused the server"
        case .weCancelledIdentity: "we cancelled the challenge that asks who we are"
        case .serverRefusedIdentity: "the server refused our certificate, or that there was none, by an alert"
        case .serverRefusedByStatus: "the server refused our certificate, or that there was none, by its status"
        case .peerAlert: "the peer refused for another reason, by an alert"
        case .undecided: "nobody: the connection failed before trust was decided"
        case .stopped: "nobody: it was stopped"
        }
    }
}
