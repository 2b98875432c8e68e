/// How long each part of a request may take. All of them stand still while a challenge is held for a person.
public struct TimeLimits: Hashable, Sendable {
    /// From the start to the TCP connection, the name's resolution included.
    public var connect: Duration
    /// From the TCP connection to the end of the handshake.
    public var handshake: Duration
    /// From the end of the handshake to the first byte of the response.
    public var firstByte: Duration
    /// The whole request.
    public var total: Duration
    /// How long a challenge is held until its safe answer is given; its clock can be stopped (`HeldChallenge`).
    public var hold: Duration

    /// Limits; the defaults are meant for a person who watches.
    public init(
        connect: Duration = .seconds(10),
        handshake: Duration = .seconds(15),
        firstByte: Duration = .seconds(60),
        total: Duration = .seconds(120),
        hold: Duration = .seconds(30)
    ) {
        self.connect = connect
        self.handshake = handshake
        self.firstByte = firstByte
        self.total = total
        self.hold = hold
    }

    /// One limit for the whole request, as a client's time-out interval sets it.
    public static func total(_ limit: Duration) -> TimeLimits {
        TimeLimits(connect: limit, handshake: limit, firstByte: limit, total: limit)
    }
}
