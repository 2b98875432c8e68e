/// The kind of a challenge (NSURLAuthenticationMethod…).
public enum AuthenticationMethod: String, Hashable, Sendable, Codable, CaseIterable {
    /// The client checks the server.
    case serverTrust
    /// The server asks who the client is.
    case clientCertificate
    /// HTTP Basic.
    case httpBasic
    /// HTTP Digest.
    case httpDigest
    /// NTLM.
    case ntlm
    /// Negotiate.
    case negotiate

    /// Whether a session's own method gets it (NSURLSessionDelegate); the others arrive at a task's method alone.
    public var arrivesAtSession: Bool {
        switch self {
        case .serverTrust, .clientCertificate, .ntlm, .negotiate: true
        case .httpBasic, .httpDigest: false
        }
    }

    /// Whether a user and a password answer it.
    public var asksForPassword: Bool { self != .serverTrust && self != .clientCertificate }
}
