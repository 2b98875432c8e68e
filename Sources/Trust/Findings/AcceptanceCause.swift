/// Why an attack passes: which finding it is the evidence of.
struct AcceptanceCause {
    let judge: AttackJudge

    /// The finding behind an attack that passes; nil for one that is no matter of trust.
    func finding(of attack: Attack, _ outcome: AttackOutcome) -> FindingKind? {
        guard outcome.isThrough else { return nil }
        switch attack.id {
        case .cleartext, .downgrade, .stranger, .serverKeyFromApp, .otherMethod: return nil
        case .resumed where judge.subject.profile.answersKept == .asIOS: return nil
        case .secondHost: return .unseenHosts
        default: break
        }
        let profile = judge.subject.profile
        // An answer set by hand lets by what the policy would refuse.
        if profile.whenRefused == .use { return .acceptsAny }
        let shown = attack.id == .resumed ? .selfSigned : attack.id
        guard let presentation = judge.material.attacks[shown] else { return nil }
        let decision = Decider.serverTrust(judge.request(presentation, as: profile), profile: profile)
        if let flow = judge.subject.flow, let kind = flowCause(flow, decision) { return kind }
        guard let evaluation = decision.evaluation else { return .acceptsAny }
        return policyCause(attack, evaluation)
    }

    /// The flow's own mistake; nil when it asked its policy, or evaluated soundly.
    private func flowCause(_ flow: Flow, _ decision: ClientDecision) -> FindingKind? {
        let taken = decision.steps.compactMap { entry in
            flow.steps.first { $0.number == entry.step.number && $0.text == entry.step.text }
        }
        guard let last = taken.last else { return nil }
        if decision.answers.first?.disposition == .performDefaultHandling { return nil }
        if last.condition.wantsFailure { return .inverted }
        let actions = taken.flatMap(\.actions)
        if actions.contains(.askPolicy) { return nil }
        if actions.contains(.evaluate) {
            return [.proceed, .unspecified].contains(decision.evaluation?.trustResult)
                ? nil : isComparison(last) ? .containsPin : .recoverableAccepted
        }
        if last.condition.asksForHostForm { return .unseenHosts }
        let setsAnchors = actions.contains { if case .setAnchors = $0 { true } else { false } }
        return setsAnchors ? .notEvaluated : .acceptsAny
    }

    private func isComparison(_ step: FlowStep) -> Bool {
        step.actions.contains { if case .useForEachMember = $0 { true } else { false } }
    }

    /// What the policy's evaluation let by.
    private func policyCause(_ attack: Attack, _ evaluation: Evaluation) -> FindingKind? {
        let pin = evaluation.checks.first { $0.id == .pin && $0.result == .pass }
        let letBy = Set(evaluation.letBy.map(\.id))
        if evaluation.trustResult == .invalid, pin == nil { return .acceptsAny }
        let isEvaluated = [.proceed, .unspecified].contains(evaluation.trustResult)
        if letBy.contains(.date) { return .datesIgnored }
        if letBy.contains(.purpose) { return .anyUse }
        // What anybody gets from a public authority is in a chain with the pin, and nobody evaluates it.
        if !isEvaluated, pin != nil, attack.id == .publicOther { return .containsPin }
        let lacksIssuer = pin == nil && !letBy.isDisjoint(with: [.issuer, .signature, .profile])
        if !isEvaluated, lacksIssuer || hasConstraintFault(evaluation) {
            return pin == nil ? .recoverableAccepted : .containsPin
        }
        if attack.hasWrongName { return anyName(evaluation, pin) }
        return attack.id == .deviceAuthority ? .deviceAuthority : anyName(evaluation, pin)
    }

    /// Whether an issuer on the path is none, which an evaluation would have found.
    private func hasConstraintFault(_ evaluation: Evaluation) -> Bool {
        evaluation.letBy.contains { check in
            switch check.code {
            case .chainIssuerNotCa?, .chainKeyUsage?, .chainPathlen?, .chainNameConstraints?, .chainSignature?: true
            default: false
            }
        }
    }

    private func anyName(_ evaluation: Evaluation, _ pin: Check?) -> FindingKind {
        if let number = pin?.certificate, evaluation.certificates.indices.contains(number) {
            return isLeaf(evaluation.certificates[number]) ? .anyNameLeaf : .anyNameAuthority
        }
        let anchor = evaluation.certificates.first { $0.sha256 == evaluation.path.last }
        guard anchor?.anchor == AnchorKind.app.rawValue else { return .anyNamePublic }
        return anchor.map(isLeaf) ?? false ? .anyNameLeaf : .anyNameAuthority
    }

    private func isLeaf(_ certificate: CertificateSummary) -> Bool {
        let known = judge.material.goodChain + judge.subject.anchors.app
        let found = known.first { $0.sha256 == certificate.sha256 }
        return found.map { $0.basicConstraints?.isAuthority != true } ?? (certificate.role == "leaf")
    }
}
