import Synchronization

/// What verifying one certificate's signature with another's key gave.
enum SignatureCheck: Hashable, Sendable {
    /// The signature holds.
    case valid
    /// It holds over the signed bytes, but the algorithm identifiers inside and outside differ in their parameters, NULL
    /// against absent. OpenSSL calls that a failure (X509_V_ERR 7); Apple compares the identifiers alone.
    case validButForParameters
    /// It does not hold.
    case invalid
}

/// Remembers signature checks, so that each pair of certificates is checked once, whoever asks.
///
/// A check depends on nothing but the two certificates, so remembering it changes no answer.
final class SignatureMemo: Sendable {
    /// The process's memo.
    static let shared = SignatureMemo()

    private struct Pair: Hashable {
        var certificate: SHA256Digest
        var issuer: SHA256Digest
    }

    private let checks = Mutex<[Pair: SignatureCheck]>([:])
    private let limit = 8192

    /// The check of `certificate` with the key of `issuer`, made now or before.
    func check(_ certificate: Certificate, by issuer: Certificate) -> SignatureCheck {
        let pair = Pair(certificate: certificate.sha256, issuer: issuer.sha256)
        if let known = checks.withLock({ $0[pair] }) { return known }
        let result = OpenSSLSignature.check(certificate, by: issuer)
        checks.withLock {
            if $0.count >= limit { $0.removeAll(keepingCapacity: true) }
            $0[pair] = result
        }
        return result
    }
}
