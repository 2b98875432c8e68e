extension AFSecurityPolicy {
    private enum CodingKeys: String, CodingKey {
        case version, pinningMode, pinnedCertificates, allowInvalidCertificates, validatesDomainName
        case validatesCertificateChain
    }

    /// Reads AFNetworking's own property names; absent ones have its defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decodeIfPresent(String.self, forKey: .version) ?? "4.0"
        guard Self.isModelled(version) else {
            throw DecodingError.dataCorruptedError(
                forKey: .version,
                in: container,
                debugDescription: "AFSecurityPolicy of version \(version) is not modelled; 2.0 to 4.0 are"
            )
        }
        self.init(
            version: version,
            pinningMode: try container.decodeIfPresent(PinningMode.self, forKey: .pinningMode) ?? .none,
            pins: try container.decodeIfPresent([Pin].self, forKey: .pinnedCertificates) ?? [],
            allowInvalidCertificates: try container.decodeIfPresent(Bool.self, forKey: .allowInvalidCertificates)
                ?? false,
            validatesDomainName: try container.decodeIfPresent(Bool.self, forKey: .validatesDomainName) ?? true,
            validatesCertificateChain: try container.decodeIfPresent(Bool.self, forKey: .validatesCertificateChain)
        )
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(pinningMode, forKey: .pinningMode)
        try container.encode(pins, forKey: .pinnedCertificates)
        try container.encode(allowInvalidCertificates, forKey: .allowInvalidCertificates)
        try container.encode(validatesDomainName, forKey: .validatesDomainName)
        try container.encodeIfPresent(validatesCertificateChain, forKey: .validatesCertificateChain)
    }
}
