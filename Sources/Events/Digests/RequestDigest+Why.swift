import Diagnosis
import Trust

extension RequestDigest {
    /// The WHY column: the first cause of a refusal, what was let by, or how many checks were ok and what was off.
    ///
    /// - Parameter now: microseconds since 1970, UTC, for the age of what runs.
    public func whyColumn(now: Int64) -> String { Sanitizer.line(why(now: now).long) }

    /// The same in a word or two, for narrow screens.
    public func shortWhy(now: Int64) -> String { Sanitizer.line(why(now: now).short) }

    private func why(now: Int64) -> (long: String, short: String) {
        if isRunning { return whyRunning(now: now) }
        if let refused = whyIdentityRefused { return refused }
        return hasFinished ? whyFinished : whyFailed
    }

    private func whyRunning(now: Int64) -> (String, String) {
        if let held {
            if let cause = held.cause { return (cause, Self.head(of: cause)) }
            return held.method == .clientCertificate
                ? ("server asks who you are", "who are you") : (held.tally?.text ?? "waiting for you", "held")
        }
        if challenges.contains(where: { $0.state == .silent }) { return ("never answered", "silent") }
        let age = Tenths.seconds(now - phaseSince)
        return ("waiting \(age)", "\(phase.rawValue) \(age)")
    }

    /// The server refused our identity, or that there was none.
    private var whyIdentityRefused: (String, String)? {
        guard refusal == .serverRefusedIdentity || refusal == .serverRefusedByStatus else { return nil }
        let asked = challenges.last { $0.method == .clientCertificate }
        if let identity = asked?.identity {
            let cause = code.flatMap(ShortCause.phrase) ?? alert ?? status.map(String.init)
            return ("id \(identity) refused" + (cause.map { ": \($0)" } ?? ""), "id refused")
        }
        if let asked, asked.offers > 0, asked.fitting == 0 { return ("no identity matches", "no identity") }
        return ("server wants an identity", "no identity")
    }

    private var whyFinished: (String, String) {
        let faults = acceptedFaults
        if !faults.isEmpty {
            let judged = challenges.first { !$0.acceptedFaults.isEmpty && $0.wasAccepted }
            let by = challenges.first(where: \.wasAcceptedByPerson)?.by.map { " \($0)" } ?? ""
            let list = faults.joined(separator: ", ")
            return ("\(judged?.tally?.ok ?? 0) ok; let by\(by): \(list)", "let by \(list)")
        }
        // A finding beside a response: a status or a type that the client does not take.
        if let code, let phrase = ShortCause.phrase(code) { return (phrase, phrase) }
        if challenges.isEmpty, let noChallenge { return Self.why(noChallenge) }
        if let mutual = challenges.last(where: { $0.method == .clientCertificate }) {
            guard let identity = mutual.identity else { return ("trust ok, no identity sent", "no identity") }
            return ("trust ok, id \(identity)", "id \(identity)")
        }
        if let tally = challenges.last(where: { $0.tally != nil })?.tally { return (tally.text, "\(tally.ok) ok") }
        return isSecure ? ("", "") : ("no TLS", "no TLS")
    }

    private var whyFailed: (String, String) {
        switch refusal {
        case .weRefusedServer:
            let refused = challenges.first { $0.method == .serverTrust && !$0.wasAccepted } ?? challenges.first
            if let cause = refused.flatMap({ $0.cause(refusedBy: $0.by) }) { return (cause, Self.head(of: cause)) }
        case .weCancelledIdentity:
            let by = challenges.last?.by ?? "policy"
            return ("identity cancelled by \(by)", "id cancelled")
        case .stopped:
            return (reason.isEmpty ? "stopped" : ShortCause.clause(reason), "stopped")
        case .peerAlert:
            if let alert { return ("peer says: \(alert)", "peer alert") }
        case .undecided, .serverRefusedIdentity, .serverRefusedByStatus, nil: break
        }
        if let phrase = code.flatMap(ShortCause.phrase) { return (phrase, phrase) }
        if challenges.isEmpty, let noChallenge, noChallenge.reason == .refusedBefore { return Self.why(noChallenge) }
        if let code, code.isAlert { return ("peer says: \(alert ?? code.rawValue)", "peer alert") }
        let clause = ShortCause.clause(reason)
        return (clause, clause)
    }

    private static func why(_ facts: NoChallengeFacts) -> (String, String) {
        switch facts.reason {
        case .reusedConnection, .resumedSession, .cache:
            let rest = facts.restsOnRequest.map { "answer of no. \($0)" } ?? "no challenge"
            return ("\(facts.reason.word), \(rest)", facts.reason.word)
        case .cleartext: return ("no TLS: cleartext", "cleartext")
        case .filtered, .refusedBefore:
            return (ShortCause.clause(facts.sentence), facts.reason.word)
        }
    }

    /// `date` of `date: ended 412 d ago`.
    private static func head(of cause: String) -> String {
        String(cause.prefix { $0 != ":" })
    }
}

extension ChallengeDigest {
    /// Why the handshake ended here: what failed, or who refused what the policy accepts.
    fileprivate func cause(refusedBy: String?) -> String? {
        if let tally, tally.failed.isEmpty, let refusedBy, refusedBy != "policy", let answer {
            return "\(answer.word) by \(refusedBy), policy says \(policySays ?? "nothing")"
        }
        return cause
    }
}
