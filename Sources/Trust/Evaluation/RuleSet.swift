/// Whose rules a chain is judged by.
public enum RuleSet: String, Hashable, Sendable, Codable, CaseIterable {
    /// Apple's published rules for SSL and basic X.509 policies.
    case apple
    /// OpenSSL's verification at a security level, partial chains allowed, the subject never used as a name.
    case openssl
    /// RFC 5280 and the web profile.
    case strict
}
