/// A request as it was fired.
public struct RequestFacts: Hashable, Sendable, Codable {
    /// The method.
    public var method: String
    /// The URL as typed or completed, without user and password.
    public var url: String
    /// Header names and values, secrets redacted.
    public var headers: [HeaderField]
    /// Size of the body in bytes.
    public var bodyBytes: Int
    /// The address connected to, where it is not the URL's (`127.0.0.1:9443`).
    public var connectTo: String?
    /// The name sent as SNI; nil when none is sent.
    public var serverName: String?
    /// The name that is checked; nil when none is.
    public var nameChecked: String?
    /// The client, in one word (`F2c+1`).
    public var client: String
    /// The policy line, whole.
    public var policyLine: String
    /// The lab scenario, where it is one.
    public var scenario: String?
    /// The number of the request that it repeats.
    public var repeats: Int?
    /// The proxy that it goes through, and where that setting came from: `http://127.0.0.1:8080 (--proxy)`.
    public var proxy: String?
    /// The page that it is a part of.
    public var part: PagePart?

    /// A request of known parts.
    public init(
        method: String,
        url: String,
        headers: [HeaderField] = [],
        bodyBytes: Int = 0,
        connectTo: String? = nil,
        serverName: String? = nil,
        nameChecked: String? = nil,
        client: String = "",
        policyLine: String = "",
        scenario: String? = nil,
        repeats: Int? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.bodyBytes = bodyBytes
        self.connectTo = connectTo
        self.serverName = serverName
        self.nameChecked = nameChecked
        self.client = client
        self.policyLine = policyLine
        self.scenario = scenario
        self.repeats = repeats
    }
}

/// What a request is to a page that is loaded with everything that it needs.
public struct PagePart: Hashable, Sendable, Codable {
    /// The number of the page's first request; nil for that request itself.
    public var page: Int?
    /// What it is for: `page`, `script`, `image`.
    public var kind: String
    /// A part of known kind.
    public init(page: Int?, kind: String) {
        self.page = page
        self.kind = kind
    }
}

/// A header field.
public struct HeaderField: Hashable, Sendable, Codable {
    /// The field's name as sent.
    public var name: String
    /// Its value, or `(redacted)`.
    public var value: String
    /// A field of known parts.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A redirect.
public struct RedirectFacts: Hashable, Sendable, Codable {
    /// The status that redirected.
    public var status: Int
    /// Where to.
    public var location: String
    /// A redirect of known parts.
    public init(status: Int, location: String) {
        self.status = status
        self.location = location
    }
}

/// Bytes of a body on their way.
public struct ProgressFacts: Hashable, Sendable, Codable {
    /// Bytes so far.
    public var bytes: Int
    /// Bytes in all, where known.
    public var total: Int?
    /// Progress of known parts.
    public init(bytes: Int, total: Int? = nil) {
        self.bytes = bytes
        self.total = total
    }
}

/// A response's head.
public struct ResponseFacts: Hashable, Sendable, Codable {
    /// The status.
    public var status: Int
    /// `1.1` or `2`.
    public var httpVersion: String
    /// Header fields, secrets redacted.
    public var headers: [HeaderField]
    /// A response of known parts.
    public init(status: Int, httpVersion: String, headers: [HeaderField]) {
        self.status = status
        self.httpVersion = httpVersion
        self.headers = headers
    }
}
