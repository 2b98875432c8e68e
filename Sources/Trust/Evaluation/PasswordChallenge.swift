/// A challenge that a user and a password would answer, from a server or a proxy.
public struct PasswordChallenge: Hashable, Sendable, Codable {
    /// Basic, Digest, NTLM or Negotiate.
    public var method: AuthenticationMethod
    /// The protection space's host.
    public var host: String
    /// The protection space's port.
    public var port: Int
    /// The realm, as received; nil where the method has none.
    public var realm: String?
    /// Whether a proxy asks.
    public var isProxy: Bool
    /// How many attempts failed before.
    public var previousFailureCount: Int
    /// Whether a user and a password are at hand for it (the proposed credential).
    public var hasProposedCredential: Bool

    /// A challenge of known parts.
    public init(
        method: AuthenticationMethod,
        host: String,
        port: Int,
        realm: String? = nil,
        isProxy: Bool = false,
        previousFailureCount: Int = 0,
        hasProposedCredential: Bool = false
    ) {
        self.method = method
        self.host = host
        self.port = port
        self.realm = realm
        self.isProxy = isProxy
        self.previousFailureCount = previousFailureCount
        self.hasProposedCredential = hasProposedCredential
    }
}
