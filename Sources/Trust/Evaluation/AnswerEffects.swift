import Diagnosis

/// What follows from an answer (URLSession's documentation; where that is silent, what was observed or is assumed).
enum AnswerEffects {
    static func serverTrust(
        _ answer: ClientAnswer,
        request: EvaluationRequest,
        decision: ClientDecision,
        delegate: ClientDelegate
    ) -> AnswerEffect {
        let memo = OutcomeMemo(request)
        let said = decision.answers.first.map(\.disposition.word) ?? "nothing"
        let objection = TransportSecurityRule.afterAnswer(
            memo,
            accepts: answer.disposition == .useCredential && answer.hasCredential,
            said: said
        )
        if answer.disposition == .cancelAuthenticationChallenge { return cancelled(decision, request, delegate) }
        if let objection { return refused(objection) }
        switch answer.disposition {
        case .useCredential where answer.hasCredential:
            return AnswerEffect(
                proceeds: true,
                reason: "The credential for the trust is used: the chain is taken as good."
            )
        case .useCredential where delegate == .connection:
            return byDefault(
                memo,
                opening: "Use without a credential is taken as continuing without: the default verdict applies.",
                remark: .challengeNoCredential,
                isAssumed: true,
                error(for:)
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

    /// What refuses a server before the client is asked, as an effect; nil when the challenge comes.
    static func beforeChallenge(_ request: EvaluationRequest, decision: ClientDecision) -> AnswerEffect? {
        guard request.transportSecurity != nil else { return nil }
        return TransportSecurityRule.beforeChallenge(
            OutcomeMemo(request),
            said: decision.answers.first?.disposition
        ).map(refused)
    }

    static func clientCertificate(
        _ answer: ClientAnswer,
        request: ClientCertificateRequest,
        decision: ClientDecision,
        delegate: ClientDelegate
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
                error: delegate.cancelError,
                elsewhere: [ErrorElsewhere(delegate.other.name, delegate.other.cancelError)],
                reason: "The challenge was cancelled, so the request ends.",
                x509Error: 50
            )
        }
    }
}

extension AnswerEffects {
    /// What follows from an answer to a question for a user and a password: whether there is something to send.
    static func password(_ answer: ClientAnswer, _ challenge: PasswordChallenge, delegate: ClientDelegate)
        -> AnswerEffect
    {
        switch answer.disposition {
        case .cancelAuthenticationChallenge:
            return AnswerEffect(
                proceeds: false,
                error: delegate.cancelError,
                elsewhere: [ErrorElsewhere(delegate.other.name, delegate.other.cancelError)],
                reason: "The challenge was cancelled, so the request ends.",
                x509Error: 0
            )
        case .useCredential where answer.identity != nil:
            return AnswerEffect(
                proceeds: true,
                code: .challengeWrongCredential,
                reason: "\(challenge.method.rawValue) asks for a user and a password and was given an identity: "
                    + "nothing can be sent, and the server's refusal stands.",
                isAssumed: true
            )
        case .useCredential where answer.hasCredential:
            return AnswerEffect(proceeds: true, reason: "The user and the password are sent.")
        case .performDefaultHandling where challenge.hasProposedCredential && challenge.previousFailureCount == 0:
            return AnswerEffect(proceeds: true, reason: "Default handling sends the proposed credential.")
        case .useCredential, .performDefaultHandling, .rejectProtectionSpace, .continueWithoutCredential:
            return AnswerEffect(proceeds: true, reason: "Nothing is sent, and the server's refusal stands.")
        }
    }

    private static func cancelled(
        _ decision: ClientDecision,
        _ request: EvaluationRequest,
        _ delegate: ClientDelegate
    ) -> AnswerEffect {
        let evaluation = decision.evaluation
        let why = evaluation.flatMap { $0.verdict == .refuse ? " \($0.reason)" : nil } ?? ""
        let x509 = evaluation?.x509Error ?? 0
        return AnswerEffect(
            proceeds: false,
            error: delegate.cancelError,
            elsewhere: [ErrorElsewhere(delegate.other.name, delegate.other.cancelError)]
                // The libraries' own callbacks stand on a session.
                + (delegate == .session ? evaluation.map(request.policy.base.errorsElsewhere) ?? [] : []),
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
        isAssumed: Bool = false,
        _ error: (DiagnosisCode?) -> ClientError
    ) -> AnswerEffect {
        let system = Evaluator.evaluate(memo.request, memo: memo, policy: .system)
        guard system.verdict != .accept else {
            return AnswerEffect(proceeds: true, code: remark, reason: "\(opening) It accepts.", isAssumed: isAssumed)
        }
        let error = error(system.code)
        return AnswerEffect(
            proceeds: false,
            error: error,
            code: system.code,
            reason: "\(opening) \(system.reason)",
            x509Error: system.x509Error,
            isAssumed: error.isAssumed || isAssumed
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
