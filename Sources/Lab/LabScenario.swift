import Diagnosis
import Trust

/// One server of the lab: what it serves, where it listens, and what a sound client does with it.
public struct LabScenario: Hashable, Sendable, Codable, Identifiable {
    /// Whether a scenario asks the client who it is.
    public enum ClientCertificate: String, Hashable, Sendable, Codable, CaseIterable {
        /// It does not ask.
        case none
        /// It asks, and takes none too.
        case want
        /// It asks, and refuses a client without one.
        case require
    }

    /// What the judge of a client expects of it here.
    public enum Expectation: String, Hashable, Sendable, Codable, CaseIterable {
        /// A sound client sends its request.
        case accepts
        /// A sound client stops before it sends its request.
        case refuses
        /// Sound clients do either: it depends on what they support.
        case either
        /// It tells nothing about trust and would only cost time.
        case unasked
    }

    /// Its name, as in `https://NAME.lab.test/`.
    public let name: String
    /// What it serves, in a few words, for a list.
    public let serves: String
    /// What a sound client does, in a few words, for a list.
    public let soundClient: String
    /// The host to fire at: `NAME.lab.test`, or 127.0.0.1 where the scenario is about addresses.
    public let host: String
    /// The port it listens on; 0 while the lab is not running.
    public var port: Int
    /// Whether it asks for a client certificate.
    public let clientCertificate: ClientCertificate
    /// What the `system` policy without an identity finds; nil where all is well.
    public let code: DiagnosisCode?
    /// What it finds with the right identity and its chain; nil where all is well.
    public let codeWithIdentity: DiagnosisCode?
    /// What it finds when of that identity the leaf alone is sent; nil where all is well.
    public let codeWithLeafAlone: DiagnosisCode?

    /// What is expected of a client: where the recipe says nothing, it follows from the code.
    public internal(set) var expectation: Expectation
    /// What another program calls this machine: `localhost`, or what the user has named.
    public internal(set) var hostForOthers = "localhost"
    /// Whether it is right under its own name only, so that a client at `localhost` proves nothing.
    public internal(set) var needsOwnName = false

    init(
        name: String,
        serves: String,
        soundClient: String,
        host: String,
        port: Int,
        clientCertificate: ClientCertificate,
        code: DiagnosisCode?,
        codeWithIdentity: DiagnosisCode?,
        codeWithLeafAlone: DiagnosisCode?
    ) {
        self.name = name
        self.serves = serves
        self.soundClient = soundClient
        self.host = host
        self.port = port
        self.clientCertificate = clientCertificate
        self.code = code
        self.codeWithIdentity = codeWithIdentity
        self.codeWithLeafAlone = codeWithLeafAlone
        let trust = ["chain", "date", "host", "revocation"]
        let isFault = code.map { trust.contains(String($0.area)) || $0 == .wireVersion || $0 == .wireDhTooSmall }
        expectation = isFault.map { $0 ? .refuses : .either } ?? .accepts
    }

    /// Whether a client that sends a request here is vulnerable: a sound one finds a fault of the server's certificate,
    /// or a version that is too old, and stops before.
    public var isFaulty: Bool { expectation == .refuses }

    /// The name.
    public var id: String { name }

    /// The address inside countersign: `https://good.lab.test/`, or with the port where the host is an address.
    public var url: String {
        LabNames.contains(host) ? "https://\(host)/" : "https://\(host):\(port)/"
    }

    /// The host in ASCII, as other programs take it in whatever locale.
    public var asciiHost: String { host.utf8.allSatisfy { $0 < 0x80 } ? host : HostName(host).compared }

    /// The address for any other program: `https://localhost:9443/`, or by address where the scenario is about those.
    public var urlForOthers: String { host == "127.0.0.1" ? urlByAddress : "https://\(hostForOthers):\(port)/" }

    /// The same with the address in place of the name: `https://127.0.0.1:9443/`.
    public var urlByAddress: String { "https://127.0.0.1:\(port)/" }

    /// A curl command line that reaches the scenario under its own name and trusts the lab's root.
    ///
    /// - Parameters:
    ///   - rootPath: the lab root as a PEM file.
    ///   - identityPath: a PEM file with the client's certificate, chain and key; given where the scenario asks for one.
    public func curlCommand(rootPath: String, identityPath: String? = nil) -> String {
        var words = ["curl", "--cacert", Self.quoted(rootPath)]
        if let identityPath, clientCertificate != .none { words += ["--cert", Self.quoted(identityPath)] }
        guard LabNames.contains(host) else { return (words + [url]).joined(separator: " ") }
        words += ["--resolve", "\(asciiHost):\(port):127.0.0.1", "https://\(asciiHost):\(port)/"]
        return words.joined(separator: " ")
    }

    /// A word for a shell, whatever is in it.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
