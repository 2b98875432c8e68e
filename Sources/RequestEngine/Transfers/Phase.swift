/// Where a request stands on its way; the raw value is the word in `OutcomeFacts.phase`.
enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The name is being resolved.
    case name
    /// The TCP connection is being made.
    case tcp
    /// The proxy was asked for a tunnel.
    case tunnel
    /// The handshake goes on.
    case tls
    /// The request is out; nothing has come back.
    case wait
    /// The response comes.
    case body
}
