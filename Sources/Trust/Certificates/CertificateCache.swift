import Synchronization

/// Remembers decoded certificates by their SHA-256, so that a chain seen again is not decoded again.
///
/// Bounded: what was not asked for since the younger half filled up goes.
final class CertificateCache: Sendable {
    /// The one of this process.
    static let shared = CertificateCache(certificates: 4096, bytes: 16 << 20)

    private struct Halves {
        var young: [SHA256Digest: PresentedCertificate] = [:]
        var old: [SHA256Digest: PresentedCertificate] = [:]
        var youngBytes = 0
    }

    private let halves = Mutex(Halves())
    private let certificatesPerHalf: Int
    private let bytesPerHalf: Int

    /// A cache of at most so many certificates and bytes of DER.
    init(certificates: Int, bytes: Int) {
        certificatesPerHalf = max(1, certificates / 2)
        bytesPerHalf = max(1, bytes / 2)
    }

    /// The certificate of these bytes: remembered, or decoded now.
    ///
    /// - Parameter decode: makes it where decoding the bytes would be a detour; nil when they are none.
    func presented(der: [UInt8], decode: (() -> Certificate?)? = nil) -> PresentedCertificate {
        let key = SHA256Digest(of: der)
        if let known = halves.withLock({ find(key, &$0) }) { return known }
        // Outside the lock: two threads may both decode, which is harmless.
        let new: PresentedCertificate
        if let decode {
            new = decode().map { PresentedCertificate($0) } ?? PresentedCertificate(encoded: der, certificate: nil)
        } else {
            new = PresentedCertificate(encoded: der)
        }
        halves.withLock { keep(key, new, &$0) }
        return new
    }

    /// What a text presents (its first CERTIFICATE block, or its own bytes where there is none): remembered, or decoded
    /// now.
    func presented(text: String) -> PresentedCertificate {
        // A text has another digest than the bytes in it, so that both have their place.
        let key = SHA256Digest(of: Array(text.utf8))
        if let known = halves.withLock({ find(key, &$0) }) { return known }
        let new = presented(der: CertificateText.bytes(ofPEM: text) ?? [UInt8](text.utf8))
        halves.withLock { keep(key, new, &$0) }
        return new
    }

    /// How many certificates are remembered.
    var count: Int { halves.withLock { $0.young.count + $0.old.count } }

    private func find(_ key: SHA256Digest, _ halves: inout Halves) -> PresentedCertificate? {
        if let young = halves.young[key] { return young }
        guard let old = halves.old.removeValue(forKey: key) else { return nil }
        keep(key, old, &halves)
        return old
    }

    private func keep(_ key: SHA256Digest, _ value: PresentedCertificate, _ halves: inout Halves) {
        guard value.encoded.count <= bytesPerHalf else { return }
        if halves.young.count >= certificatesPerHalf || halves.youngBytes + value.encoded.count > bytesPerHalf {
            halves.old = halves.young
            halves.young = [:]
            halves.youngBytes = 0
        }
        if halves.young.updateValue(value, forKey: key) == nil { halves.youngBytes += value.encoded.count }
    }
}
