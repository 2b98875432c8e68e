import Diagnosis

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

    /// Whether a client that sends a request here is vulnerable: a sound one finds a fault of the server's certificate,
    /// or a version that is too old, and stops before.
    public var isFaulty: Bool {
        guard let code else { return false }
        let trust = ["chain", "date", "host", "pin", "policy", "revocation"]
        return trust.contains(String(code.area)) || code == .wireVersion
    }

    /// The name.
    public var id: String { name }

    /// The address inside countersign: `https://good.lab.test/`, or with the port where the host is an address.
    public var url: String {
        host.hasSuffix(LabNames.suffix) ? "https://\(host)/" : "https://\(host):\(port)/"
    }

    /// The address for any other program: `https://localhost:9443/`.
    public var urlForOthers: String { "https://localhost:\(port)/" }

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
        guard host.hasSuffix(LabNames.suffix) else { return (words + [url]).joined(separator: " ") }
        words += ["--resolve", "\(host):\(port):127.0.0.1", "https://\(host):\(port)/"]
        return words.joined(separator: " ")
    }

    /// A word for a shell, whatever is in it.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
