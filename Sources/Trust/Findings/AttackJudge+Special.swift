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
        if security.applied(to: material.host).allowsInsecure {
            return AttackOutcome(
                .through,
                reason: "The Info.plist has an exception for the host, which allows http too."
            )
        }
        return AttackOutcome(
            .stopped,
            reason: "App Transport Security refuses http (-1022).",
            code: .atsCleartext
        )
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

    /// Attacks on what only some flows do.
    func flowAttack(_ attack: Attack.ID, _ profile: ClientProfile) -> AttackOutcome {
        AttackOutcome(.notApplicable, reason: "The client has no such path.")
    }
}

extension Flow {
    /// Whether a step asks how the host is written.
    var tellsHostsByForm: Bool { steps.contains { $0.condition.asksForHostForm } }
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
