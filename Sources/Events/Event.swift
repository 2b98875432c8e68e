import Trust

/// Something that happened, as a value: what the log stores, `--json` prints and every view is made of.
public struct Event: Hashable, Sendable {
    /// Number within the recording, from 1 on, in the order of recording. 0 until the log numbers it.
    public var sequence: Int64
    /// Wall time, microseconds since 1970, UTC.
    public var time: Int64
    /// Microseconds since the request began; nil for events of no request.
    public var elapsed: Int64?
    /// Number of the session within the recording.
    public var session: Int?
    /// Number of the request within the recording: the ID on screen.
    public var request: Int?
    /// Number of the connection within the recording.
    public var connection: Int?
    /// Number of the challenge within its request, from 1 on.
    public var challenge: Int?
    /// The host it is about, as typed; nil for events of no host.
    public var host: String?
    /// What happened.
    public var kind: EventKind
    /// Certificates that the event names by SHA-256: stored once, beside the events.
    public var certificates: [PresentedCertificate]
    /// The exact profile behind a decision or a request: stored once, by its hash.
    public var profile: ClientProfile?

    /// An event of known parts.
    public init(
        _ kind: EventKind,
        time: Int64,
        elapsed: Int64? = nil,
        session: Int? = nil,
        request: Int? = nil,
        connection: Int? = nil,
        challenge: Int? = nil,
        host: String? = nil,
        certificates: [PresentedCertificate] = [],
        profile: ClientProfile? = nil
    ) {
        sequence = 0
        self.kind = kind
        self.time = time
        self.elapsed = elapsed
        self.session = session
        self.request = request
        self.connection = connection
        self.challenge = challenge
        self.host = host
        self.certificates = certificates
        self.profile = profile
    }
}
