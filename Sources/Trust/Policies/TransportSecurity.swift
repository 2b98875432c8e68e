/// App Transport Security as a client has it: what holds for any host, and the Info.plist's keys by which it depends on
/// the host.
public struct TransportSecurity: Hashable, Sendable, Codable {
    /// When a chain that the system refuses is refused, on a host without exception (reports differ; SEMANTICS 5.5).
    public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
        /// Before any challenge: the delegate is never asked.
        case beforeChallenge
        /// After the delegate said *use*.
        case afterUse
    }

    /// An exception for every host, so that the app's own handler may loosen trust (NSExceptionAllowsInsecureHTTPLoads).
    public var hasException: Bool
    /// NSExceptionMinimumTLSVersion: `1.2` unless an exception lowers or raises it.
    public var minimumVersion: String
    /// NSExceptionRequiresForwardSecrecy.
    public var requiresForwardSecrecy: Bool
    /// The order of refusal.
    public var order: Order
    /// NSAppTransportSecurity of the app's Info.plist; nil when none was given, and the settings above hold for any host.
    public var keys: TransportSecurityKeys?

    /// ATS in force; the defaults are those of an app without any key.
    public init(
        hasException: Bool = false,
        minimumVersion: String = "1.2",
        requiresForwardSecrecy: Bool = true,
        order: Order = .beforeChallenge,
        keys: TransportSecurityKeys? = nil
    ) {
        self.hasException = hasException
        self.minimumVersion = minimumVersion
        self.requiresForwardSecrecy = requiresForwardSecrecy
        self.order = order
        self.keys = keys
    }
}
