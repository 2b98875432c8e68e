/// SecTrust with one policy, and the anchors of the request.
public struct SecTrustPolicy: TrustPolicy {
    /// `secTrust`
    public static let kind = "secTrust"

    /// SecPolicyCreateSSL or SecPolicyCreateBasicX509.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The rules for TLS servers.
        case ssl
        /// Linkage, constraints and dates alone: no name, no usage, no lifetime.
        case basicX509
    }

    /// Which policy is set on the trust.
    public var policy: Kind
    /// Whether the SSL policy is given the host.
    public var host: Bool

    /// A policy.
    public init(policy: Kind = .ssl, host: Bool = true) {
        self.policy = policy
        self.host = host
    }
}
