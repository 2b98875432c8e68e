/// Which peer a connection leads to: told by the order of handshakes on the way, never by a host's name.
enum Hop: Hashable, Sendable {
    /// The server of the URL, directly or through a tunnel.
    case origin
    /// The proxy before it.
    case proxy
}
