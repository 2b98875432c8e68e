import Diagnosis
import Foundation

// Unchecked: the X509 is decoded and its extensions cached in `init`; afterwards it is only read, which OpenSSL allows
// from any thread.

/// An X.509 certificate, decoded once and never changed.
///
/// Two certificates are equal when their DER bytes are.
public final class Certificate: @unchecked Sendable {
    /// The DER encoding.
    public let der: [UInt8]
    /// SHA-256 of the DER encoding.
    public let sha256: SHA256Digest
    /// The DER encoding of the SubjectPublicKeyInfo.
    public let publicKeyInfo: [UInt8]
    /// SHA-256 of the SubjectPublicKeyInfo: what key pins compare.
    public let publicKeySHA256: SHA256Digest
    /// The subject.
    public let subject: DistinguishedName
    /// The issuer.
    public let issuer: DistinguishedName
    /// The serial number in hexadecimal, colon-separated: `04:9c:11`.
    public let serialNumber: String
    /// First instant of validity, UTC, inclusive; `distantFuture` where the field is no time.
    public let notBefore: Date
    /// Last instant of validity, UTC, inclusive; `distantPast` where the field is no time.
    public let notAfter: Date
    /// The subject alternative names in their order; nil without the extension.
    public let alternativeNames: [GeneralName]?
    /// The public key's type and size.
    public let key: KeyKind
    /// The signature algorithm's name, for example `ecdsa-with-SHA256`.
    public let signatureAlgorithm: String
    /// The digest of the signature (`sha256`, `sha1`, `md5` …); nil where the algorithm has none of its own (Ed25519).
    public let signatureDigest: String?
    /// Basic constraints; nil without the extension.
    public let basicConstraints: BasicConstraints?
    /// The names of the key usage bits that are set; nil without the extension.
    public let keyUsage: [String]?
    /// The extended key usages as dotted object identifiers; nil without the extension.
    public let extendedKeyUsage: [String]?
    /// The subject key identifier; nil without the extension.
    public let subjectKeyIdentifier: [UInt8]?
    /// The authority key identifier's key identifier; nil without it.
    public let authorityKeyIdentifier: [UInt8]?
    /// Addresses from which the issuer's certificate can be fetched (authority information access, caIssuers).
    public let issuerAddresses: [String]
    /// Addresses of OCSP responders.
    public let ocspAddresses: [String]

    private let handle: OpaquePointer

    /// Decodes one certificate.
    ///
    /// - Parameter der: exactly one certificate; trailing bytes are an error.
    /// - Throws: `chain.malformed`.
    public convenience init(der: [UInt8]) throws(Problem) {
        guard let handle = OpenSSLCertificate.decode(der) else { throw Problem.certificateMalformed(bytes: der.count) }
        self.init(takingOwnershipOf: handle, der: der)
    }

    /// Takes over one reference of an X509 (freed with this object).
    package convenience init(takingOwnershipOf handle: OpaquePointer) {
        self.init(takingOwnershipOf: handle, der: OpenSSLCertificate.encode(handle))
    }

    /// Takes over one reference of an X509 whose encoding is at hand.
    init(takingOwnershipOf handle: OpaquePointer, der: [UInt8]) {
        self.handle = handle
        self.der = der
        sha256 = SHA256Digest(of: der)
        publicKeyInfo = OpenSSLCertificate.publicKeyInfo(handle)
        publicKeySHA256 = SHA256Digest(of: publicKeyInfo)
        subject = OpenSSLCertificate.subject(handle)
        issuer = OpenSSLCertificate.issuer(handle)
        serialNumber = OpenSSLCertificate.serialNumber(handle)
        notBefore = OpenSSLCertificate.notBefore(handle)
        notAfter = OpenSSLCertificate.notAfter(handle)
        alternativeNames = OpenSSLCertificate.alternativeNames(handle)
        key = OpenSSLCertificate.keyKind(handle)
        (signatureAlgorithm, signatureDigest) = OpenSSLCertificate.signature(handle)
        basicConstraints = OpenSSLCertificate.basicConstraints(handle)
        keyUsage = OpenSSLCertificate.keyUsage(handle)
        extendedKeyUsage = OpenSSLCertificate.extendedKeyUsage(handle)
        subjectKeyIdentifier = OpenSSLCertificate.subjectKeyIdentifier(handle)
        authorityKeyIdentifier = OpenSSLCertificate.authorityKeyIdentifier(handle)
        (issuerAddresses, ocspAddresses) = OpenSSLCertificate.informationAccess(handle)
    }

    deinit { OpenSSLCertificate.free(handle) }

    /// Lends the X509 for the time of the call; it must not be changed or kept.
    package func withX509<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result { try body(handle) }
}

extension Certificate {
    /// The certificate's role and size of its basic constraints (RFC 5280 §4.2.1.9).
    public struct BasicConstraints: Hashable, Sendable, Codable {
        /// Whether the subject is a certificate authority.
        public let isAuthority: Bool
        /// The largest number of intermediates below; nil without a limit.
        public let pathLength: Int?
    }

    /// Type and size of a public key.
    public struct KeyKind: Hashable, Sendable, Codable, CustomStringConvertible {
        /// `RSA`, `EC`, `Ed25519`, `Ed448`, `DSA`, `SM2` or OpenSSL's name of the algorithm.
        public let algorithm: String
        /// The size in bits.
        public let bits: Int
        /// The curve's name (`P-256`); nil for other keys.
        public let curve: String?

        /// A kind of key by its parts.
        public init(algorithm: String, bits: Int, curve: String? = nil) {
            self.algorithm = algorithm
            self.bits = bits
            self.curve = curve
        }

        /// `EC P-256`, `RSA 2048`, `Ed25519`.
        public var description: String {
            if let curve { return "\(algorithm) \(curve)" }
            return algorithm.hasPrefix("Ed") ? algorithm : "\(algorithm) \(bits)"
        }
    }

    /// Whether subject and issuer are the same name.
    public var isSelfIssued: Bool { subject.der == issuer.der }

    /// The public key as a pin: `sha256//` and base64 of the SHA-256 of its SubjectPublicKeyInfo.
    public var spkiPin: String { publicKeySHA256.pin }

    /// The certificate in PEM armor.
    public var pem: String { CertificateText.pem(der) }

    /// Whether now is within the validity, both ends included.
    public func isValid(at date: Date) -> Bool { notBefore <= date && date < notAfter.addingTimeInterval(1) }

    /// The dNSNames among the alternative names.
    public var dnsNames: [String] {
        (alternativeNames ?? []).compactMap { if case .dns(let name) = $0 { name } else { nil } }
    }

    /// The iPAddresses among the alternative names, as raw bytes.
    public var ipAddresses: [[UInt8]] {
        (alternativeNames ?? []).compactMap { if case .ipAddress(let bytes) = $0 { bytes } else { nil } }
    }
}

extension Certificate: Hashable {
    /// Compares the DER bytes.
    public static func == (left: Certificate, right: Certificate) -> Bool {
        left === right || left.sha256 == right.sha256
    }

    /// Hashes the certificate's SHA-256.
    public func hash(into hasher: inout Hasher) { hasher.combine(sha256) }
}
