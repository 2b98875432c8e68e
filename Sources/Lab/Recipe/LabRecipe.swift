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
    /// The port at which each scenario is served by its name, when the first is 9443.
    var namePort = 9559
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
        beside(Self.filesName, serves: "root, issuers, CRL, OCSP", port: filesPort, speaks: .http, answer: .files)
    }

    /// The port at which a client's ClientHello says which scenario it means.
    var byName: ScenarioRecipe {
        beside(Self.byNameName, serves: "every scenario by its name", port: namePort, speaks: .tls, answer: .echo)
    }

    /// What is served beside the scenarios and is none of them.
    private func beside(
        _ name: String,
        serves: String,
        port: Int,
        speaks: ScenarioRecipe.Speaks,
        answer: ScenarioRecipe.Answer
    ) -> ScenarioRecipe {
        let defaults = ScenarioReader()
        return ScenarioRecipe(
            scenario: LabScenario(
                name: name,
                serves: serves,
                soundClient: "",
                host: name + LabNames.suffix,
                port: port,
                clientCertificate: .none,
                code: nil,
                codeWithIdentity: nil,
                codeWithLeafAlone: nil
            ),
            position: position,
            certificate: CertificateReader.bare,
            sends: [],
            speaks: speaks,
            tls: defaults.tls,
            clients: defaults.clients,
            login: nil,
            body: .whole,
            answer: answer,
            closesEach: false
        )
    }

    /// No scenario may have this name.
    static let filesName = "files"
    /// Nor can one have this.
    static let byNameName = "by name"

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
