import Diagnosis
import Trust

// What each kind of facts says of itself on one line. Foreign text in it is sanitised by whoever shows it.

extension PolicyChange {
    /// `identity client.p12 -> none`, sanitised.
    public var text: String { Sanitizer.line("\(name) \(from) -> \(to)") }
}

extension SessionFacts {
    /// What kind of session it is, or how it ended, behind a blank.
    var word: String { (ending ?? configuration).map { " (\($0))" } ?? "" }
}

extension RequestFacts {
    /// `GET https://good.lab.test/`, sanitised.
    public var line: String { Sanitizer.line("\(method) \(url)") }
}

extension ProgressFacts {
    var text: String { total.map { "\(bytes) of \($0) bytes" } ?? "\(bytes) bytes" }
}

extension OutcomeFacts {
    var text: String {
        let head = [status.map(String.init), code?.rawValue].compactMap { $0 }.joined(separator: " ")
        guard !reason.isEmpty else { return head }
        return head.isEmpty ? reason : "\(head): \(reason)"
    }
}

extension HandshakeMessageFacts {
    var text: String {
        "\(direction.rawValue) \(name), TLS \(version), \(bytes) bytes" + (isProxy == true ? " (proxy)" : "")
            + (detail.isEmpty ? "" : ": \(detail)")
    }
}

extension AlertFacts {
    /// `received alert 48 unknown_ca (fatal, handshake)`, sanitised.
    public var text: String {
        let place = isProxy == true ? "\(stage), proxy" : stage
        return Sanitizer.line(
            "\(direction.rawValue) alert \(number) \(name) (\(isFatal ? "fatal" : "warning"), \(place))"
        )
    }
}

extension NegotiatedConnection {
    /// `TLS 1.3  AES_128_GCM_SHA256  X25519  h2`, sanitised.
    public var text: String {
        let parts = ["TLS \(version)", cipherSuite, group, applicationProtocol, resumed ? "resumed" : nil]
        return Sanitizer.line(parts.compactMap { $0 }.joined(separator: "  "))
    }
}

extension AuthenticationMethod {
    /// In two words: `server trust`.
    public var words: String {
        switch self {
        case .serverTrust: "server trust"
        case .clientCertificate: "client certificate"
        case .httpBasic: "HTTP Basic"
        case .httpDigest: "HTTP Digest"
        case .ntlm: "NTLM"
        case .negotiate: "Negotiate"
        }
    }

    /// In one word, as behind `kind:` in a filter: `trust`, `client`.
    public var word: String {
        switch self {
        case .serverTrust: "trust"
        case .clientCertificate: "client"
        case .httpBasic: "basic"
        case .httpDigest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        }
    }
}

extension ChallengeFacts {
    var text: String {
        var text = "challenge, \(method.words) for \(host):\(port)"
        if isProxy { text += " (proxy)" }
        if !chain.isEmpty { text += ", chain of \(chain.count)" }
        if let asked { text += ", \(asked.issuers.count) issuer\(asked.issuers.count == 1 ? "" : "s") named" }
        return text + (previousFailureCount == 0 ? ", first try" : ", try \(previousFailureCount + 1)")
    }
}

extension ClientDecision {
    /// The first answer's word, `ask` where a person is asked, `silent` where nobody answers.
    public var word: String {
        asksPerson ? "ask" : answers.first?.disposition.word ?? "silent"
    }
}

extension DecisionFacts {
    var text: String {
        guard let evaluation = decision.evaluation else {
            let fitting = decision.offers.filter(\.fits).count
            return "decided \(decision.word): \(fitting) of \(decision.offers.count) identities fit"
        }
        return "decided \(decision.word): \(CheckTally(evaluation).text); \(evaluation.reason)"
    }
}

extension HoldFacts {
    /// Whether no safe answer will be given, since the clock is stopped: a time-out that is not a positive number.
    public var isClockStopped: Bool { !(timeout.isFinite && timeout > 0) }

    var text: String {
        isClockStopped ? "held, clock stopped" : "held for a person, \(safeAnswer.word) in \(Int(timeout.rounded())) s"
    }
}

extension AnswerFacts {
    var text: String {
        var text = "answered \(answer.disposition.word) by \(by)"
        if timeHeld > 0 { text += " after \(Tenths.seconds(timeHeld))" }
        if let identity = answer.identity { text += " with \(identity.file), \(identity.subject)" }
        if let step = answer.step { text += ", \(step.place)" }
        return text
    }
}

extension DecidingStep {
    /// `step 5: the built chain holds pin lab-ca.cer`, with `!` behind a defect.
    var place: String { "step \(number): \(text)" + (defect.map { " (\($0) !)" } ?? "") }
}

extension StepTaken {
    var text: String { "\(step.flow) \(step.place): \(result)" }
}

extension NoChallengeFacts.Reason {
    /// In one word: `reused`, `resumed`, `cached`, `filtered`, `refused`, `cleartext`.
    public var word: String {
        switch self {
        case .reusedConnection: "reused"
        case .resumedSession: "resumed"
        case .cache: "cached"
        case .filtered: "filtered"
        case .refusedBefore: "refused"
        case .cleartext: "cleartext"
        }
    }
}

extension LabClientFacts.Conduct {
    /// In one word: `left`, `TALKED`, `refused`, `undecided`.
    public var word: String {
        switch self {
        case .leftWithAlert, .leftSilently: "left"
        case .talked: "TALKED"
        case .refused: "refused"
        case .undecided: "undecided"
        }
    }
}

extension LabClientFacts {
    var text: String { text(client: userAgent ?? peer) }

    /// What the lab saw of one client.
    ///
    /// - Parameter client: what the client is called.
    func text(client: String) -> String {
        var parts = ["\(client)  \(scenario)"]
        switch conduct {
        case .leftWithAlert:
            parts.append(alert.map { "left: alert \($0.number) \($0.name)" } ?? "left with an alert")
        case .leftSilently: parts.append("left without a word")
        case .talked: parts.append("TALKED" + (requestLine.map { ": \($0)" } ?? ""))
        case .refused: parts.append("refused by the lab" + (alert.map { ": alert \($0.number) \($0.name)" } ?? ""))
        case .undecided: parts.append("connected")
        }
        if let clientCertificate { parts.append("certificate \(clientCertificate) \(clientVerdict ?? "not checked")") }
        if let status { parts.append("answered \(status)") }
        return parts.joined(separator: "  ")
    }
}
