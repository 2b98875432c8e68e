import Diagnosis
import Foundation
import Trust
import Workbench

/// The client that `--policy` or `--flow` names: a preset, or a file that holds one.
enum NamedClient {
    /// A preset or flow.
    case preset(Preset)
    /// A file, by its path.
    case file(String)

    /// The client that the options name; nil when they name none.
    ///
    /// A preset goes before a saved policy of the same name, and that before a file in the current folder; a path says
    /// that a file is meant.
    /// - Throws: `option.unknown`, `option.conflict`.
    init?(_ arguments: Arguments) throws(Problem) {
        for option in [Option.policy, .flow] {
            let values = arguments.values(option)
            guard let first = values.first, let other = values.first(where: { $0 != first }) else { continue }
            throw .optionConflict("\(option.long) \(first)", "\(option.long) \(other)", drop: "Drop one of them.")
        }
        try arguments.exclude(.policy, .flow, drop: "A flow brings its own policy: drop --policy.")
        if let name = arguments.value(.flow) {
            self = .preset(try Self.preset(name, kind: "flow", isFlow: true))
        } else if let name = arguments.value(.policy) {
            self = try Self.policy(name)
        } else {
            return nil
        }
    }

    /// The client that a name or path stands for.
    ///
    /// - Throws: `option.unknown`.
    static func policy(_ name: String) throws(Problem) -> NamedClient {
        if !name.contains("/"), let preset = Presets.named(name), preset.flow == nil { return .preset(preset) }
        if !name.contains("/"), let path = PolicyFiles.path(of: name, in: DataFolders().policies) {
            return .file(path)
        }
        if name.contains("/") || name.contains(".") || FileManager.default.fileExists(atPath: name) {
            return .file(name)
        }
        return .preset(try preset(name, kind: "policy", isFlow: false))
    }

    private static func preset(_ name: String, kind: String, isFlow: Bool) throws(Problem) -> Preset {
        if let preset = Presets.named(name), (preset.flow != nil) == isFlow { return preset }
        let saved = isFlow ? [] : PolicyFiles.saved(in: DataFolders().policies)
        let known = Presets.all.filter { ($0.flow != nil) == isFlow }.map(\.name) + saved
        throw .unknownName(kind, name, known: known, list: "countersign flow")
    }

    /// The client, and remarks about the file that it stands in.
    ///
    /// - Throws: `file.…`, `config.…`, `pin.format` codes.
    func client(bundle: BundleSnapshot) throws(Problem) -> (profile: ClientProfile, remarks: [Problem]) {
        switch self {
        case .preset(let preset): return (preset.profile(bundle: bundle), [])
        case .file(let path):
            let file = try PolicyFiles.read(path, bundle: bundle)
            return (file.profile, file.remarks)
        }
    }

    /// Whether the client takes files from the bundle, which the lab fills at its first start.
    ///
    /// - Throws: as `client`.
    func needsBundle() throws(Problem) -> Bool {
        if case .preset(let preset) = self { return !preset.pinFiles.isEmpty || preset.flow?.files.isEmpty == false }
        let profile = try client(bundle: BundleSnapshot()).profile
        guard let policy = profile.policy.base as? AFSecurityPolicy else { return profile.flow != nil }
        return profile.flow != nil || (policy.pinningMode != .none && policy.pins.isEmpty)
    }
}
