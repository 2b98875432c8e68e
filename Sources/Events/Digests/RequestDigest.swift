import Diagnosis
import Trust

/// One request's events, folded into what a list row shows. Texts are sanitised.
public struct RequestDigest: Hashable, Sendable, Codable {
    /// What a running request is busy with; the raw value is the word on screen.
    public enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name is being resolved.
        case dns
        /// A TCP connection is being made.
        case tcp
        /// The handshake is under way.
        case tls
        /// The response is awaited.
        case wait
        /// A body is on its way.
        case body
        /// It has ended.
        case ended
    }

    /// Its number within the recording.
    public var number: Int
    /// The session's number.
    public var session: Int?
    /// The method.
    public var method: String
    /// The URL.
    public var url: String
    /// The URL's host.
    public var host: String
    /// When it was fired, microseconds since 1970, UTC.
    public var started: Int64
    /// When it ended, microseconds since 1970, UTC.
    public var ended: Int64?
    /// The client it was fired as (`F2c+1`).
    public var client: String
    /// The flow that answers, with its form (`F6r`); nil without one.
    public var flow: String?
    /// The exact profile it was fired under, by its hash.
    public var profile: SHA256Digest?
    /// The lab scenario, where it is one.
    public var scenario: String?
    /// The number of the request that it repeats.
    public var repeats: Int?
    /// The challenges in the order raised.
    public var challenges: [ChallengeDigest]
    /// The challenge that did not come, the last one recorded.
    public var noChallenge: NoChallengeFacts?
    /// What it is busy with.
    public var phase: Phase
    /// Since when, microseconds since 1970, UTC.
    public var phaseSince: Int64
    /// The TLS version; nil before it is known or without TLS.
    public var tls: String?
    /// The HTTP status; nil before one came.
    public var status: Int?
    /// Whether it ended with a response.
    public var hasFinished: Bool
    /// Who refused whom.
    public var refusal: Refusal?
    /// The kind of finding that decided.
    public var code: DiagnosisCode?
    /// The sentence that says what decided.
    public var reason: String
    /// The last fatal alert that came from the peer, by its name.
    public var alert: String?
    /// Whether the error as the client sees it rests on an assumption.
    public var errorIsAssumed: Bool

    /// The digest of a request that was just fired; nil for an event of any other kind or without a number.
    ///
    /// - Parameter profile: the hash of the event's profile where it is known; else it is made here.
    public init?(_ event: Event, profile: SHA256Digest? = nil) {
        guard case .requestStarted(let facts) = event.kind, let number = event.request else { return nil }
        self.number = number
        session = event.session
        method = Sanitizer.line(facts.method)
        url = Sanitizer.line(facts.url)
        host = Sanitizer.line(event.host ?? "")
        started = event.time
        client = Sanitizer.line(facts.client)
        flow = event.profile?.flow?.description
        self.profile = profile ?? event.profile?.hash
        scenario = facts.scenario.map(Sanitizer.line)
        repeats = facts.repeats
        challenges = []
        let hasAddress = facts.connectTo != nil || Self.isAddress(host)
        phase = hasAddress ? .tcp : .dns
        phaseSince = event.time
        hasFinished = false
        reason = ""
        errorIsAssumed = false
    }

    /// The digest of one request's events in their order; nil where they do not begin with its start.
    public static func fold(_ events: some Sequence<Event>) -> RequestDigest? {
        var digest: RequestDigest?
        for event in events {
            if digest == nil { digest = RequestDigest(event) } else { digest?.apply(event) }
        }
        return digest
    }

    /// Whether it runs over TLS.
    public var isSecure: Bool { !url.lowercased().hasPrefix("http://") }

    /// Whether it has ended.
    public var isRunning: Bool { ended == nil }

    /// An IPv4 literal, or an IPv6 literal, which alone has colons.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || (!host.isEmpty && host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) })
    }
}
