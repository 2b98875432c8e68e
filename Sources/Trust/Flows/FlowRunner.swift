import Diagnosis

/// Runs the client of a profile: its flow's steps, or its policy and the answers set by hand.
enum FlowRunner {
    static func serverTrust(
        _ request: EvaluationRequest,
        profile: ClientProfile,
        environment: FlowEnvironment = FlowEnvironment()
    ) -> ClientDecision {
        var decision: ClientDecision
        if let reference = profile.flow ?? request.flow, let flow = Flow.named(reference) {
            decision = serverTrust(request, flow, environment)
        } else {
            let evaluation = Evaluator.evaluate(request)
            let answer = ClientAnswer(evaluation.disposition, step: evaluation.step)
            decision = ClientDecision(answers: [answer], evaluation: evaluation)
        }
        switch decision.evaluation?.verdict {
        case .accept?: decision.apply(profile.whenTrusted)
        case .refuse?: decision.apply(profile.whenRefused)
        case .notPinned?, nil: break
        }
        return decision
    }

    static func clientCertificate(
        _ request: ClientCertificateRequest,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        let chooser = IdentityChooser(request: request, profile: profile, bundle: bundle)
        guard let reference = profile.flow, let flow = Flow.named(reference), profile.identity != .ask else {
            return chooser.decide(among: identities)
        }
        var run = FlowRun(
            flow,
            .clientCertificate(chooser, identities),
            policy: profile.policy,
            bundle: bundle,
            environment: FlowEnvironment()
        )
        run.run()
        var decision = ClientDecision(
            answers: run.answers,
            steps: run.steps,
            filesRead: run.filesRead,
            offers: run.offers,
            codes: run.codes
        )
        decision.crash = run.crash
        decision.apply(
            run.answers.first?.identity == nil ? profile.fixedAnswerWithoutIdentity : profile.fixedAnswerWithIdentity
        )
        return decision
    }

    private static func serverTrust(_ request: EvaluationRequest, _ flow: Flow, _ environment: FlowEnvironment)
        -> ClientDecision
    {
        let memo = OutcomeMemo(request)
        if request.chain.isEmpty || request.chain.contains(where: { $0.certificate == nil }) {
            let evaluation = Evaluator.evaluate(request, memo: memo, policy: request.policy)
            return ClientDecision(answers: [ClientAnswer(.cancelAuthenticationChallenge)], evaluation: evaluation)
        }
        var run = FlowRun(
            flow,
            .serverTrust(TrustEvaluation(request, memo: memo)),
            policy: request.policy,
            bundle: request.bundle ?? BundleSnapshot(),
            environment: environment
        )
        run.run()
        var decision = ClientDecision(
            answers: run.answers,
            evaluation: run.evaluation(memo),
            steps: run.steps,
            filesRead: run.filesRead,
            codes: run.codes
        )
        decision.crash = run.crash
        return decision
    }
}

extension ClientProfile {
    // A flow brings its own answers; only one that differs from the profile's defaults was set by hand.

    fileprivate var fixedAnswerWithIdentity: FixedAnswer { whenIdentityFits == .use ? .policy : whenIdentityFits }

    fileprivate var fixedAnswerWithoutIdentity: FixedAnswer { whenNoIdentity == .default ? .policy : whenNoIdentity }
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
