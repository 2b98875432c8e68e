import Foundation
import Trust

/// What a certificate says about itself, as `certificate --json` and `identity --json` print it.
public struct CertificateFacts: Encodable, Sendable {
    /// What every document says of a certificate: subject, issuer, hashes, dates, names.
    public let summary: CertificateSummary
    /// The serial number in hexadecimal, colon-separated; nil for one that does not decode.
    public let serialNumber: String?
    /// The signature algorithm's name.
    public let signatureAlgorithm: String?
    /// Whether it may issue certificates; nil without the extension.
    public let isAuthority: Bool?
    /// The largest number of intermediates below; nil without a limit.
    public let pathLength: Int?
    /// The names of the key usage bits; nil without the extension.
    public let keyUsage: [String]?
    /// The extended key usages as dotted object identifiers; nil without the extension.
    public let extendedKeyUsage: [String]?
    /// Addresses from which the issuer can be fetched.
    public let issuerAddresses: [String]

    private enum CodingKeys: String, CodingKey {
        case serialNumber, signatureAlgorithm, isAuthority, pathLength, keyUsage, extendedKeyUsage, issuerAddresses
    }

    /// The facts of a certificate.
    ///
    /// - Parameter place: where it stands in its file or chain, 0 first.
    public init(_ presented: PresentedCertificate, at place: Int) {
        let certificate = presented.certificate
        summary = CertificateSummary(
            presented: presented,
            role: CertificateSummary.role(of: certificate, at: place)
        )
        serialNumber = certificate?.serialNumber
        signatureAlgorithm = certificate?.signatureAlgorithm
        isAuthority = certificate?.basicConstraints?.isAuthority
        pathLength = certificate?.basicConstraints?.pathLength
        keyUsage = certificate?.keyUsage
        extendedKeyUsage = certificate?.extendedKeyUsage
        issuerAddresses = certificate?.issuerAddresses ?? []
    }

    /// Writes the summary's fields and the others side by side.
    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(serialNumber, forKey: .serialNumber)
        try container.encodeIfPresent(signatureAlgorithm, forKey: .signatureAlgorithm)
        try container.encodeIfPresent(isAuthority, forKey: .isAuthority)
        try container.encodeIfPresent(pathLength, forKey: .pathLength)
        try container.encodeIfPresent(keyUsage, forKey: .keyUsage)
        try container.encodeIfPresent(extendedKeyUsage, forKey: .extendedKeyUsage)
        if !issuerAddresses.isEmpty { try container.encode(issuerAddresses, forKey: .issuerAddresses) }
    }
}
