import Diagnosis

/// Reads the entry of a scenario: what it says, over what holds for all.
struct ScenarioReader {
    private enum Key: String, JSON5Key {
        case port, serves, soundClient, raises, raisesWithIdentity, raisesWithLeafAlone, host
        case certificate, sends, speaks, tls, clientCertificate, basic, digest, body, answer, closesEach, judged
    }

    private enum TLSKey: String, JSON5Key {
        case minimum, maximum, ciphers, securityLevel, needsHTTP1, needsServerName, resumes
        case dhBits, dhGroup, http2, staples
    }

    private enum ClientsKey: String, JSON5Key {
        case mode, names, furtherNames, anchors, knows, refusesByStatus, late
    }

    private enum LoginKey: String, JSON5Key {
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
        resumes: true,
        finiteFieldBits: nil,
        finiteField: .sound,
        speaksHTTP2: false,
        staples: false
    )
    var clients = ScenarioRecipe.ClientCertificates(
        mode: .none,
        names: [],
        furtherNames: 0,
        anchors: [],
        knows: [],
        refusesByStatus: false,
        isLate: false
    )

    func read(_ member: JSON5Member) throws(Problem) -> ScenarioRecipe {
        let name = member.key
        guard Self.isName(name), name != LabRecipe.filesName else {
            throw member.value.unfit(
                "the name \"\(name)\"",
                wanted: "letters a to z, digits, hyphens and dots, and not files"
            )
        }
        let object = try member.value.object(Key.self)
        let host =
            try object[.host].map { value throws(Problem) in try Self.host(value, name) } ?? name + LabNames.suffix
        let clients = try object[.clientCertificate].map(readClients) ?? clients
        let certificate =
            try object[.certificate].map { value throws(Problem) in
                try certificates.read(value, placeholders: ["host": host, "name": name])
            } ?? certificates.defaults.replacing(["host": host, "name": name])
        let code = try object[.raises].map(Self.code)
        let tls = try object[.tls].map(readTLS) ?? tls
        var scenario = LabScenario(
            name: name,
            serves: try object.require(.serves).string(),
            soundClient: try object.require(.soundClient).string(),
            host: host,
            port: try object.require(.port).integer(in: 1...65_535),
            clientCertificate: clients.mode,
            code: code,
            codeWithIdentity: try object[.raisesWithIdentity].map(Self.code),
            codeWithLeafAlone: try object[.raisesWithLeafAlone].map(Self.code)
        )
        if let judged = object[.judged] { scenario.expectation = try judged.choice() }
        // A right certificate carries localhost; where it does not, or where the name in the hello counts, only the
        // scenario's own name will do.
        let isNamed = certificate.names.contains(.dns("localhost")) && !tls.needsServerName
        scenario.needsOwnName = host != "127.0.0.1" && !isNamed && scenario.expectation != .refuses
        let digest = try object[.digest].map { value throws(Problem) in try Self.login(value, .digest) }
        let basic = try object[.basic].map { value throws(Problem) in try Self.login(value, .basic) }
        return ScenarioRecipe(
            scenario: scenario,
            position: member.keyPosition,
            certificate: certificate,
            sends: try object[.sends]?.strings() ?? sends,
            speaks: try object[.speaks]?.choice() ?? .tls,
            tls: tls,
            clients: clients,
            login: digest ?? basic,
            body: try object[.body]?.choice() ?? .whole,
            answer: try object[.answer]?.choice() ?? .echo,
            closesEach: try object[.closesEach]?.boolean() ?? false
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
        if let value = object[.http2] { result.speaksHTTP2 = try value.boolean() }
        if let value = object[.staples] { result.staples = try value.boolean() }
        if let value = object[.dhBits] {
            let bits = try value.integer()
            guard [1024, 2048].contains(bits) else { throw value.unfit("\(bits)", wanted: "1024 or 2048") }
            result.finiteFieldBits = bits
        }
        if let value = object[.dhGroup] { result.finiteField = try value.choice() }
        return result
    }

    func readClients(_ value: JSON5Value) throws(Problem) -> ScenarioRecipe.ClientCertificates {
        let object = try value.object(ClientsKey.self)
        var result = clients
        if let value = object[.mode] { result.mode = try value.choice() }
        if let value = object[.names] { result.names = try Self.entries(value) }
        if let value = object[.furtherNames] { result.furtherNames = try value.integer(in: 0...10_000) }
        if let value = object[.anchors] { result.anchors = try Self.entries(value) }
        if let value = object[.knows] { result.knows = try Self.entries(value) }
        if let value = object[.late] { result.isLate = try value.boolean() }
        if let value = object[.refusesByStatus] { result.refusesByStatus = try value.boolean() }
        return result
    }

    /// The names of authorities, or with the kind before it: `identity client`.
    private static func entries(_ value: JSON5Value) throws(Problem) -> [EntryName] {
        var result: [EntryName] = []
        for element in try value.array() {
            let text = try element.string()
            result.append(text.contains(" ") ? try CertificateReader.entryName(element) : .authority(text))
        }
        return result
    }

    private static func login(
        _ value: JSON5Value,
        _ scheme: ScenarioRecipe.Login.Scheme
    ) throws(Problem) -> ScenarioRecipe.Login {
        let object = try value.object(LoginKey.self)
        return ScenarioRecipe.Login(
            scheme: scheme,
            realm: try object.require(.realm).string(),
            user: try object.require(.user).string(),
            password: try object.require(.password).string()
        )
    }

    /// 127.0.0.1, a name that ends with the scenario's own, or that name with a dot at its end.
    private static func host(_ value: JSON5Value, _ name: String) throws(Problem) -> String {
        let host = try value.string()
        let own = name + LabNames.suffix
        guard host == "127.0.0.1" || host == own + "." || host.hasSuffix("." + own) else {
            throw value.unfit("\"\(host)\"", wanted: "127.0.0.1 or a name that ends with .\(own)")
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
