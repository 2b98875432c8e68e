import Diagnosis
import Trust
import Workbench

/// The clients that are named one after the other: as operands, by `--policy` and `--flow`, or all there are.
enum ClientList {
    /// - Parameters:
    ///   - bundle: the files from which presets and flows take their pins.
    ///   - usual: what is taken where none is named and no option describes one.
    /// - Throws: `option.…`, `file.…` and `pin.…` codes, as `ProfileOptions`.
    static func profiles(
        _ arguments: Arguments,
        bundle: BundleSnapshot,
        usual: [String]
    ) throws(Problem) -> [ClientProfile] {
        if arguments.has(.allClients) { return MatrixClients.all(bundle: bundle) }
        var named: [(Option, String)] = []
        for operand in arguments.operands { named.append((option(for: operand), operand)) }
        for (option, value) in arguments.given
        where option.name == Option.policy.name || option.name == Option.flow.name {
            named.append((option, value))
        }
        var profiles: [ClientProfile] = []
        if named.isEmpty {
            let described = try ProfileOptions(arguments, bundle: bundle).profile
            if described != ClientProfile() || usual.isEmpty { profiles.append(described) }
            if profiles.isEmpty || usual.count > 1 { named = usual.map { (Option.policy, $0) } }
        }
        // What describes one client does not describe those beside it.
        let shared = profiles.isEmpty ? arguments : arguments.withoutDescription
        for (option, value) in named {
            var profile = try ProfileOptions(shared.asking(option, value), bundle: bundle).profile
            if !arguments.has(.answersKept), !arguments.has(.fresh), [.matrix, .attack].contains(arguments.command) {
                profile = MatrixClients.asAppleClient(profile)
            }
            if !profiles.contains(profile) { profiles.append(profile) }
        }
        return profiles
    }

    /// An operand is a flow's id, or a preset's name or what else a policy is taken from.
    private static func option(for operand: String) -> Option {
        Presets.named(operand)?.flow == nil ? .policy : .flow
    }
}
