import Trust

/// The switches of a client in the order of the switchboard.
enum Switchboard {
    /// Every switch of a profile; the identity takes each file at hand.
    static func switches(_ profile: ClientProfile, files: [String] = []) -> [PolicySwitch] {
        var switches = profile.switches
        guard let index = switches.firstIndex(where: { $0.identifier == identity }) else { return switches }
        let more = files.filter { !switches[index].values.contains($0) }
        let place = switches[index].values.lastIndex(of: "ask") ?? switches[index].values.endIndex
        switches[index].values.insert(contentsOf: more, at: place)
        return switches
    }

    private static let identity = "identity"

    /// Those that can be flipped by stepping through their values.
    static func flippable(_ profile: ClientProfile, files: [String] = []) -> [PolicySwitch] {
        switches(profile, files: files).filter { $0.values.count > 1 }
    }

    /// The names of the switches whose value differs from another profile's.
    static func differing(_ profile: ClientProfile, from other: ClientProfile) -> [String] {
        let values = Dictionary(
            switches(other).map { ($0.identifier, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        return switches(profile).filter { values[$0.identifier] != $0.value }.map(\.identifier)
    }

    /// The profile with a switch moved by so many of its values, around the end; nil when it has none.
    static func step(
        _ identifier: String,
        by count: Int,
        in profile: ClientProfile,
        files: [String] = []
    ) -> ClientProfile? {
        guard let found = switches(profile, files: files).first(where: { $0.identifier == identifier }),
            found.values.count > 1
        else {
            return nil
        }
        let index = found.values.firstIndex(of: found.value) ?? 0
        let next = ((index + count) % found.values.count + found.values.count) % found.values.count
        return set(identifier, to: found.values[next], in: profile, files: files)
    }

    /// The profile with a switch at a value; nil when there is no such switch or value.
    static func set(
        _ identifier: String,
        to value: String,
        in profile: ClientProfile,
        files: [String] = []
    ) -> ClientProfile? {
        var changed = profile
        if identifier == Self.identity, files.contains(value) {
            changed.identity = .file(value)
            return changed
        }
        return changed.set(identifier, to: value) ? changed : nil
    }

    /// The switch that a typed line names, by its name or by a beginning that no other has, and the rest of the line.
    static func named(_ line: String, among switches: [PolicySwitch]) -> (PolicySwitch, String)? {
        let lower = line.lowercased()
        let exact = switches.filter { lower.hasPrefix($0.identifier.lowercased() + " ") }
        if let found = exact.max(by: { $0.identifier.count < $1.identifier.count }) {
            return (found, String(line.dropFirst(found.identifier.count)).trimmed)
        }
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let begun = switches.filter { $0.identifier.lowercased().hasPrefix(parts[0].lowercased()) }
        guard begun.count == 1, let found = begun.first else { return nil }
        return (found, String(parts[1]).trimmed)
    }

    /// What changed between two profiles, switch by switch; one entry `client` when another client was chosen.
    static func changes(from old: ClientProfile, to new: ClientProfile, by who: String) -> [Change] {
        let before = Dictionary(
            switches(old).map { ($0.identifier, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        return switches(new).compactMap { now in
            let was = before[now.identifier]
            return was == now.value ? nil : Change(name: now.identifier, from: was ?? "-", to: now.value, by: who)
        }
    }

    struct Change: Hashable, Sendable {
        var name: String
        var from: String
        var to: String
        var by: String
    }

    /// Switches that have no part in judging a server.
    private static let ofTheOtherChallenge: Set<String> = [
        "identity", "when it fits", "when none fits", "sends", "min TLS", "max TLS", "answers kept",
    ]

    /// Every profile that differs from this one in one switch, with the switch and its value.
    static func neighbours(_ profile: ClientProfile) -> [(name: String, value: String, profile: ClientProfile)] {
        flippable(profile).filter { !ofTheOtherChallenge.contains($0.identifier) }.flatMap { found in
            found.values.filter { $0 != found.value }.compactMap { value in
                set(found.identifier, to: value, in: profile).map { (found.identifier, value, $0) }
            }
        }
    }
}
