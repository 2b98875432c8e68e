import Diagnosis
import Events
import Trust

/// Something that a page needs, and what became of it.
public struct PageResource: Hashable, Encodable, Sendable {
    /// On what it came.
    public enum Way: String, Hashable, Sendable, Codable, CaseIterable {
        /// A connection of its own: every challenge came.
        case new
        /// A connection that was there already.
        case reused
        /// A new connection that resumed a TLS session.
        case resumed
        /// The cache.
        case cached
        /// No connection came about.
        case none
        /// It was not asked for.
        case notFetched
    }

    /// What it is for.
    public var kind: PageResourceKind
    /// Its address.
    public var url: String
    /// The number of its request; nil where it was not asked for.
    public var number: Int?
    /// The number of the request whose answer names it; nil for the page.
    public var namedBy: Int?
    /// The client that answers for it, in a word.
    public var client: String?
    /// On what it came.
    public var way = Way.notFetched
    /// The challenges with their answers, in order: `server trust use`.
    public var challenges: [String] = []
    /// The request whose answer stands behind it, where no challenge came.
    public var restsOnRequest: Int?
    /// Why no challenge came, or why it was not asked for; else what decided.
    public var why = ""
    /// The HTTP status.
    public var status: Int?
    /// The kind of finding that decided about it.
    public var code: DiagnosisCode?
    /// Whether it is asked for without TLS by a document that has it.
    public var isMixed = false
    /// Whether scheme, host or port are not those of the document that names it.
    public var isCrossOrigin = false

    init(_ kind: PageResourceKind, url: String, namedBy: Int?) {
        self.kind = kind
        self.url = Sanitizer.line(url)
        self.namedBy = namedBy
    }

    /// Whether trust or identity was refused, so that nothing of it can be used again.
    private(set) var wasRefused = false

    private enum CodingKeys: String, CodingKey {
        case kind, url, number, namedBy, client, way, challenges, restsOnRequest, why, status, code, isMixed
        case isCrossOrigin
    }

    /// Takes what its request's events say.
    mutating func take(_ events: [Event]) {
        number = events.first?.request
        var methods: [Int: AuthenticationMethod] = [:]
        var hasConnected = false
        way = .none
        for event in events {
            switch event.kind {
            case .requestStarted(let facts): client = facts.client
            case .connectionOpened(let facts) where facts.isProxy != true:
                hasConnected = true
                if way == .none { way = .new }
            case .connectionReused: if !hasConnected { way = .reused }
            case .sessionResumed: way = .resumed
            case .challengeReceived(let facts): methods[event.challenge ?? 0] = facts.method
            case .challengeAnswered(let facts):
                let method = methods[event.challenge ?? 0]?.words ?? "challenge"
                challenges.append("\(method) \(facts.answer.disposition.word)")
            case .challengeNotRaised(let facts):
                if facts.reason == .cache { way = .cached }
                restsOnRequest = restsOnRequest ?? facts.restsOnRequest
                if why.isEmpty { why = Sanitizer.line(facts.sentence) }
            case .requestFinished(let outcome), .requestFailed(let outcome): take(outcome)
            default: break
            }
        }
    }

    private mutating func take(_ outcome: OutcomeFacts) {
        status = outcome.status
        code = outcome.code
        if outcome.codes.contains(.responseCached) { way = .cached }
        if outcome.code != nil || why.isEmpty { why = outcome.reason }
        switch outcome.refusal {
        case .weRefusedServer, .weCancelledIdentity, .serverRefusedIdentity, .serverRefusedByStatus: wasRefused = true
        case .peerAlert, .undecided, .stopped, nil: break
        }
    }
}
