import Diagnosis

/// Reads the entry of a scenario: what it says, over what holds for all.
struct ScenarioReader {
    private enum Key: String, JSON5Key {
        case port, serves, soundClient, raises, raisesWithIdentity, raisesWithLeafAlone, host
        case certificate, sends, speaks, tls, clientCertificate, basic, body
    }

    private enum TLSKey: String, JSON5Key {
        case minimum, maximum, ciphers, securityLevel, needsHTTP1, needsServerName, resumes
    }

    private enum ClientsKey: String, JSON5Key {
        case mode, names, furtherNames, anchors, knows, refusesByStatus
    }

    private enum BasicKey: String, JSON5Key {
        case realm, user, password
    }

    var certificates = CertificateReader(defaults: CertificateReader.bare)
    var sends: [String] = []
    var tls = ScenarioRecipe.TLS(
        minimum: .v1_2,
        maximum: .v1_3,
        ciphers: nil,
        securityLevel: 2,
        needsHTTP1: false,
        needsServerName: false,
        resumes: true
    )
    var clients = ScenarioRecipe.ClientCertificates(
        mode: .none,
        names: [],
        furtherNames: 0,
        anchors: [],
        knows: [],
        refusesByStatus: false
    )

    func read(_ member: JSON5Member) throws(Problem) -> ScenarioRecipe {
        let name = member.key
        guard Self.isName(name) else {
            throw member.value.unfit("the name \"\(name)\"", wanted: "letters a to z, digits, hyphens and dots")
        }
        let object = try member.value.object(Key.self)
        let host =
            try object[.host].map { value throws(Problem) in try Self.host(value, name) } ?? name + LabNames.suffix
        let clients = try object[.clientCertificate].map(readClients) ?? clients
        let certificate =
            try object[.certificate].map { value throws(Problem) in
                try certificates.read(value, placeholders: ["host": host, "name": name])
            } ?? certificates.defaults.replacing(["host": host, "name": name])
        return ScenarioRecipe(
            scenario: LabScenario(
                name: name,
                serves: try object.require(.serves).string(),
                soundClient: try object.require(.soundClient).string(),
                host: host,
                port: try object.require(.port).integer(in: 1...65_535),
                clientCertificate: clients.mode,
                code: try object[.raises].map(Self.code),
                codeWithIdentity: try object[.raisesWithIdentity].map(Self.code),
                codeWithLeafAlone: try object[.raisesWithLeafAlone].map(Self.code)
            ),
            position: member.keyPosition,
            certificate: certificate,
            sends: try object[.sends]?.strings() ?? sends,
            speaks: try object[.speaks]?.choice() ?? .tls,
            tls: try object[.tls].map(readTLS) ?? tls,
            clients: clients,
            basic: try object[.basic].map(readBasic),
            body: try object[.body]?.choice() ?? .whole
        )
    }

    func readTLS(_ value: JSON5Value) throws(Problem) -> ScenarioRecipe.TLS {
        let object = try value.object(TLSKey.self)
        var result = tls
        if let value = object[.minimum] { result.minimum = try value.choice() }
        if let value = object[.maximum] { result.maximum = try value.choice() }
        guard result.minimum <= result.maximum else {
            throw value.unfit(
                "\(result.minimum.rawValue) to \(result.maximum.rawValue)",
                wanted: "a minimum that is not above the maximum"
            )
        }
        if let value = object[.ciphers] { result.ciphers = try value.string() }
        if let value = object[.securityLevel] { result.securityLevel = try value.integer(in: 0...5) }
        if let value = object[.needsHTTP1] { result.needsHTTP1 = try value.boolean() }
        if let value = object[.needsServerName] { result.needsServerName = try value.boolean() }
        if let value = object[.resumes] { result.resumes = try value.boolean() }
        return result
    }

    func readClients(_ value: JSON5Value) throws(Problem) -> ScenarioRecipe.ClientCertificates {
        let object = try value.object(ClientsKey.self)
        var result = clients
        if let value = object[.mode] { result.mode = try value.choice() }
        if let value = object[.names] { result.names = try value.strings() }
        if let value = object[.furtherNames] { result.furtherNames = try value.integer(in: 0...10_000) }
        if let value = object[.anchors] { result.anchors = try value.strings() }
        if let value = object[.knows] { result.knows = try value.strings() }
        if let value = object[.refusesByStatus] { result.refusesByStatus = try value.boolean() }
        return result
    }

    private func readBasic(_ value: JSON5Value) throws(Problem) -> ScenarioRecipe.Basic {
        let object = try value.object(BasicKey.self)
        return ScenarioRecipe.Basic(
            realm: try object.require(.realm).string(),
            user: try object.require(.user).string(),
            password: try object.require(.password).string()
        )
    }

    /// 127.0.0.1, or a name that ends with the scenario's own.
    private static func host(_ value: JSON5Value, _ name: String) throws(Problem) -> String {
        let host = try value.string()
        guard host == "127.0.0.1" || host.hasSuffix("." + name + LabNames.suffix) else {
            throw value.unfit("\"\(host)\"", wanted: "127.0.0.1 or a name that ends with .\(name)\(LabNames.suffix)")
        }
        return host
    }

    private static func code(_ value: JSON5Value) throws(Problem) -> DiagnosisCode {
        let text = try value.string()
        let code = DiagnosisCode(rawValue: text)
        guard DiagnosisTable.entry(code) != nil else {
            let near = NearestName.to(text, among: DiagnosisTable.entries.map(\.code.rawValue))
            throw value.unfit("\"\(text)\"", wanted: "a code of DIAGNOSES.md\(near.map { " (\($0)?)" } ?? "")")
        }
        return code
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix(".") && !text.hasSuffix(".")
            && text.utf8.allSatisfy { byte in
                (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
            }
    }
}
