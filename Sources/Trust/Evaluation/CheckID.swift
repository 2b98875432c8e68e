/// What a check is about; the raw value is the id in JSON.
public enum CheckID: String, Hashable, Sendable, Codable, CaseIterable {
    /// Every member is within its dates.
    case date
    /// The name or address that was asked for is among the leaf's alternative names.
    case host
    /// A path to an anchor exists.
    case issuer
    /// Every signature on the path verifies.
    case signature
    /// Key usage and extended key usage allow the role.
    case purpose
    /// Keys and digests are as strong as the rules want.
    case keyStrength
    /// Lifetime limits of the rules.
    case lifetime
    /// RFC 5280 and web profile rules.
    case profile
    /// A pin matches.
    case pin
    /// The policy's own switches allow an evaluation at all.
    case policy
    /// App Transport Security.
    case transportSecurity
    /// Revocation.
    case revocation

    /// The word on screen; issuer and signature share `chain`.
    public var word: String {
        switch self {
        case .date, .host, .pin, .revocation, .policy, .lifetime, .profile: rawValue
        case .issuer, .signature: "chain"
        case .purpose: "usage"
        case .keyStrength: "strength"
        case .transportSecurity: "transport"
        }
    }
}
