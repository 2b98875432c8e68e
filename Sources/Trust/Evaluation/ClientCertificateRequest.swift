import Foundation

/// What a server asked for when it asked who the client is.
public struct ClientCertificateRequest: Hashable, Sendable, Codable {
    /// The names of acceptable authorities; empty when the server named none.
    public var issuers: [DistinguishedName]
    /// The signature algorithms it takes, by their TLS names (`ecdsa_secp256r1_sha256`).
    public var signatureAlgorithms: [String]
    /// The key types it takes (`RSA`, `EC`, `Ed25519`).
    public var keyTypes: [String]
    /// The host that asks.
    public var host: String
    /// The port that it was asked at; nil where unknown.
    public var port: Int?
    /// The public key of the server's own certificate; nil where unknown.
    public var serverKey: SHA256Digest?
    /// The time, UTC.
    public var date: Date

    /// A request of known parts.
    public init(
        issuers: [DistinguishedName],
        signatureAlgorithms: [String],
        keyTypes: [String],
        host: String,
        date: Date
    ) {
        self.issuers = issuers
        self.signatureAlgorithms = signatureAlgorithms
        self.keyTypes = keyTypes
        self.host = host
        self.date = date
    }
}
