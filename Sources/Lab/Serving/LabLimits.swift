/// How long a client may take, and how many there may be.
///
/// A person may hold a challenge for minutes: a handshake that waits for the client is given long, one that has not
/// even begun is not.
package struct LabLimits: Sendable {
    /// From the connection to the whole ClientHello.
    package var opening = Duration.seconds(60)
    /// From the ClientHello to the end of the handshake; also how long `never-answers` is silent before it closes.
    package var handshake = Duration.seconds(900)
    /// From a request's first byte to its last.
    package var request = Duration.seconds(60)
    /// Between two requests.
    package var idle = Duration.seconds(600)
    /// Without the client taking a byte of the response.
    package var writing = Duration.seconds(120)
    /// After our last byte.
    package var lingering = Duration.seconds(2)
    /// Between two bytes of a body that trickles.
    package var trickle = Duration.seconds(1)
    /// Connections at the same time; one more is closed at once.
    package var connections = 8192

    /// What holds outside tests.
    package init() {}
}
