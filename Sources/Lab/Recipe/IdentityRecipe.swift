/// A client identity of the lab and the files it is handed out in.
struct IdentityRecipe: Hashable, Sendable {
    /// How a PKCS#12 file is encrypted.
    enum Protection: String, Hashable, Sendable, CaseIterable {
        /// AES-256 and an HMAC with SHA-256: what OpenSSL 3 writes.
        case aes
        /// Triple DES and an HMAC with SHA-1: what every client opens, iOS before 18 included.
        case tripleDES = "3des"
    }

    var certificate: CertificateRecipe
    /// The authorities whose certificates lie in the file beside the leaf, its issuer first.
    var chain: [String]
    /// The PKCS#12 file's pass phrase.
    var passPhrase: String
    /// The PKCS#12 file's encryption.
    var protection: Protection
}
