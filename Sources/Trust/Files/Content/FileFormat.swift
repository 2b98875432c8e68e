/// How a file is written; its text is stable and stands in JSON.
public enum FileFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Text with -----BEGIN lines.
    case pem
    /// Certificates in DER, one or several on end.
    case der
    /// A PKCS#12 container.
    case pkcs12
    /// A PKCS#7 bundle in DER.
    case pkcs7
    /// A Java key store (JKS, JCEKS).
    case javaKeyStore = "jks"
    /// A private key in DER.
    case privateKey = "private-key"
    /// A public key in DER.
    case publicKey = "public-key"
    /// A certificate signing request in DER.
    case certificateRequest = "csr"
    /// A revocation list in DER.
    case revocationList = "crl"
    /// A web page.
    case html
    /// A provisioning profile for apps.
    case provisioningProfile = "mobileprovision"
    /// None of these.
    case unrecognized

    /// Its name for people.
    public var title: String {
        switch self {
        case .pem: "PEM"
        case .der: "DER certificate"
        case .pkcs12: "PKCS#12"
        case .pkcs7: "PKCS#7"
        case .javaKeyStore: "Java key store"
        case .privateKey: "private key (DER)"
        case .publicKey: "public key (DER)"
        case .certificateRequest: "certificate signing request (DER)"
        case .revocationList: "revocation list (DER)"
        case .html: "HTML"
        case .provisioningProfile: "provisioning profile"
        case .unrecognized: "unrecognized"
        }
    }
}
