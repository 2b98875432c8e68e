/// A connection.
public struct ConnectionFacts: Hashable, Sendable, Codable {
    /// The peer's address.
    public var address: String
    /// The peer's port.
    public var port: Int
    /// Why it is new, or what it rests on.
    public var reason: String
    /// The request whose answer stands behind a reused or resumed one.
    public var restsOnRequest: Int?
    /// The port on this side, where it is known: by it a server names its client.
    public var localPort: Int?
    /// True where the peer is the proxy, not the origin.
    public var isProxy: Bool?
    /// A connection of known parts.
    public init(address: String, port: Int, reason: String, restsOnRequest: Int? = nil) {
        self.address = address
        self.port = port
        self.reason = reason
        self.restsOnRequest = restsOnRequest
    }
}

/// Which way a message or an alert went.
public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// From us.
    case sent
    /// From the peer.
    case received
}

/// A handshake message.
public struct HandshakeMessageFacts: Hashable, Sendable, Codable {
    /// Which way it went.
    public var direction: Direction
    /// Its name (RFC 8446 §4, RFC 5246 §7.4): `ClientHello`.
    public var name: String
    /// Its type number.
    public var type: Int
    /// The protocol version in force: `1.2`.
    public var version: String
    /// Its size in bytes, header included.
    public var bytes: Int
    /// What is in it, in short: `SNI good.lab.test, ALPN h2`.
    public var detail: String
    /// What is in it, decoded; nil for a message without content of interest, or one that does not decode.
    public var content: HandshakeContent?
    /// True where it passed between us and the proxy, not the origin.
    public var isProxy: Bool?
    /// A message of known parts.
    public init(direction: Direction, name: String, type: Int, version: String, bytes: Int, detail: String = "") {
        self.direction = direction
        self.name = name
        self.type = type
        self.version = version
        self.bytes = bytes
        self.detail = detail
    }
}

/// An alert.
public struct AlertFacts: Hashable, Sendable, Codable {
    /// Which way it went.
    public var direction: Direction
    /// Whether its level is fatal.
    public var isFatal: Bool
    /// Its number (RFC 8446 §6).
    public var number: Int
    /// Its name: `certificate_expired`.
    public var name: String
    /// When it passed: `handshake` or `after handshake`.
    public var stage: String
    /// True where it passed between us and the proxy, not the origin.
    public var isProxy: Bool?
    /// An alert of known parts.
    public init(direction: Direction, isFatal: Bool, number: Int, name: String, stage: String) {
        self.direction = direction
        self.isFatal = isFatal
        self.number = number
        self.name = name
        self.stage = stage
    }
}
