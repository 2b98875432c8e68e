/// Looks for the smallest change of a client that closes a finding and keeps the honest server accepted.
struct ClosingSearch {
    let judge: AttackJudge

    /// The first single switch, else the first pair, in the order of the switchboard, under which `isOpen` no longer
    /// holds and the honest server is accepted; empty when there is none.
    ///
    /// - Parameter bearsOnTrust: whether `isOpen` depends on the decision about the server alone; then switches about
    ///   identities and versions are left out of the pairs, where they could not matter.
    func smallest(bearsOnTrust: Bool = false, while isOpen: (ClientProfile) -> Bool) -> [Finding.Setting] {
        let profile = judge.subject.profile
        let changes = Self.changes(of: profile)
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

    /// Every switch with every other value, in the order of the switchboard.
    static func changes(of profile: ClientProfile) -> [Finding.Setting] {
        profile.switches.flatMap { found in
            found.values.filter { $0 != found.value }.map { Finding.Setting(name: found.identifier, value: $0) }
        }
    }

    /// Switches that no decision about a server depends on.
    private static let elsewhere: Set<String> = [
        "identity", "when it fits", "when none fits", "sends", "min TLS", "max TLS", "answers kept",
    ]
}

extension ClientProfile {
    /// The profile with one switch set; nil where it does not take the value.
    public func with(_ setting: Finding.Setting) -> ClientProfile? {
        var changed = self
        return changed.set(setting.name, to: setting.value) ? changed : nil
    }

    /// The profile with a finding's closing change made; nil where it does not take it, or there is none.
    public func closing(_ finding: Finding) -> ClientProfile? {
        guard !finding.closing.isEmpty else { return nil }
        return finding.closing.reduce(Optional(self)) { $0?.with($1) }
    }
}
