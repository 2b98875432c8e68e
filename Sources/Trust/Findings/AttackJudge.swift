import Diagnosis

/// Computes what a client makes of a presentation, by asking `Decider`; no traffic.
public struct AttackJudge: Sendable {
    /// The client and what it reads.
    public let subject: AuditSubject
    /// What is presented.
    public let material: AttackMaterial

    /// A judge for one client.
    public init(_ subject: AuditSubject, _ material: AttackMaterial) {
        self.subject = subject
        self.material = material
    }

    /// What comes of an attack under the subject's client, or under another profile of the same client.
    public func outcome(of attack: Attack.ID, as profile: ClientProfile? = nil) -> AttackOutcome {
        let profile = profile ?? subject.profile
        switch attack {
        case .cleartext: return cleartext(profile)
        case .resumed: return resumed(profile)
        case .stranger: return stranger(profile)
        case .serverKeyFromApp: return serverKey(profile)
        case .otherMethod: return otherMethod(profile)
        case .secondHost:
            guard profile.flow.flatMap(Flow.named)?.loadsPages == true else {
                return AttackOutcome(.notApplicable, reason: "The client loads no page.")
            }
            return presented(attack, profile)
        case .addressDotted, .addressIPv6, .addressShort, .addressHexadecimal, .addressDecimal:
            guard let flow = profile.flow.flatMap(Flow.named), flow.tellsHostsByForm else {
                return AttackOutcome(.notApplicable, reason: "The client does not tell hosts by their form.")
            }
            return presented(attack, profile)
        case .fakeServerAsks:
            guard profile.identity != .none else {
                return AttackOutcome(.notApplicable, reason: "The client has no identity to show.")
            }
            return presented(attack, profile)
        default: return presented(attack, profile)
        }
    }

    /// What comes of an honest server's presentation.
    public func outcome(of row: HonestRow, as profile: ClientProfile? = nil) -> AttackOutcome {
        guard let presentation = material.honest[row] else { return Self.nothingPresented }
        return outcome(of: presentation, as: profile ?? subject.profile)
    }

    /// Whether the honest server of today is accepted.
    func acceptsGood(as profile: ClientProfile) -> Bool { outcome(of: material.good, as: profile).isThrough }

    private func presented(_ attack: Attack.ID, _ profile: ClientProfile) -> AttackOutcome {
        guard let presentation = material.attacks[attack] else { return Self.nothingPresented }
        return outcome(of: presentation, as: profile)
    }

    private static let nothingPresented = AttackOutcome(.notApplicable, reason: "Nothing is presented for it here.")
}

extension AttackJudge {
    /// The question about a server that a presentation is to a client.
    func request(_ presentation: AttackPresentation, as profile: ClientProfile) -> EvaluationRequest {
        var request = EvaluationRequest(chain: presentation.chain, host: presentation.host, date: subject.date)
        var anchors = subject.anchors
        if anchors.system.isEmpty, anchors.systemStore == nil { anchors.system = material.systemAnchors }
        anchors.appOnly = !profile.anchors.includesSystem
        anchors.user += presentation.userAnchors
        request.apply(profile, anchors: anchors, bundle: subject.bundle)
        request.connection = connection(presentation, profile)
        return request
    }

    private func connection(_ presentation: AttackPresentation, _ profile: ClientProfile) -> NegotiatedConnection {
        let version = presentation.version ?? min(profile.maximumTLS, "1.3")
        let suite =
            switch version {
            case "1.3": "TLS_AES_256_GCM_SHA384"
            case "1.2": "ECDHE-ECDSA-AES256-GCM-SHA384"
            default: "ECDHE-ECDSA-AES256-SHA"
            }
        return NegotiatedConnection(version: version, cipherSuite: suite, group: "X25519")
    }

    /// What a client makes of a presentation, from the version on to the identity that it shows.
    func outcome(of presentation: AttackPresentation, as profile: ClientProfile) -> AttackOutcome {
        if let version = presentation.version, version < profile.minimumTLS || version > profile.maximumTLS {
            return AttackOutcome(
                .stopped,
                reason: "No common version: the client offers TLS \(profile.minimumTLS) to \(profile.maximumTLS).",
                code: .wireVersion
            )
        }
        let request = request(presentation, as: profile)
        let decision = Decider.serverTrust(request, profile: profile)
        guard !decision.asksPerson else {
            return AttackOutcome(.needsTraffic, reason: "A person answers.", step: decision.evaluation?.step)
        }
        let step = decision.evaluation?.step ?? decision.answers.first?.step
        guard let answer = decision.answers.first else {
            return AttackOutcome(
                .stopped,
                reason: decision.crash.map { "The app crashes: \($0)." } ?? "The challenge is never answered.",
                code: .challengeNeverAnswered,
                step: decision.steps.last?.step ?? step
            )
        }
        let effect =
            Decider.refusalBeforeChallenge(request, decision: decision)
            ?? Decider.effect(of: answer, serverTrust: request, decision: decision, delegate: profile.delegate)
        let letBy = decision.evaluation?.letBy ?? []
        guard effect.proceeds else {
            let isTransport = effect.code?.area == "ats"
            let accepted = answer.disposition == .useCredential && answer.hasCredential
            return AttackOutcome(
                isTransport && accepted ? .refusedByTransport : .stopped,
                reason: effect.reason,
                code: effect.code,
                step: step,
                // Of another refusal only the error's number may be assumed, never that it refuses.
                isAssumed: isTransport && effect.isAssumed
            )
        }
        guard presentation.hasKey else {
            return AttackOutcome(
                .stopped,
                reason: "The chain is accepted, but the handshake fails: the attacker lacks the leaf's key.",
                step: step
            )
        }
        let through = AttackOutcome(
            .through,
            reason: decision.evaluation?.reason ?? effect.reason,
            step: step,
            letBy: letBy,
            isAssumed: effect.isAssumed
        )
        return presentation.asksFor == nil ? through : asked(presentation, profile, through)
    }

    /// The server's question for an identity, after its own chain was accepted.
    private func asked(_ presentation: AttackPresentation, _ profile: ClientProfile, _ accepted: AttackOutcome)
        -> AttackOutcome
    {
        let request = ClientCertificateRequest(
            issuers: presentation.asksFor ?? [],
            signatureAlgorithms: ["ecdsa_secp256r1_sha256", "rsa_pss_rsae_sha256"],
            keyTypes: ["EC", "RSA"],
            host: presentation.host,
            date: subject.date
        )
        let decision = Decider.clientCertificate(
            request,
            profile: profile,
            bundle: subject.bundle,
            identities: subject.identities.map(\.identity)
        )
        guard !decision.asksPerson else { return AttackOutcome(.needsTraffic, reason: "A person answers.") }
        guard let answer = decision.answers.first else {
            return AttackOutcome(
                .stopped,
                reason: "The question for an identity is never answered.",
                code: .challengeNeverAnswered,
                step: decision.steps.last?.step
            )
        }
        let effect = Decider.effect(
            of: answer,
            clientCertificate: request,
            decision: decision,
            delegate: profile.delegate
        )
        guard effect.proceeds else {
            return AttackOutcome(.stopped, reason: effect.reason, code: effect.code, step: answer.step)
        }
        var outcome = accepted
        outcome.reveals = effect.identity
        return outcome
    }
}
