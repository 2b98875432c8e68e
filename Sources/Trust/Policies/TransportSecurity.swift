/// App Transport Security as far as it applies to one host: in force or not, and its requirements.
public struct TransportSecurity: Hashable, Sendable, Codable {
    /// When a chain that the system refuses is refused, on a host without exception (reports differ; SEMANTICS 5.5).
    public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
        /// Before any challenge: the delegate is never asked.
        case beforeChallenge
        /// After the delegate said *use*.
        case afterUse
    }

    /// An exception for the host, so that the app's own handler may loosen trust (NSExceptionAllowsInsecureHTTPLoads).
    public var hasException: Bool
    /// NSExceptionMinimumTLSVersion: `1.2` unless an exception lowers or raises it.
    public var minimumVersion: String
    /// NSExceptionRequiresForwardSecrecy.
    public var requiresForwardSecrecy: Bool
    /// The order of refusal.
    public var order: Order

    /// ATS in force; the defaults are those of an app without any key.
    public init(
        hasException: Bool = false,
        minimumVersion: String = "1.2",
        requiresForwardSecrecy: Bool = true,
        order: Order = .beforeChallenge
    ) {
        self.hasException = hasException
        self.minimumVersion = minimumVersion
        self.requiresForwardSecrecy = requiresForwardSecrecy
        self.order = order
    }
}
