import Diagnosis

// The attacks that are more than a chain.

extension AttackJudge {
    /// A redirect to plain http: whether the app's transport security lets it go out.
    func cleartext(_ profile: ClientProfile) -> AttackOutcome {
        guard let security = profile.transportSecurity else {
            return AttackOutcome(
                .notApplicable,
                reason: "App Transport Security is not part of this client: what it does with http is not judged."
            )
        }
        if let problem = Decider.cleartextRefusal(host: material.host, profile: profile) {
            return AttackOutcome(.stopped, reason: problem.sentence, code: problem.code)
        }
        let deciding = security.applied(to: material.host).deciding
        return AttackOutcome(.through, reason: "The Info.plist allows http to the host: \(deciding).")
    }

    /// A session that was accepted before the policy was tightened.
    func resumed(_ profile: ClientProfile) -> AttackOutcome {
        if profile.answersKept == .asIOS {
            return AttackOutcome(
                .through,
                reason: "Answers are kept as on iOS: connection and TLS session outlive the switch, so nobody asks."
            )
        }
        guard let presentation = material.attacks[.selfSigned] else {
            return AttackOutcome(.notApplicable, reason: "Nothing is presented for it here.")
        }
        return outcome(of: presentation, as: profile)
    }

    /// Somebody else with the app's own file of identities.
    func stranger(_ profile: ClientProfile) -> AttackOutcome {
        guard case .file = profile.identity, let own = subject.ownIdentities.first else {
            return AttackOutcome(.notApplicable, reason: "The client has no identity.")
        }
        guard own.isShipped else {
            return AttackOutcome(.stopped, reason: "\(own.identity.file) is not part of the app: nobody else has it.")
        }
        return AttackOutcome(
            .through,
            reason: "\(own.identity.file) and its pass phrase are in every copy of the app: each is the same client.",
            reveals: own.identity.summary
        )
    }

    /// The honest chain, served with a key that came out of the app.
    func serverKey(_ profile: ClientProfile) -> AttackOutcome {
        guard case .file = profile.identity, let own = subject.ownIdentities.first else {
            return AttackOutcome(.notApplicable, reason: "The client has no identity.")
        }
        let serverKey = material.goodChain.first?.publicKeySHA256
        guard own.isShipped, subject.ownIdentities.contains(where: { $0.identity.leaf.publicKeySHA256 == serverKey })
        else {
            return AttackOutcome(
                .stopped,
                reason: "No key in \(own.identity.file) is the server's: the handshake would fail."
            )
        }
        return outcome(of: material.good, as: profile)
    }

    /// A challenge of another method, whose answer is the identity.
    func otherMethod(_ profile: ClientProfile) -> AttackOutcome {
        guard profile.identity != .none else {
            return AttackOutcome(.notApplicable, reason: "The client has no identity to show.")
        }
        for method in AuthenticationMethod.allCases where method.asksForPassword {
            let decision = Decider.password(
                PasswordChallenge(method: method, host: material.host, port: 443),
                profile: profile,
                bundle: subject.bundle,
                identities: subject.identities.map(\.identity)
            )
            guard let answer = decision.answers.first, let identity = answer.identity else { continue }
            // Who asks has to be accepted first.
            let asking = outcome(of: material.attacks[.otherMethod] ?? material.good, as: profile)
            guard asking.isThrough else { return asking }
            return AttackOutcome(
                .through,
                reason: "A challenge of \(method.rawValue) is answered with the identity.",
                step: answer.step,
                reveals: identity
            )
        }
        return AttackOutcome(.stopped, reason: "The identity answers client-certificate challenges alone.")
    }
}

extension Flow {
    /// Whether a step asks how the host is written.
    var tellsHostsByForm: Bool { steps.contains { $0.condition.asksForHostForm } }
}

extension Flow {
    /// Whether the client loads a page after it has authenticated, whose further hosts it meets as well.
    var loadsPages: Bool { PageFlows.all.contains { $0.reference == reference } }
}

extension FlowCondition {
    /// Whether it asks how the host is written.
    var asksForHostForm: Bool {
        switch self {
        case .hostIsDotted: true
        case .not(let condition): condition.asksForHostForm
        case .both(let left, let right): left.asksForHostForm || right.asksForHostForm
        default: false
        }
    }

    /// Whether it holds only after something has failed.
    var wantsFailure: Bool {
        switch self {
        case .settingAnchorsFailed, .not(.isValid): true
        case .both(let left, let right): left.wantsFailure || right.wantsFailure
        default: false
        }
    }
}
