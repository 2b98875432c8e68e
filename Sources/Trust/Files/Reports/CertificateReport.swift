import Diagnosis

/// What `--json` says of one certificate in a file.
public struct CertificateReport: Hashable, Sendable, Codable {
    /// Its place in the file, from 0.
    public var number: Int
    /// The subject's text; empty for one that does not decode.
    public var subject: String
    /// The issuer's text.
    public var issuer: String
    /// In hexadecimal, colon-separated.
    public var serialNumber: String?
    /// First instant of validity, RFC 3339, UTC.
    public var notBefore: String?
    /// Last instant of validity, RFC 3339, UTC.
    public var notAfter: String?
    /// Type and size of the key: `EC P-256`.
    public var key: String?
    /// The signature algorithm: `ecdsa-with-SHA256`.
    public var signatureAlgorithm: String?
    /// The dNSNames.
    public var dnsNames: [String]
    /// The iPAddresses in their usual text form.
    public var ipAddresses: [String]
    /// Whether it is a certificate authority's; absent without basic constraints.
    public var isAuthority: Bool?
    /// The path length limit; absent without one.
    public var pathLength: Int?
    /// Key usage bits by name; absent without the extension.
    public var keyUsage: [String]?
    /// Extended key usages by name, else as object identifiers; absent without the extension.
    public var extendedKeyUsage: [String]?
    /// SHA-256 of the DER bytes, or of whatever stood in their place.
    public var sha256: SHA256Digest
    /// The key pin, `sha256//BASE64`.
    public var spki: String?

    /// The report of a presented certificate.
    public init(number: Int, _ presented: PresentedCertificate) {
        self.number = number
        sha256 = presented.sha256
        let certificate = presented.certificate
        subject = certificate?.subject.text ?? ""
        issuer = certificate?.issuer.text ?? ""
        serialNumber = certificate?.serialNumber
        notBefore = certificate.map { UTC.rfc3339($0.notBefore) }
        notAfter = certificate.map { UTC.rfc3339($0.notAfter) }
        key = certificate?.key.description
        signatureAlgorithm = certificate?.signatureAlgorithm
        dnsNames = certificate?.dnsNames ?? []
        ipAddresses = certificate?.ipAddressTexts ?? []
        isAuthority = certificate?.basicConstraints?.isAuthority
        pathLength = certificate?.basicConstraints?.pathLength
        keyUsage = certificate?.keyUsage
        extendedKeyUsage = certificate?.extendedKeyUsage?.map(ObjectIdentifierName.name)
        spki = certificate?.spkiPin
    }
}
