/// AFNetworking's AFSecurityPolicy (AFNetworking/AFSecurityPolicy.m).
public struct AFSecurityPolicy: TrustPolicy {
    /// `afSecurityPolicy`
    public static let kind = "afSecurityPolicy"

    /// AFSSLPinningMode.
    public enum PinningMode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Pins do not count.
        case none
        /// Public keys of the chain are compared.
        case publicKey
        /// Whole certificates are compared.
        case certificate
    }

    /// The version, `4.0` today; 2.0 and later are known.
    public var version: String
    /// SSLPinningMode.
    public var pinningMode: PinningMode
    /// pinnedCertificates (and, beyond what AFNetworking takes, key hashes in `publicKey` mode).
    public var pins: [Pin]
    /// allowInvalidCertificates.
    public var allowInvalidCertificates: Bool
    /// validatesDomainName.
    public var validatesDomainName: Bool
    /// validatesCertificateChain (2.1 to 2.5 only).
    public var validatesCertificateChain: Bool?

    /// AFNetworking 4.0's defaults: no pinning, nothing loosened.
    public init(
        version: String = "4.0",
        pinningMode: PinningMode = .none,
        pins: [Pin] = [],
        allowInvalidCertificates: Bool = false,
        validatesDomainName: Bool = true,
        validatesCertificateChain: Bool? = nil
    ) {
        self.version = version
        self.pinningMode = pinningMode
        self.pins = pins
        self.allowInvalidCertificates = allowInvalidCertificates
        self.validatesDomainName = validatesDomainName
        self.validatesCertificateChain = validatesCertificateChain
    }

    /// `AF 4.0`
    public var title: String { "AF \(version)" }
}
