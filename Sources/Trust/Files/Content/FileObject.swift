/// One thing that stands in a file.
struct FileObject {
    enum Kind {
        case certificate(PresentedCertificate)
        case privateKey(PrivateKeyBlock)
        case publicKey(PublicKeyBlock)
        /// A signing request, with its subject where that can be read.
        case request(subject: String?)
        case pkcs12([UInt8])
        /// Anything else that is known and not wanted: a revocation list, parameters.
        case other
    }

    let kind: Kind
    /// The PEM label, or the name of the DER form.
    let label: String
    /// The line of its BEGIN, from 1; nil in DER.
    let line: Int?

    /// Where it stands, for messages.
    func place(number: Int) -> String { line.map { "line \($0)" } ?? "number \(number + 1)" }
}

/// A private key as it stands in a file, perhaps encrypted.
struct PrivateKeyBlock: Sendable {
    enum Form {
        /// PKCS#8 PrivateKeyInfo.
        case pkcs8
        /// PKCS#8 EncryptedPrivateKeyInfo.
        case encryptedPKCS8
        /// The algorithm's own form: PKCS#1, SEC 1, DSA.
        case traditional
        /// The algorithm's own form, encrypted by the PEM headers (RFC 1421).
        case encryptedTraditional(pem: SecretBytes)
        /// A form that is not read here (OpenSSH).
        case foreign
    }

    let form: Form
    let der: SecretBytes
    let label: String

    var isEncrypted: Bool {
        switch form {
        case .encryptedPKCS8, .encryptedTraditional: true
        case .pkcs8, .traditional, .foreign: false
        }
    }
}

/// A bare public key.
struct PublicKeyBlock: Hashable, Sendable {
    /// The DER encoding of its SubjectPublicKeyInfo.
    let publicKeyInfo: [UInt8]

    var sha256: SHA256Digest { SHA256Digest(of: publicKeyInfo) }
}
