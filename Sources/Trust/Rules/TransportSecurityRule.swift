import Diagnosis

/// App Transport Security: the requirements on the connection under any rules, and under Apple's that a handler may make
/// trust stricter, never looser.
enum TransportSecurityRule {
    /// The finding that refuses, with both orders told apart; nil when transport security has no objection.
    static func objection(_ request: EvaluationRequest, accepts: Bool, _ system: PathOutcome, said: String) -> Problem?
    {
        guard let security = request.transportSecurity else { return nil }
        if let problem = connection(request, security) { return problem }
        guard request.rules == .apple, !security.hasException, let failure = system.decidingFailure else { return nil }
        let fault = failure.code?.rawValue ?? "refused"
        switch security.order {
        case .beforeChallenge: return .refusedBeforeChallenge(system: fault, policyWouldSay: said)
        case .afterUse: return accepts ? .refusedAfterUse(system: fault) : nil
        }
    }

    /// What the connection lacks.
    static func connection(_ request: EvaluationRequest, _ security: TransportSecurity) -> Problem? {
        guard let connection = request.connection else { return nil }
        if TLSVersion.isBelow(connection.version, security.minimumVersion) {
            return .transportVersionLow(
                found: connection.version,
                wanted: security.minimumVersion,
                key: "NSExceptionMinimumTLSVersion"
            )
        }
        if security.requiresForwardSecrecy, !connection.hasForwardSecrecy {
            return .forwardSecrecyMissing(suite: connection.cipherSuite)
        }
        return nil
    }

    static func check(_ request: EvaluationRequest, _ judgement: PolicyJudgement, _ system: PathOutcome) -> Check {
        guard request.transportSecurity != nil else { return Check(.transportSecurity, .skipped, detail: "ATS is off") }
        let accepts = judgement.verdict == .accept
        let said = accepts ? "use" : "cancel"
        if let problem = objection(request, accepts: accepts, system, said: said) {
            return Check(.transportSecurity, .fail, detail: problem.sentence, code: problem.code)
        }
        guard let connection = request.connection else {
            return Check(
                .transportSecurity,
                .skipped,
                detail: "there is no connection whose version and suite could be looked at"
            )
        }
        return Check(.transportSecurity, .pass, detail: "TLS \(connection.version) \(connection.cipherSuite)")
    }

    /// What an iOS app would need, where transport security was not asked.
    static func remarks(_ request: EvaluationRequest, _ judgement: PolicyJudgement, _ system: PathOutcome)
        -> [DiagnosisCode]
    {
        guard request.transportSecurity == nil, request.rules == .apple, judgement.verdict == .accept, !system.holds
        else { return [] }
        return [.atsExceptionNeeded]
    }
}

/// TLS versions as `1.0` … `1.3`.
enum TLSVersion {
    /// Whether a version is older than another; an unknown one counts as older.
    static func isBelow(_ version: String, _ minimum: String) -> Bool {
        let order = ["1.0", "1.1", "1.2", "1.3"]
        return (order.firstIndex(of: version) ?? -1) < (order.firstIndex(of: minimum) ?? order.count)
    }
}
