import Diagnosis

/// What follows from an answer (URLSession's documentation; where that is silent, what was observed or is assumed).
enum AnswerEffects {
    static func serverTrust(_ answer: ClientAnswer, request: EvaluationRequest, decision: ClientDecision)
        -> AnswerEffect
    {
        let memo = OutcomeMemo(request)
        let said = decision.answers.first.map(\.disposition.word) ?? "nothing"
        let objection = TransportSecurityRule.objection(
            request,
            accepts: answer.disposition == .useCredential && answer.hasCredential,
            memo.system,
            said: said
        )
        if answer.disposition == .cancelAuthenticationChallenge { return cancelled(decision) }
        if let objection { return refused(objection) }
        switch answer.disposition {
        case .useCredential where answer.hasCredential:
            return AnswerEffect(
                proceeds: true,
                reason: "The credential for the trust is used: the chain is taken as good."
            )
        case .useCredential:
            return byDefault(
                memo,
                opening: "Use without a credential: the default verdict applies.",
                remark: .challengeNoCredential
            ) { _ in .secureConnectionFailed(isAssumed: true) }
        case .rejectProtectionSpace:
            return byDefault(memo, opening: "There is no next protection space: the default verdict applies.") { _ in
                .serverCertificateUntrusted(isAssumed: false)
            }
        case .continueWithoutCredential:
            return byDefault(memo, opening: "Without a credential the default verdict applies.", error(for:))
        case .performDefaultHandling, .cancelAuthenticationChallenge:
            return byDefault(memo, opening: "The system's own verdict applies.", error(for:))
        }
    }

    static func clientCertificate(
        _ answer: ClientAnswer,
        request: ClientCertificateRequest,
        decision: ClientDecision
    ) -> AnswerEffect {
        switch answer.disposition {
        case .useCredential:
            if let identity = answer.identity {
                let extras = identity.chain.count
                let chain =
                    answer.sends == .chain || extras == 0
                    ? "with \(extras) further certificate\(extras == 1 ? "" : "s")"
                    : "alone; \(extras) further certificate\(extras == 1 ? " stays" : "s stay") in \(identity.file)"
                return AnswerEffect(
                    proceeds: true,
                    identity: identity,
                    sends: answer.sends,
                    reason: "The certificate of \(identity.subject) is sent \(chain)."
                )
            }
            return AnswerEffect(
                proceeds: true,
                code: .challengeNoCredential,
                reason: "Use without a credential: an empty certificate is sent, and the server decides.",
                isAssumed: true
            )
        case .performDefaultHandling:
            return AnswerEffect(
                proceeds: true,
                reason: "Default handling finds no stored identity: none is sent, and the server decides."
            )
        case .continueWithoutCredential:
            return AnswerEffect(proceeds: true, reason: "An empty certificate is sent, and the server decides.")
        case .rejectProtectionSpace:
            return AnswerEffect(
                proceeds: true,
                reason: "There is no next protection space: none is sent, and the server decides.",
                isAssumed: true
            )
        case .cancelAuthenticationChallenge:
            return AnswerEffect(
                proceeds: false,
                error: .cancelled,
                reason: "The challenge was cancelled, so the request ends.",
                x509Error: 50
            )
        }
    }
}

extension AnswerEffects {
    private static func cancelled(_ decision: ClientDecision) -> AnswerEffect {
        let evaluation = decision.evaluation
        let why = evaluation.flatMap { $0.verdict == .refuse ? " \($0.reason)" : nil } ?? ""
        let x509 = evaluation?.x509Error ?? 0
        return AnswerEffect(
            proceeds: false,
            error: .cancelled,
            code: evaluation?.code,
            reason: "The challenge was cancelled, so the request ends.\(why)",
            x509Error: x509 == 0 ? 50 : x509
        )
    }

    private static func refused(_ problem: Problem) -> AnswerEffect {
        AnswerEffect(
            proceeds: false,
            error: .secureConnectionFailed(isAssumed: false),
            code: problem.code,
            reason: problem.sentence,
            x509Error: 50,
            // Reports differ on which comes first, the challenge or the refusal.
            isAssumed: problem.code == .atsBeforeChallenge || problem.code == .atsAfterUse
        )
    }

    private static func byDefault(
        _ memo: OutcomeMemo,
        opening: String,
        remark: DiagnosisCode? = nil,
        _ error: (DiagnosisCode?) -> ClientError
    ) -> AnswerEffect {
        let system = Evaluator.evaluate(memo.request, memo: memo, policy: .system)
        guard system.verdict != .accept else {
            return AnswerEffect(proceeds: true, code: remark, reason: "\(opening) It accepts.")
        }
        let error = error(system.code)
        return AnswerEffect(
            proceeds: false,
            error: error,
            code: system.code,
            reason: "\(opening) \(system.reason)",
            x509Error: system.x509Error,
            isAssumed: error.isAssumed
        )
    }

    /// The error of the system's own refusal. Which of these CFNetwork picks for which fault no source says, but for an
    /// untrusted root and a wrong name.
    private static func error(for code: DiagnosisCode?) -> ClientError {
        switch code {
        case .dateExpired?: .serverCertificateHasBadDate
        case .dateNotYetValid?: .serverCertificateNotYetValid
        case .chainMissingIssuer?: .serverCertificateHasUnknownRoot
        case .chainSelfSigned?, .chainUntrustedRoot?, .hostMismatch?: .serverCertificateUntrusted(isAssumed: false)
        default: .serverCertificateUntrusted(isAssumed: true)
        }
    }
}
