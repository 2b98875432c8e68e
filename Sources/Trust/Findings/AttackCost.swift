/// What an attacker has to have.
public enum AttackCost: String, Hashable, Sendable, Codable, CaseIterable {
    /// A self-made certificate, and a place on the network between client and server.
    case nothing
    /// A request that goes out in the clear, and a place on the network.
    case cleartext
    /// Any certificate of an authority that serves strangers or colleagues.
    case anyCertificate
    /// The app itself: what it holds is everybody's.
    case app
    /// A key that was stolen.
    case stolenKey
    /// A place on the network and the cryptanalysis of an old version.
    case oldVersion
    /// An answer that the client gave earlier.
    case earlierAnswer
    /// The server's own key under another name.
    case serverItself
    /// A certificate that the device's user installed.
    case device

    /// In words.
    public var needs: String {
        switch self {
        case .nothing: "a self-made certificate, a place on the network"
        case .cleartext: "a place on the network"
        case .anyCertificate: "any certificate of a CA that serves others too"
        case .app: "a copy of the app"
        case .stolenKey: "a stolen key"
        case .oldVersion: "a place on the network, and a weak version broken"
        case .earlierAnswer: "a session from before the switch"
        case .serverItself: "the server's own key"
        case .device: "a CA installed on the device"
        }
    }

    /// How bad it is when an attack at this price passes.
    public var severity: Severity {
        switch self {
        case .nothing: .critical
        case .cleartext, .anyCertificate, .app: .high
        case .stolenKey, .oldVersion: .medium
        case .earlierAnswer, .serverItself: .low
        case .device: .info
        }
    }
}
