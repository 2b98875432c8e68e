/// NSAppTransportSecurity of an Info.plist, key by key (Apple's reference of that name).
public struct TransportSecurityKeys: Hashable, Sendable, Codable {
    /// NSAllowsArbitraryLoads.
    public var allowsArbitraryLoads: Bool?
    /// NSAllowsArbitraryLoadsForMedia: for AV Foundation alone, but its presence disables NSAllowsArbitraryLoads.
    public var allowsArbitraryLoadsForMedia: Bool?
    /// NSAllowsArbitraryLoadsInWebContent: for web views alone, with the same side effect.
    public var allowsArbitraryLoadsInWebContent: Bool?
    /// NSAllowsLocalNetworking: unqualified names, `.local`, addresses; with the same side effect.
    public var allowsLocalNetworking: Bool?
    /// NSExceptionDomains.
    public var exceptionDomains: [String: Domain]?
    /// NSRequiresNIAPTLSPackageVersion.
    public var requiresPackage: Package?
    /// NSPinnedDomains.
    public var pinnedDomains: [String: PropertyValue]?

    /// The keys of one domain of NSExceptionDomains.
    public struct Domain: Hashable, Sendable, Codable {
        /// NSIncludesSubdomains: names with exactly one more label.
        public var includesSubdomains: Bool?
        /// NSExceptionAllowsInsecureHTTPLoads: plain HTTP, and a handler may loosen trust.
        public var allowsInsecureLoads: Bool?
        /// NSExceptionMinimumTLSVersion.
        public var minimumVersion: Version?
        /// NSExceptionRequiresForwardSecrecy.
        public var requiresForwardSecrecy: Bool?
        /// NSRequiresCertificateTransparency: obsolete, without effect.
        public var requiresCertificateTransparency: Bool?
        /// NSExceptionRequiresNIAPTLSPackageVersion.
        public var requiresPackage: Package?

        /// A domain without any key.
        public init() {}

        enum CodingKeys: String, CodingKey, CaseIterable {
            case includesSubdomains = "NSIncludesSubdomains"
            case allowsInsecureLoads = "NSExceptionAllowsInsecureHTTPLoads"
            case minimumVersion = "NSExceptionMinimumTLSVersion"
            case requiresForwardSecrecy = "NSExceptionRequiresForwardSecrecy"
            case requiresCertificateTransparency = "NSRequiresCertificateTransparency"
            case requiresPackage = "NSExceptionRequiresNIAPTLSPackageVersion"
        }
    }

    /// A TLS version as an Info.plist writes it.
    public enum Version: String, Hashable, Sendable, Codable, CaseIterable {
        /// TLS 1.0.
        case tls10 = "TLSv1.0"
        /// TLS 1.1.
        case tls11 = "TLSv1.1"
        /// TLS 1.2.
        case tls12 = "TLSv1.2"
        /// TLS 1.3.
        case tls13 = "TLSv1.3"

        /// `1.2`
        public var number: String { String(rawValue.dropFirst(4)) }
    }

    /// NIAP's functional package for TLS.
    public enum Package: String, Hashable, Sendable, Codable, CaseIterable {
        /// No further requirement.
        case none
        /// Version 2.1.
        case version21 = "FCP_v2.1"
        /// The one that Apple recommends.
        case recommended
    }

    /// No key at all: the defaults.
    public init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
        case allowsArbitraryLoads = "NSAllowsArbitraryLoads"
        case allowsArbitraryLoadsForMedia = "NSAllowsArbitraryLoadsForMedia"
        case allowsArbitraryLoadsInWebContent = "NSAllowsArbitraryLoadsInWebContent"
        case allowsLocalNetworking = "NSAllowsLocalNetworking"
        case exceptionDomains = "NSExceptionDomains"
        case requiresPackage = "NSRequiresNIAPTLSPackageVersion"
        case pinnedDomains = "NSPinnedDomains"
    }

    /// The keys that are there and make NSAllowsArbitraryLoads do nothing, from iOS 10 on.
    public var disablingArbitraryLoads: [String] {
        [
            (allowsArbitraryLoadsForMedia, CodingKeys.allowsArbitraryLoadsForMedia),
            (allowsArbitraryLoadsInWebContent, .allowsArbitraryLoadsInWebContent),
            (allowsLocalNetworking, .allowsLocalNetworking),
        ].compactMap { value, key in value == nil ? nil : key.rawValue }
    }
}
