import Diagnosis
import Foundation

/// What may be shown and stored of an identity: everything but the key.
public struct IdentitySummary: Hashable, Sendable, Codable {
    /// The file's name, without its folder.
    public var file: String
    /// The subject's common name, or its whole text.
    public var subject: String
    /// The issuer's text.
    public var issuer: String
    /// SHA-256 of the leaf.
    public var leaf: SHA256Digest
    /// SHA-256 of the public key, as a pin shows it.
    public var publicKey: SHA256Digest
    /// The key's type and size.
    public var key: Certificate.KeyKind
    /// Last instant of validity, UTC.
    public var notAfter: Date
    /// The further certificates in the file that belong to the leaf's chain, by SHA-256, leaf's issuer first.
    public var chain: [SHA256Digest]

    /// A summary of known parts.
    public init(
        file: String,
        subject: String,
        issuer: String,
        leaf: SHA256Digest,
        publicKey: SHA256Digest,
        key: Certificate.KeyKind,
        notAfter: Date,
        chain: [SHA256Digest]
    ) {
        self.file = file
        self.subject = subject
        self.issuer = issuer
        self.leaf = leaf
        self.publicKey = publicKey
        self.key = key
        self.notAfter = notAfter
        self.chain = chain
    }
}
