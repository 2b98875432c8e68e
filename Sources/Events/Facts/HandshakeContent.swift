/// What is in a handshake message, decoded as far as a diagram of the handshake shows it. Foreign texts are sanitised.
public struct HandshakeContent: Hashable, Sendable, Codable {
    /// Hello: the versions offered, highest first, or the one chosen.
    public var versions: [String]?
    /// Hello: the cipher suites offered, by OpenSSL's names, or the one chosen.
    public var cipherSuites: [String]?
    /// Hello: the groups offered; server's key exchange: the one used.
    public var groups: [String]?
    /// TLS 1.3 hello: the groups for which a key share was sent.
    public var keyShares: [String]?
    /// ClientHello: the name asked for (SNI).
    public var serverName: String?
    /// The application protocols offered, or the one chosen (ALPN).
    public var protocols: [String]?
    /// The signature algorithms offered or asked for, or the one used.
    public var signatureAlgorithms: [String]?
    /// ClientHello: whether an earlier session is offered; ServerHello: whether it is taken.
    public var resumes: Bool?
    /// ClientHello: whether a staple (OCSP) is asked for.
    public var asksForStaple: Bool?
    /// ClientHello: whether certificate timestamps (SCT) are asked for.
    public var asksForTimestamps: Bool?
    /// ServerHello: whether it wants another ClientHello (RFC 8446 §4.1.4).
    public var isRetryRequest: Bool?
    /// CertificateRequest: how many authorities are named.
    public var authorityCount: Int?
    /// CertificateRequest: the first of them.
    public var authorities: [String]?
    /// CertificateRequest of TLS 1.2 and earlier: the types of keys taken.
    public var keyTypes: [String]?
    /// Certificate: how many certificates are in it.
    public var certificateCount: Int?
    /// The size of the staple (OCSP), in bytes.
    public var stapleBytes: Int?
    /// How many certificate timestamps (SCT) came in TLS itself.
    public var timestampCount: Int?
    /// NewSessionTicket: for how long it is good, in seconds.
    public var ticketLifetime: Int?

    /// Content of which nothing is known yet.
    public init() {}
}
