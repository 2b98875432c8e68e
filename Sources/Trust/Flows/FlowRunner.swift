import Diagnosis

/// Runs the client of a profile: its flow's steps, or its policy and the answers set by hand.
enum FlowRunner {
    static func serverTrust(_ request: EvaluationRequest, profile: ClientProfile) -> ClientDecision {
        let evaluation = Evaluator.evaluate(request)
        let answer = ClientAnswer(evaluation.disposition, step: evaluation.step)
        let fixed: FixedAnswer =
            switch evaluation.verdict {
            case .accept: profile.whenTrusted
            case .refuse: profile.whenRefused
            case .notPinned: .policy
            }
        var decision = ClientDecision(answers: [answer], evaluation: evaluation)
        decision.apply(fixed)
        return decision
    }

    static func clientCertificate(
        _ request: ClientCertificateRequest,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        IdentityChooser(request: request, profile: profile, bundle: bundle).decide(among: identities)
    }
}

extension ClientDecision {
    /// Puts an answer set by hand in the place of the client's own.
    mutating func apply(_ fixed: FixedAnswer) {
        switch fixed {
        case .policy: break
        case .use: answers = [ClientAnswer(.useCredential, identity: answers.first?.identity)]
        case .default: answers = [ClientAnswer(.performDefaultHandling)]
        case .cancel: answers = [ClientAnswer(.cancelAuthenticationChallenge)]
        case .reject: answers = [ClientAnswer(.rejectProtectionSpace)]
        case .none:
            answers = [ClientAnswer(.useCredential, hasCredential: false)]
            codes.append(.challengeNoCredential)
        case .silent:
            answers = []
            codes.append(.challengeNeverAnswered)
        case .hold: asksPerson = true
        }
    }
}
