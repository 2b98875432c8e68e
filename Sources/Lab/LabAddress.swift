/// Where a host of the lab is reached: an address of the loopback and a port.
public struct LabAddress: Hashable, Sendable {
    /// `127.0.0.1`.
    public let address: String
    /// The scenario's port.
    public let port: Int
}
