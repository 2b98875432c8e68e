/// A certificate as a peer or a file presented it: its bytes, and what they decode to, if they do.
public struct PresentedCertificate: Hashable, Sendable {
    /// The bytes as received: DER, or whatever stood where DER was expected.
    public let encoded: [UInt8]
    /// The decoded certificate; nil when the bytes are none (`chain.malformed`).
    public let certificate: Certificate?

    /// A certificate that decoded.
    public init(_ certificate: Certificate) {
        encoded = certificate.der
        self.certificate = certificate
    }

    /// Bytes that are tried as DER.
    public init(encoded: [UInt8]) {
        self.encoded = encoded
        certificate = try? Certificate(der: encoded)
    }

    /// Bytes and what they are known to decode to.
    init(encoded: [UInt8], certificate: Certificate?) {
        self.encoded = encoded
        self.certificate = certificate
    }

    /// SHA-256 of the bytes.
    public var sha256: SHA256Digest { certificate?.sha256 ?? SHA256Digest(of: encoded) }

    /// Two are the same when their bytes are.
    public static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

    /// Hashes the bytes, or the digest of them that is at hand.
    public func hash(into hasher: inout Hasher) {
        if let certificate { hasher.combine(certificate.sha256) } else { hasher.combine(encoded) }
    }
}
