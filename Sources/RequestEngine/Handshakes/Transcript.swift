import Diagnosis
import Events
import Trust

/// What a connection's own record says about its handshake: the ground for *who refused whom*.
struct Transcript: Sendable {
    /// An alert, and what had happened by then.
    struct Alert: Hashable, Sendable {
        var direction: Direction
        var isFatal: Bool
        var number: Int
        /// After the (first) handshake.
        var isAfterHandshake: Bool
        /// After our answer to a client-certificate challenge had gone out.
        var isAfterIdentity: Bool
    }

    /// What became of a challenge.
    enum Answer: Hashable, Sendable {
        /// It was not raised.
        case notRaised
        /// It waits, or never got an answer.
        case open
        /// The client answered so that the handshake goes on.
        case proceeds
        /// The client answered so that it ends.
        case refuses
        /// The peer left, or flooded us, while it was held.
        case lost
    }

    /// What the ClientHello said.
    var offered: HandshakeMessage.Hello?
    /// What the peer answered in its ServerHello.
    var chosen: HandshakeMessage.Hello?
    /// Every alert, in order.
    var alerts: [Alert] = []
    /// The number of the last message of each direction, by name.
    var lastSent = "nothing"
    /// The last message received, by name.
    var lastReceived = "nothing"
    /// Whether the (first) handshake is done on our side.
    var isFinished = false
    /// How the server-trust challenge was answered.
    var trust = Answer.notRaised
    /// How the client-certificate challenge was answered.
    var identity = Answer.notRaised
    /// How many certificates our last Certificate message held; nil when we sent none.
    var certificatesSent: Int?
    /// OpenSSL's reason (SSL_R_…) for the last alert that we sent; 0 when there is none.
    var opensslReason: Int32 = 0
    /// Why our own identity could not be loaded; nothing was sent then.
    var localIdentityProblem: Problem?
    /// Bytes received and sent below TLS.
    var received: UInt64 = 0
    var sent: UInt64 = 0
    /// The first bytes received.
    var firstBytes: [UInt8] = []
    /// Whether reading met the end of the stream.
    var peerClosed = false
    /// Whether reading or writing met an error.
    var isBroken = false

    /// The last fatal alert of a direction.
    func fatal(_ direction: Direction) -> Alert? { alerts.last { $0.direction == direction && $0.isFatal } }

    /// Whether the peer said that it closes (close_notify).
    var hasCloseNotify: Bool { alerts.contains { $0.direction == .received && $0.number == 0 } }

    /// Whether what came first is a TLS record (RFC 8446 §5.1): a known content type and major version 3.
    var startsAsTLS: Bool {
        guard let type = firstBytes.first else { return true }
        return (20...23).contains(type) && (firstBytes.count < 2 || firstBytes[1] == 3)
    }
}
