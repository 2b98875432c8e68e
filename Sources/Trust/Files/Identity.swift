// Unchecked: the EVP_PKEY is only read after `init`, which OpenSSL allows from any thread.

/// A certificate with its private key, and the further certificates that came in the same file.
public final class Identity: @unchecked Sendable {
    /// The name of the file it came from, without its folder.
    public let file: String
    /// The friendly name that a container gives it, sanitised; nil without one.
    public let name: String?
    /// The certificate that belongs to the key.
    public let leaf: Certificate
    /// The file's other certificates that lead up from the leaf, its issuer first.
    public let chain: [Certificate]

    private let key: OpaquePointer

    /// Takes over one reference of an EVP_PKEY (freed with this object).
    package init(
        takingOwnershipOf key: OpaquePointer,
        file: String,
        name: String? = nil,
        leaf: Certificate,
        chain: [Certificate]
    ) {
        self.key = key
        self.file = file
        self.name = name
        self.leaf = leaf
        self.chain = chain
    }

    deinit { OpenSSLKey.free(key) }

    /// Lends the EVP_PKEY for the time of the call; it must not be changed or kept.
    package func withKey<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result { try body(key) }

    /// What may be shown and stored of it.
    public var summary: IdentitySummary {
        IdentitySummary(
            file: file,
            subject: leaf.subject.shortText,
            issuer: leaf.issuer.text,
            leaf: leaf.sha256,
            publicKey: leaf.publicKeySHA256,
            key: leaf.key,
            notAfter: leaf.notAfter,
            chain: chain.map(\.sha256)
        )
    }
}
