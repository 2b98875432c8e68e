// Unchecked: the EVP_PKEY is only read after `init`, which OpenSSL allows from any thread.

/// A private key in the default library context. It never leaves the module's files as bytes.
final class PrivateKey: @unchecked Sendable {
    /// The DER encoding of its public half's SubjectPublicKeyInfo.
    let publicKeyInfo: [UInt8]
    /// Type and size.
    let kind: Certificate.KeyKind

    private let handle: OpaquePointer

    /// Takes over one reference of an EVP_PKEY.
    init(takingOwnershipOf handle: OpaquePointer) {
        self.handle = handle
        publicKeyInfo = OpenSSLKey.publicKeyInfo(handle)
        kind = OpenSSLCertificate.keyKind(ofKey: handle)
    }

    deinit { OpenSSLKey.free(handle) }

    /// SHA-256 of the public half.
    var publicKeySHA256: SHA256Digest { SHA256Digest(of: publicKeyInfo) }

    /// Whether this is the key of a certificate.
    func belongs(to certificate: Certificate) -> Bool { OpenSSLKey.matches(handle, certificate) }

    /// An identity made of this key and its certificate.
    func identity(file: String, name: String?, leaf: Certificate, chain: [Certificate]) -> Identity {
        Identity(takingOwnershipOf: OpenSSLKey.retain(handle), file: file, name: name, leaf: leaf, chain: chain)
    }
}
