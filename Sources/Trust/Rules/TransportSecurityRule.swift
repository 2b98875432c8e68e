import Diagnosis

/// App Transport Security: the requirements on the connection under any rules, and under Apple's those on the
/// certificate, NSPinnedDomains, and that a handler may make trust stricter, never looser.
enum TransportSecurityRule {
    /// What refuses before a challenge is raised, so that the app is never asked; nil when the challenge comes.
    ///
    /// A connection without the parameters that are asked for never gets so far as to show a chain: the client does not
    /// offer anything else. An app that answers by default handling has nothing to be asked.
    static func beforeChallenge(_ memo: OutcomeMemo, said answer: Disposition?) -> Problem? {
        guard let security = memo.request.transportSecurity else { return nil }
        let applied = security.applied(to: memo.request.transportHost)
        if let problem = connection(memo.request, applied) { return problem }
        guard security.order == .beforeChallenge, memo.request.rules == .apple else { return nil }
        if let problem = certificate(memo, applied) { return problem }
        guard answer != .performDefaultHandling, let fault = fault(memo, applied) else { return nil }
        return .refusedBeforeChallenge(
            system: fault,
            policyWouldSay: answer?.word ?? "nothing",
            key: applied.place(of: exceptionKey, host: memo.request.transportHost)
        )
    }

    /// What refuses although, or whatever, the app answered; nil when transport security has no objection.
    static func afterAnswer(_ memo: OutcomeMemo, accepts: Bool, said: String) -> Problem? {
        let request = memo.request
        guard let security = request.transportSecurity else { return nil }
        let applied = security.applied(to: request.transportHost)
        if let problem = connection(request, applied) { return problem }
        guard request.rules == .apple else { return nil }
        if let problem = certificate(memo, applied) ?? pins(memo) { return problem }
        guard accepts, let fault = fault(memo, applied) else { return nil }
        let key = applied.place(of: exceptionKey, host: request.transportHost)
        switch security.order {
        case .beforeChallenge: return .refusedBeforeChallenge(system: fault, policyWouldSay: said, key: key)
        case .afterUse: return .refusedAfterUse(system: fault, key: key)
        }
    }

    private static let exceptionKey = "NSExceptionAllowsInsecureHTTPLoads"

    /// The fault of the chain that no handler may overlook; nil where there is none, or it may.
    private static func fault(_ memo: OutcomeMemo, _ applied: AppliedTransportSecurity) -> String? {
        guard !applied.allowsInsecure, let failure = memo.system.decidingFailure else { return nil }
        return failure.code?.rawValue ?? "refused"
    }

    /// What the connection lacks.
    private static func connection(_ request: EvaluationRequest, _ applied: AppliedTransportSecurity) -> Problem? {
        guard applied.isInForce, let connection = request.connection else { return nil }
        if TLSVersion.isBelow(connection.version, applied.minimumVersion) {
            return .transportVersionLow(
                found: connection.version,
                wanted: applied.minimumVersion,
                key: applied.place(of: "NSExceptionMinimumTLSVersion", host: request.transportHost)
            )
        }
        return TransportSuites.objection(connection, applied, host: request.transportHost)
    }

    /// What the leaf lacks: RSA 2048 or EC 256, and SHA-2. Giving up forward secrecy gives up the size of the key, too.
    private static func certificate(_ memo: OutcomeMemo, _ applied: AppliedTransportSecurity) -> Problem? {
        guard applied.isInForce, !applied.allowsInsecure, let leaf = memo.request.chain.first?.certificate else {
            return nil
        }
        let label = CertificateLabel(number: 0, subject: leaf.subject.shortText)
        if applied.requiresForwardSecrecy, !hasStrongKey(leaf) {
            return .transportCertificateWeak(
                label,
                found: "the key \(leaf.key.description)",
                wanted: "RSA 2048 or EC P-256 at least",
                key: applied.place(of: "NSExceptionRequiresForwardSecrecy", host: memo.request.transportHost)
            )
        }
        guard let digest = leaf.signatureDigest, ["md2", "md4", "md5", "sha1"].contains(digest) else { return nil }
        return .transportCertificateWeak(
            label,
            found: "a signature with \(digest.uppercased())",
            wanted: "SHA-256 at least",
            key: applied.place(of: exceptionKey, host: memo.request.transportHost)
        )
    }

    private static func hasStrongKey(_ leaf: Certificate) -> Bool {
        switch leaf.key.algorithm {
        case "RSA", "RSA-PSS": leaf.key.bits >= 2048
        case "EC": leaf.key.bits >= 256
        default: false
        }
    }

    /// NSPinnedDomains, which nobody can answer away.
    private static func pins(_ memo: OutcomeMemo) -> Problem? {
        guard let domains = memo.request.transportSecurity?.keys?.pinnedDomains else { return nil }
        var trust = TrustEvaluation(memo.request, memo: memo)
        let judgement = PinnedDomains(domains: domains).judge(&trust)
        guard judgement.verdict == .refuse, let objection = judgement.objection else { return nil }
        return objection.problem
    }
}

extension TransportSecurityRule {
    /// The check's line in an evaluation, with the key that decided.
    static func check(_ memo: OutcomeMemo, _ judgement: PolicyJudgement, _ disposition: Disposition) -> Check {
        guard let security = memo.request.transportSecurity else {
            return Check(.transportSecurity, .skipped, detail: "ATS is off")
        }
        let applied = security.applied(to: memo.request.transportHost)
        let accepts = judgement.verdict == .accept && disposition != .performDefaultHandling
        if let problem = beforeChallenge(memo, said: disposition)
            ?? afterAnswer(memo, accepts: accepts, said: disposition.word)
        {
            return Check(.transportSecurity, .fail, detail: problem.sentence, code: problem.code)
        }
        guard applied.isInForce else {
            return Check(.transportSecurity, .skipped, detail: "ATS is off for this host: \(applied.deciding)")
        }
        guard let connection = memo.request.connection else {
            return Check(
                .transportSecurity,
                .skipped,
                detail: "there is no connection whose version and suite could be looked at (\(applied.deciding))"
            )
        }
        return Check(
            .transportSecurity,
            .pass,
            detail: "TLS \(connection.version) \(connection.cipherSuite) (\(applied.deciding): TLS "
                + "\(applied.minimumVersion) or later, forward secrecy \(applied.requiresForwardSecrecy ? "" : "not ")"
                + "wanted\(applied.allowsInsecure ? ", a handler may loosen trust" : ""))"
        )
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
