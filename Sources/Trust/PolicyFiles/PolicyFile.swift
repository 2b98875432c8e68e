import Diagnosis

/// A client read from a file, whatever kind of file has it.
public struct PolicyFile: Sendable {
    /// What kind of file it was.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An app's Info.plist.
        case infoPlist = "Info.plist"
        /// TrustKit's dictionary, as a property list or in JSON.
        case trustKit = "TrustKit configuration"
        /// Android's network security configuration.
        case android = "Android network security configuration"
        /// A policy file of this program, in JSON5.
        case own = "policy file"
    }

    /// What kind of file it was.
    public let kind: Kind
    /// The client; its name is the file's.
    public let profile: ClientProfile
    /// What is in the file and not in force, or has no counterpart.
    public let remarks: [Problem]

    /// Reads a file's bytes; what it names is asked for as a value.
    ///
    /// - Parameters:
    ///   - name: the file's name, for messages; without its suffix it names the client.
    ///   - bundle: the files from which presets take their pins.
    ///   - place: the full path of what the file names: paths are taken from the file's folder.
    ///   - load: a file that this one names, by its full path.
    /// - Throws: `config.…`, `pin.format`, `option.unknown` for a preset or flow, and `file.…` codes of named files.
    public init(
        _ bytes: [UInt8],
        name: String,
        bundle: BundleSnapshot = BundleSnapshot(),
        place: @escaping (String) -> String = { $0 },
        load: @escaping (String) -> FileSnapshot
    ) throws(Problem) {
        let stem = Self.stem(name)
        if PropertyList.isOne(bytes) {
            self = try Self.propertyList(bytes, name: name, stem: stem)
        } else if Self.isXML(bytes) {
            let root = try XMLDocument.root(of: bytes, file: name)
            var reader = AndroidConfigurationReader(file: name) { load(place($0)) }
            let policy = try reader.policy(root)
            kind = .android
            profile = ClientProfile(name: stem, policy: Policy(policy))
            remarks = reader.remarks
        } else {
            let value = try JSON5Value(parsing: bytes, file: name)
            if case .object(let members) = value.content, members.contains(where: { $0.key.hasPrefix("TSK") }) {
                var remarks: [Problem] = []
                let policy = try TrustKitReader(isPropertyList: false).policy(value, &remarks)
                kind = .trustKit
                profile = ClientProfile(name: stem, policy: Policy(policy))
                self.remarks = remarks
            } else {
                var reader = ClientProfileReader(bundle: bundle, place: place, load: load)
                kind = .own
                profile = try reader.profile(value, name: stem)
                remarks = reader.remarks
            }
        }
    }

    private init(kind: Kind, profile: ClientProfile, remarks: [Problem]) {
        self.kind = kind
        self.profile = profile
        self.remarks = remarks
    }

    private static func propertyList(_ bytes: [UInt8], name: String, stem: String) throws(Problem) -> PolicyFile {
        let root = try PropertyList.value(bytes, file: name)
        if case .object(let members) = root.content, members.contains(where: { $0.key == "TSKPinnedDomains" }) {
            var remarks: [Problem] = []
            let policy = try TrustKitReader(isPropertyList: true).policy(root, &remarks)
            return PolicyFile(
                kind: .trustKit,
                profile: ClientProfile(name: stem, policy: Policy(policy)),
                remarks: remarks
            )
        }
        let list = try InfoPlist(root)
        var profile = ClientProfile(name: stem, policy: list.trustKit.map { Policy($0) } ?? .system)
        profile.transportSecurity = TransportSecurity(keys: list.transportSecurity)
        return PolicyFile(kind: .infoPlist, profile: profile, remarks: list.remarks)
    }

    private static func isXML(_ bytes: [UInt8]) -> Bool {
        let start = Array(bytes.prefix(256))
        let text = String(decoding: UTF16Text(start)?.utf8 ?? start, as: UTF8.self)
        return text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "<"
    }

    private static func stem(_ name: String) -> String {
        let last = name.split(separator: "/").last.map(String.init) ?? name
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }
}
