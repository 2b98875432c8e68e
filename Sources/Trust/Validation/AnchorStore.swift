import Synchronization

/// A system's store of anchors, from which a certificate is decoded when a chain asks for it.
///
/// A machine has some 140 roots and a chain needs one or two; decoding all of them takes longer than everything else
/// that one request needs.
public final class AnchorStore: Sendable {
    private struct Entry: Sendable {
        let der: [UInt8]
        let subject: [UInt8]
    }

    private let entries: [Entry]
    private let bySubject: [UInt: [Int]]
    /// SHA-256 over all of its certificates, in their order.
    private let digest: SHA256Digest

    /// A store of certificates in DER; what has not the shape of a certificate is left out.
    public init(der certificates: [[UInt8]]) {
        let entries = certificates.compactMap { der in
            CertificateShape(der).map { Entry(der: der, subject: Array($0.subject)) }
        }
        bySubject = Dictionary(grouping: entries.indices) { OpenSSLIssuance.nameHash(entries[$0].subject) }
        self.entries = entries
        digest = SHA256Digest(of: entries.flatMap(\.der))
    }

    /// A store of the certificates in a PEM text (RFC 7468).
    public convenience init(pem text: [UInt8]) {
        let labels: Set<String> = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"]
        self.init(
            der: OpenSSLCertificateBundle.certificates(in: text)
                ?? PEMScanner(text[...]).blocks.filter { labels.contains($0.label) }.map(\.bytes)
        )
    }

    /// How many certificates it holds.
    public var count: Int { entries.count }

    /// Every certificate, each decoded now.
    public var certificates: [Certificate] { entries.indices.compactMap(certificate) }

    /// The anchors that issued a member of a chain, or that a chain holds itself, and those that issued an anchor found
    /// so: every anchor that a path from the chain can touch. Names are compared as RFC 5280 §7.1 wants it.
    public func withinReach(of chain: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        var taken: Set<Int> = []
        var wanted = chain.map(\.issuer.der) + chain.map(\.subject.der)
        var asked: Set<[UInt8]> = []
        while let name = wanted.popLast() {
            guard asked.insert(name).inserted else { continue }
            for index in bySubject[OpenSSLIssuance.nameHash(name)] ?? [] where taken.insert(index).inserted {
                guard let anchor = certificate(index) else { continue }
                found.append(anchor)
                wanted.append(anchor.issuer.der)
            }
        }
        return found
    }

    private func certificate(_ index: Int) -> Certificate? {
        CertificateCache.shared.presented(der: entries[index].der).certificate
    }
}

extension AnchorStore: Hashable {
    /// Two stores are equal when they hold the same certificates in the same order.
    public static func == (left: AnchorStore, right: AnchorStore) -> Bool {
        left === right || left.digest == right.digest
    }

    /// Hashes the digest of the whole.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
