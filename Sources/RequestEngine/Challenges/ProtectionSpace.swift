import Events
import Trust

/// Where a challenge comes from, and what it asks for (URLProtectionSpace).
public struct ProtectionSpace: Hashable, Sendable {
    /// The host of the request's URL as typed, or the proxy's.
    public var host: String
    /// The port of the request's URL, or the proxy's.
    public var port: Int
    /// Whether a proxy asks, not the origin.
    public var isProxy: Bool
    /// What is asked for.
    public var authenticationMethod: AuthenticationMethod
    /// Client certificate: the authorities that the server names; else empty.
    public var distinguishedNames: [DistinguishedName]
    /// Server trust: the chain as presented, leaf first; else empty.
    public var serverTrust: [PresentedCertificate]
}
