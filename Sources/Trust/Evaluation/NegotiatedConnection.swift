/// What client and server agreed on in the handshake.
public struct NegotiatedConnection: Hashable, Sendable, Codable {
    /// `1.0`, `1.1`, `1.2` or `1.3`.
    public var version: String
    /// The cipher suite's OpenSSL name.
    public var cipherSuite: String
    /// The key exchange group (`X25519`, `P-256`); nil for RSA key transport or where unknown.
    public var group: String?
    /// The application protocol (`h2`, `http/1.1`); nil when none was agreed.
    public var applicationProtocol: String?
    /// Whether a session was resumed.
    public var resumed: Bool

    /// A connection of known parts.
    public init(
        version: String,
        cipherSuite: String,
        group: String? = nil,
        applicationProtocol: String? = nil,
        resumed: Bool = false
    ) {
        self.version = version
        self.cipherSuite = cipherSuite
        self.group = group
        self.applicationProtocol = applicationProtocol
        self.resumed = resumed
    }

    /// Whether the key exchange is ephemeral, so that a stolen server key opens no recorded traffic.
    public var hasForwardSecrecy: Bool {
        version == "1.3" || cipherSuite.hasPrefix("ECDHE-") || cipherSuite.hasPrefix("DHE-")
    }
}
