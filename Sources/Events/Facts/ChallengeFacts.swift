import Trust

/// A challenge.
public struct ChallengeFacts: Hashable, Sendable, Codable {
    /// Its kind.
    public var method: AuthenticationMethod
    /// The protection space's host.
    public var host: String
    /// The protection space's port.
    public var port: Int
    /// Whether it comes from a proxy.
    public var isProxy: Bool
    /// How often it failed before.
    public var previousFailureCount: Int
    /// User and password: the realm, as received, sanitised.
    public var realm: String?
    /// User and password: the user of the credential that lies ready.
    public var proposedUser: String?
    /// User and password: at which level a session's client is asked.
    public var level: ChallengeLevel?
    /// Server trust: the presented chain by SHA-256, leaf first.
    public var chain: [SHA256Digest]
    /// Client certificate: what the server asked for.
    public var asked: ClientCertificateRequest?
    /// Server trust: the request as it was judged, for judging again; certificates by SHA-256.
    public var question: RecordedQuestion?

    /// A challenge of known parts.
    public init(
        method: AuthenticationMethod,
        host: String,
        port: Int,
        isProxy: Bool = false,
        previousFailureCount: Int = 0,
        chain: [SHA256Digest] = [],
        asked: ClientCertificateRequest? = nil,
        question: RecordedQuestion? = nil
    ) {
        self.method = method
        self.host = host
        self.port = port
        self.isProxy = isProxy
        self.previousFailureCount = previousFailureCount
        self.chain = chain
        self.asked = asked
        self.question = question
    }
}

/// At which level a session's client is asked (URLSession's documentation of the authentication methods).
public enum ChallengeLevel: String, Hashable, Sendable, Codable, CaseIterable {
    /// The session's own method, once for a connection.
    case session
    /// The task's method, for each request.
    case task
}

/// Why a challenge did not come.
public struct NoChallengeFacts: Hashable, Sendable, Codable {
    /// The five reasons, and the one where there is nothing to check.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// A connection was reused.
        case reusedConnection
        /// A TLS session was resumed.
        case resumedSession
        /// The answer came from the cache.
        case cache
        /// The delegate's filter kept it away.
        case filtered
        /// The request was refused, or failed, before any challenge.
        case refusedBefore
        /// The request went in the clear, without TLS.
        case cleartext
    }

    /// Which of them it was.
    public var reason: Reason
    /// The challenge that did not come.
    public var method: AuthenticationMethod
    /// The request whose answer stands behind it.
    public var restsOnRequest: Int?
    /// The sentence: `resumed session, answer of no. 1`.
    public var sentence: String
    /// The challenge as it would have been, and what the client would have done; nil where nothing was shown.
    public var unasked: UnaskedChallenge?

    /// Facts of known parts.
    public init(
        reason: Reason,
        method: AuthenticationMethod,
        restsOnRequest: Int?,
        sentence: String,
        unasked: UnaskedChallenge? = nil
    ) {
        self.reason = reason
        self.method = method
        self.restsOnRequest = restsOnRequest
        self.sentence = sentence
        self.unasked = unasked
    }
}
