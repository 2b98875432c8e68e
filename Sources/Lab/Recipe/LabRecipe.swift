import Diagnosis

/// What exists in the lab: `certs/lab.json5`, read and checked.
///
/// Every name that an entry refers to exists, no certificate is its own ancestor, and no port is given twice.
public struct LabRecipe: Sendable {
    /// A certificate of the recipe and where it stands.
    struct Entry: Sendable {
        var certificate: CertificateRecipe
        /// What it is called in messages: `authority root`.
        var title: String
        var position: JSON5Position
    }

    var authorities: [String: Entry] = [:]
    var identities: [String: IdentityRecipe] = [:]
    var identityPositions: [String: JSON5Position] = [:]
    /// The identities' names in the order of the file.
    var identityNames: [String] = []
    var scenarioRecipes: [ScenarioRecipe] = []
    var bundle: [BundleFile] = []
    /// The port of the lab's files, when the first is 9443.
    var filesPort = 9560
    /// Where it was read, for messages.
    var position: JSON5Position

    /// The scenarios in the order of the file; their ports are those wanted.
    public var scenarios: [LabScenario] { scenarioRecipes.map(\.scenario) }

    /// The pass phrase of a PKCS#12 file of the bundle; nil for any other file.
    func passPhrase(ofBundleFile name: String) -> String? {
        guard case .identity(let identity) = bundle.first(where: { $0.name == name })?.content else { return nil }
        return identities[identity]?.passPhrase
    }

    /// The server of the lab's files: plain HTTP, beside the scenarios and none of them.
    var files: ScenarioRecipe {
        let defaults = ScenarioReader()
        return ScenarioRecipe(
            scenario: LabScenario(
                name: Self.filesName,
                serves: "root, issuers, CRL, OCSP",
                soundClient: "",
                host: Self.filesName + LabNames.suffix,
                port: filesPort,
                clientCertificate: .none,
                code: nil,
                codeWithIdentity: nil,
                codeWithLeafAlone: nil
            ),
            position: position,
            certificate: CertificateReader.bare,
            sends: [],
            speaks: .http,
            tls: defaults.tls,
            clients: defaults.clients,
            login: nil,
            body: .whole,
            answer: .files,
            closesEach: false
        )
    }

    /// No scenario may have this name.
    static let filesName = "files"

    /// The certificate of a name.
    func entry(_ name: EntryName) throws(Problem) -> Entry {
        switch name {
        case .authority(let name):
            if let entry = authorities[name] { return entry }
        case .server(let name):
            if let scenario = scenarioRecipes.first(where: { $0.scenario.name == name }) {
                return Entry(
                    certificate: scenario.certificate,
                    title: "scenario \(name)",
                    position: scenario.position
                )
            }
        case .identity(let name):
            if let identity = identities[name] {
                return Entry(
                    certificate: identity.certificate,
                    title: "identity \(name)",
                    position: identityPositions[name] ?? position
                )
            }
        }
        throw Problem.labCannotIssue(at: position, certificate: name.fileName, reason: "the recipe has no such entry")
    }
}
