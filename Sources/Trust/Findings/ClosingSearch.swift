/// Looks for the smallest change of a client that closes a finding and keeps the honest server accepted.
struct ClosingSearch {
    let judge: AttackJudge

    /// The first single switch, else the first pair, in the order of the switchboard, under which `isOpen` no longer
    /// holds and the honest server is accepted; empty when there is none.
    ///
    /// - Parameters:
    ///   - bearsOnTrust: whether `isOpen` depends on the decision about the server alone; then switches about identities
    ///     and versions are left out of the pairs, where they could not matter.
    ///   - keepsIdentity: whether the client has to go on with the identity that it has: none at all would close whatever
    ///     is wrong with one.
    func smallest(
        bearsOnTrust: Bool = false,
        keepsIdentity: Bool = false,
        while isOpen: (ClientProfile) -> Bool
    ) -> [Finding.Setting] {
        let profile = judge.subject.profile
        let changes = Self.changes(of: profile).filter { !keepsIdentity || $0.name != "identity" }
        func closes(_ profile: ClientProfile) -> Bool { !isOpen(profile) && judge.acceptsGood(as: profile) }
        for change in changes {
            if let changed = profile.with(change), closes(changed) { return [change] }
        }
        let wanted = changes.filter { !bearsOnTrust || !Self.elsewhere.contains($0.name) }
        for (index, first) in wanted.enumerated() {
            guard let once = profile.with(first) else { continue }
            for second in wanted[(index + 1)...] where second.name != first.name {
                if let twice = once.with(second), closes(twice) { return [first, second] }
            }
        }
        return []
    }

    /// Every switch with every other value, in the order of the switchboard; between the policy's and the client's own the
    /// repaired form of a published flow.
    static func changes(of profile: ClientProfile) -> [Finding.Setting] {
        let own = Set(profile.policy.base.switches.map(\.identifier))
        let changes = profile.switches.flatMap { found in
            found.values.filter { $0 != found.value }.map { Finding.Setting(name: found.identifier, value: $0) }
        }
        return changes.filter { own.contains($0.name) } + repair(of: profile)
            + changes.filter { !own.contains($0.name) }
    }

    private static func repair(of profile: ClientProfile) -> [Finding.Setting] {
        guard let flow = profile.flow, !flow.repaired else { return [] }
        let repaired = FlowReference(flow.identifier, repaired: true)
        guard Flow.named(repaired) != nil else { return [] }
        return [Finding.Setting(name: ClientProfile.flowSetting, value: repaired.description)]
    }

    /// Switches that no decision about a server depends on.
    private static let elsewhere: Set<String> = [
        "identity", "when it fits", "when none fits", "sends", "min TLS", "max TLS", "answers kept",
    ]
}

extension ClientProfile {
    /// The name under which a flow is exchanged for another form of it, as a switch is flipped.
    static let flowSetting = "flow"

    /// The profile with one switch set; nil where it does not take the value.
    public func with(_ setting: Finding.Setting) -> ClientProfile? {
        if setting.name == Self.flowSetting { return with(flow: setting.value) }
        var changed = self
        return changed.set(setting.name, to: setting.value) ? changed : nil
    }

    /// The profile with another form of its flow, and the pins that it has; nil for a flow of another id.
    private func with(flow name: String) -> ClientProfile? {
        guard let preset = Presets.named(name), let other = preset.flow, other.reference.identifier == flow?.identifier
        else { return nil }
        var changed = preset.profile
        if !preset.pinFiles.isEmpty { changed.policy.base.take(pins: PinInventory.all(of: policy.base)) }
        (changed.rules, changed.anchors, changed.nameChecked) = (rules, anchors, nameChecked)
        (changed.minimumTLS, changed.maximumTLS) = (minimumTLS, maximumTLS)
        (changed.securityLevel, changed.identityRules) = (securityLevel, identityRules)
        return changed
    }

    /// The profile with a finding's closing change made; nil where it does not take it, or there is none.
    public func closing(_ finding: Finding) -> ClientProfile? {
        guard !finding.closing.isEmpty else { return nil }
        return finding.closing.reduce(Optional(self)) { $0?.with($1) }
    }
}
