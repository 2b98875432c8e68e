import Diagnosis

/// What stands around the policy in AFNetworking: its answers to other challenges, and the errors that it shows.
extension AFSecurityPolicy {
    /// The pins of the policy.
    public mutating func take(pins: [Pin]) { self.pins = pins }

    /// 2.x on a connection (AFURLConnectionOperation) continues without a credential; the session manager leaves it to the
    /// loader.
    public func answerToOthers(_ delegate: ClientDelegate) -> PolicyAnswer? {
        isOperation(delegate) ? .disposition(.continueWithoutCredential) : nil
    }

    /// 2.x on a connection uses its credential once and then continues without; the session manager leaves it to the
    /// loader.
    public func answer(to challenge: PasswordChallenge, _ delegate: ClientDelegate) -> ClientAnswer {
        guard isOperation(delegate) else { return ClientAnswer(.performDefaultHandling, hasCredential: false) }
        let uses = challenge.previousFailureCount == 0 && challenge.hasProposedCredential
        return ClientAnswer(uses ? .useCredential : .continueWithoutCredential, hasCredential: uses)
    }

    /// 4.x makes up -1202 for its completion handler, whereas its `taskDidComplete` block sees what the loader gave (#3425).
    public func errorsElsewhere(_ evaluation: Evaluation) -> [ErrorElsewhere] {
        guard hasChallengeHandler, evaluation.disposition == .cancelAuthenticationChallenge else { return [] }
        return [
            ErrorElsewhere("AFNetworking's completion handler", .serverCertificateUntrusted(isAssumed: false))
        ]
    }

    private func isOperation(_ delegate: ClientDelegate) -> Bool {
        switch family {
        case .from20, .from21, .version22, .upTo25, .from26To27: delegate == .connection
        case .from30: false
        }
    }
}
