/// The role that a chain's leaf is judged for.
public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
    /// A TLS server.
    case serverAuth
    /// A TLS client.
    case clientAuth
}
