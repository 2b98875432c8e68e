import Diagnosis

/// Runs the client of a profile: its flow's steps, or its policy and the answers set by hand.
enum FlowRunner {
    static func serverTrust(
        _ request: EvaluationRequest,
        profile: ClientProfile,
        memo: OutcomeMemo? = nil,
        environment: FlowEnvironment = FlowEnvironment()
    ) -> ClientDecision {
        let memo = memo ?? OutcomeMemo(request)
        var decision: ClientDecision
        if let reference = profile.flow ?? request.flow, let flow = Flow.named(reference) {
            decision = serverTrust(request, memo, flow, profile, environment)
        } else {
            decision = byPolicy(request, memo)
        }
        switch decision.evaluation?.verdict {
        case .accept?: decision.apply(profile.whenTrusted, profile.delegate)
        case .refuse?: decision.apply(profile.whenRefused, profile.delegate)
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
            profile: profile,
            policy: profile.policy,
            bundle: bundle
        )
        run.run()
        var decision = decision(run)
        decision.choice = chooser.sentence(for: run.answers.first?.identity, among: run.offers)
        decision.apply(
            run.answers.first?.identity == nil ? profile.fixedAnswerWithoutIdentity : profile.fixedAnswerWithIdentity,
            profile.delegate
        )
        return decision
    }

    /// What a client does when a user and a password are asked for.
    static func password(
        _ challenge: PasswordChallenge,
        profile: ClientProfile,
        bundle: BundleSnapshot,
        identities: [Identity]
    ) -> ClientDecision {
        guard profile.delegate == .connection || challenge.method.arrivesAtSession else {
            // A session's own method, which the flows have, is not called for it.
            return ClientDecision(answers: [profile.policy.base.answer(to: challenge, profile.delegate)])
        }
        guard let reference = profile.flow, let flow = Flow.named(reference) else {
            return ClientDecision(answers: [profile.policy.base.answer(to: challenge, profile.delegate)])
        }
        var run = FlowRun(
            flow,
            .password(challenge, identities),
            profile: profile,
            policy: profile.policy,
            bundle: bundle
        )
        run.run()
        return decision(run)
    }

    private static func decision(_ run: FlowRun) -> ClientDecision {
        var decision = ClientDecision(
            answers: run.answers,
            steps: run.steps,
            filesRead: run.filesRead,
            offers: run.offers,
            codes: run.codes
        )
        decision.crash = run.crash
        decision.filter = run.filter
        return decision
    }

    /// What a policy answers by itself.
    private static func byPolicy(_ request: EvaluationRequest, _ memo: OutcomeMemo) -> ClientDecision {
        let (evaluation, answer) = Evaluator.judged(request, memo: memo, policy: request.policy)
        var decision = ClientDecision(answers: [], evaluation: evaluation)
        switch answer {
        case nil, .disposition?: decision.answers = [ClientAnswer(evaluation.disposition, step: evaluation.step)]
        case .never?: decision.codes = [.challengeNeverAnswered]
        case .crash(let what)?: decision.crash = what
        }
        return decision
    }

    private static func serverTrust(
        _ request: EvaluationRequest,
        _ memo: OutcomeMemo,
        _ flow: Flow,
        _ profile: ClientProfile,
        _ environment: FlowEnvironment
    ) -> ClientDecision {
        if request.chain.isEmpty || request.chain.contains(where: { $0.certificate == nil }) {
            let evaluation = Evaluator.evaluate(request, memo: memo, policy: request.policy)
            return ClientDecision(answers: [ClientAnswer(.cancelAuthenticationChallenge)], evaluation: evaluation)
        }
        var run = FlowRun(
            flow,
            .serverTrust(TrustEvaluation(request, memo: memo)),
            profile: profile,
            policy: request.policy,
            bundle: request.bundle ?? BundleSnapshot(),
            environment: environment
        )
        run.run()
        var decision = decision(run)
        decision.evaluation = run.evaluation(memo)
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
    ///
    /// Without a credential a session's client uses none; a connection's may also say to continue without.
    mutating func apply(_ fixed: FixedAnswer, _ delegate: ClientDelegate) {
        switch fixed {
        case .policy: break
        case .use: answers = [ClientAnswer(.useCredential, identity: answers.first?.identity)]
        case .default: answers = [ClientAnswer(.performDefaultHandling)]
        case .cancel: answers = [ClientAnswer(.cancelAuthenticationChallenge)]
        case .reject: answers = [ClientAnswer(.rejectProtectionSpace)]
        case .none:
            answers = [ClientAnswer(.useCredential, hasCredential: false)]
            codes.append(.challengeNoCredential)
        case .continue:
            // A session has no such answer: there it is the same as *use* with none.
            guard delegate == .connection else { return apply(.none, delegate) }
            answers = [ClientAnswer(.continueWithoutCredential, hasCredential: false)]
        case .silent:
            answers = []
            codes.append(.challengeNeverAnswered)
        case .hold: asksPerson = true
        }
    }
}
