import Diagnosis

/// A pin: a certificate, or the hash of a public key.
public enum Pin: Hashable, Sendable {
    /// A certificate; in key mode its public key counts.
    case certificate(Certificate)
    /// SHA-256 of a SubjectPublicKeyInfo, written `sha256//BASE64` (RFC 7469's value, curl's form).
    case publicKey(SHA256Digest)
    /// A DER blob that is no certificate: it stays in the certificate set and can never match.
    case unusable([UInt8])
}
