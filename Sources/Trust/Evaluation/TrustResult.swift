/// SecTrustResultType (Security framework, SecTrust.h).
public enum TrustResult: Int, Hashable, Sendable, CaseIterable {
    /// Not evaluated, or changed since.
    case invalid = 0
    /// Valid, and the user said so.
    case proceed = 1
    /// The user said never.
    case deny = 3
    /// Valid; the normal success.
    case unspecified = 4
    /// Failed, could pass with other settings.
    case recoverableTrustFailure = 5
    /// A defect that nothing repairs.
    case fatalTrustFailure = 6
    /// The evaluation itself failed.
    case otherError = 7

    /// Apple's name without its prefix.
    public var name: String {
        switch self {
        case .invalid: "invalid"
        case .proceed: "proceed"
        case .deny: "deny"
        case .unspecified: "unspecified"
        case .recoverableTrustFailure: "recoverableTrustFailure"
        case .fatalTrustFailure: "fatalTrustFailure"
        case .otherError: "otherError"
        }
    }
}

extension TrustResult: Codable {
    /// Reads the name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = Self.allCases.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown trust result \(name)")
        }
        self = value
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
