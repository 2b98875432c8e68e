import Diagnosis

/// What of a session outlives it (URLSessionConfiguration).
public enum SessionKind: String, Hashable, Sendable, CaseIterable {
    /// Responses and cookies are kept in files, and come back in the next run.
    case `default`
    /// All is in memory.
    case ephemeral
}

/// How a session's requests are made, beyond what each request and the client's setup say.
public struct SessionConfiguration: Sendable {
    /// The client at the beginning; `Session.setClient` changes it.
    public var client: ClientSetup
    /// Time limits of requests that bring none of their own.
    public var limits: TimeLimits
    /// How many bytes of a response's body are kept; the rest is counted and dropped.
    public var keptBodyBytes: Int
    /// The `User-Agent` of requests that bring none of their own; nil sends none.
    public var userAgent: String?

    /// The users and passwords that were taken, one a protection space; a session of its own has a store of its own.
    public var credentials = CredentialStore()
    /// The session's cookies; nil takes and sends none.
    public var cookies: CookieStore? = CookieStore()
    /// The session's responses, for requests that use them; nil keeps none.
    public var cache: ResponseCache? = ResponseCache()
    /// Whether responses and cookies outlive it.
    public private(set) var kind = SessionKind.ephemeral
    /// Takes the TLS secrets of the session's connections; nil for none.
    public var keyLog: KeyLog?

    /// A configuration for a client.
    public init(
        client: ClientSetup,
        limits: TimeLimits = TimeLimits(),
        keptBodyBytes: Int = 65536,
        userAgent: String? = "countersign",
        keyLog: KeyLog? = nil
    ) {
        self.client = client
        self.limits = limits
        self.keptBodyBytes = keptBodyBytes
        self.userAgent = userAgent
        self.keyLog = keyLog
    }

    /// Keeps responses and cookies in a folder, where those of earlier runs are.
    ///
    /// - Throws: `file.not-written` where the folder cannot be made.
    public mutating func keep(in folder: String) throws(Problem) {
        kind = .default
        cookies = try CookieStore(file: folder + "/cookies.json")
        cache = try ResponseCache(folder: folder + "/responses")
    }
}
