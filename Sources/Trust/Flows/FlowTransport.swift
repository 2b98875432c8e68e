/// What the Info.plist of a flow's app says about App Transport Security.
public enum FlowTransport: Hashable, Sendable {
    /// Transport security plays no part in it.
    case noPart
    /// An exception for the host, so that the app's own handler may loosen trust.
    case exception
    /// No exception: a chain that the system refuses is refused whatever the app's handler says.
    case noException

    /// The same as a client's setting.
    var setting: TransportSecurity? {
        switch self {
        case .noPart: nil
        case .exception: TransportSecurity(hasException: true)
        case .noException: TransportSecurity()
        }
    }

    /// The lines of the Info.plist, as paths of keys.
    public var infoPlist: [String] {
        switch self {
        case .noPart: []
        case .exception:
            ["NSAppTransportSecurity > NSExceptionDomains > (the host) > NSExceptionAllowsInsecureHTTPLoads = YES"]
        case .noException: ["no NSAppTransportSecurity: no exception for the host"]
        }
    }
}
