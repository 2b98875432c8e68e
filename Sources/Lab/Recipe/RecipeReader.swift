import Diagnosis

/// Reads `lab.json5`.
struct RecipeReader {
    private enum FileKey: String, JSON5Key {
        case schema, defaults, authorities, identities, bundle, filesPort, namePort, scenarios
    }

    private enum DefaultsKey: String, JSON5Key {
        case authority, identity, server, sends, tls, clientCertificate
    }

    private enum IdentityKey: String, JSON5Key {
        case certificate, chain, passPhrase, protection
    }

    private enum BundleKey: String, JSON5Key {
        case certificate, identity, form
    }

    static let schema = "countersign.lab/1"

    private var authorities = CertificateReader(defaults: CertificateReader.bare)
    private var identities = CertificateReader(defaults: CertificateReader.bare)
    private var scenarios = ScenarioReader()

    /// The whole recipe, checked.
    ///
    /// - Throws: `config.syntax` and `config.key`, each with file, line and column.
    mutating func read(_ bytes: [UInt8], file: String) throws(Problem) -> LabRecipe {
        let document = try JSON5Value(parsing: bytes, file: file)
        let object = try document.object(FileKey.self)
        let schema = try object.require(.schema)
        guard try schema.string() == Self.schema else {
            throw schema.unfit("another schema", wanted: "\"\(Self.schema)\"")
        }
        if let defaults = object[.defaults] { try readDefaults(defaults) }

        var recipe = LabRecipe(position: document.position)
        for member in try object.require(.authorities).members() {
            recipe.authorities[member.key] = LabRecipe.Entry(
                certificate: try authorities.read(member.value, placeholders: ["name": member.key]),
                title: "authority \(member.key)",
                position: member.keyPosition
            )
        }
        for member in try object[.identities]?.members() ?? [] {
            recipe.identities[member.key] = try readIdentity(member)
            recipe.identityPositions[member.key] = member.keyPosition
            recipe.identityNames.append(member.key)
        }
        for member in try object.require(.scenarios).members() {
            recipe.scenarioRecipes.append(try scenarios.read(member))
        }
        if let value = object[.filesPort] { recipe.filesPort = try value.integer(in: 1...65_535) }
        if let value = object[.namePort] { recipe.namePort = try value.integer(in: 1...65_535) }
        for member in try object[.bundle]?.members() ?? [] { recipe.bundle.append(try readBundleFile(member)) }
        try RecipeCheck(recipe: recipe).check(document)
        return recipe
    }

    private mutating func readDefaults(_ value: JSON5Value) throws(Problem) {
        let object = try value.object(DefaultsKey.self)
        if let value = object[.authority] { authorities.defaults = try authorities.read(value) }
        if let value = object[.identity] { identities.defaults = try identities.read(value) }
        if let value = object[.server] { scenarios.certificates.defaults = try scenarios.certificates.read(value) }
        if let value = object[.sends] { scenarios.sends = try value.strings() }
        if let value = object[.tls] { scenarios.tls = try scenarios.readTLS(value) }
        if let value = object[.clientCertificate] { scenarios.clients = try scenarios.readClients(value) }
    }

    private func readIdentity(_ member: JSON5Member) throws(Problem) -> IdentityRecipe {
        let object = try member.value.object(IdentityKey.self)
        return IdentityRecipe(
            certificate: try identities.read(object.require(.certificate), placeholders: ["name": member.key]),
            chain: try object[.chain]?.strings() ?? [],
            passPhrase: try object.require(.passPhrase).string(),
            protection: try object[.protection]?.choice() ?? .aes
        )
    }

    private func readBundleFile(_ member: JSON5Member) throws(Problem) -> BundleFile {
        guard !member.key.isEmpty, !member.key.contains("/"), !member.key.hasPrefix(".") else {
            throw member.value.unfit("the name \"\(member.key)\"", wanted: "a file name without a folder")
        }
        let object = try member.value.object(BundleKey.self)
        if let identity = object[.identity] {
            if let form = object[.form] { throw form.unfit("a form", wanted: "no form for an identity") }
            return BundleFile(name: member.key, content: .identity(try identity.string()))
        }
        let form = try object.require(.form)
        let word = try form.string()
        guard word == "der" || word == "pem" else { throw form.unfit("\"\(word)\"", wanted: "der or pem") }
        let name = try CertificateReader.entryName(object.require(.certificate))
        return BundleFile(name: member.key, content: .certificate(name, isPEM: word == "pem"))
    }
}

extension LabRecipe {
    /// Reads a recipe from the bytes of a file.
    ///
    /// - Parameter file: its name, for messages.
    /// - Throws: `config.syntax` and `config.key`, each with file, line and column.
    public init(parsing bytes: [UInt8], file: String) throws(Problem) {
        var reader = RecipeReader()
        self = try reader.read(bytes, file: file)
    }
}
