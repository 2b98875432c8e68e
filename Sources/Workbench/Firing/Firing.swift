import Events
import RequestEngine

/// A request as a person asks for it: an address or a lab scenario, and what differs from the ordinary.
public struct Firing: Hashable, Sendable {
    /// A URL as typed (without a scheme it is https), or a lab scenario's name.
    public var address: String
    /// The method; nil for GET, or POST when there is a body.
    public var method: String?
    /// Header fields; a `Host` changes that header alone.
    public var headers: [HeaderField]
    /// The body, if any.
    public var body: [UInt8]?
    /// The body, where it is read while it is sent.
    public var bodyStream: BodyStream?
    /// A new file that takes the whole body of the response; nil for none.
    public var saveBody: String?
    /// The addresses of a name that are taken; nil for all.
    public var family: AddressFamily?
    /// Whether HTTP/2 is offered.
    public var offersHTTP2 = true
    /// `HOST:PORT` to connect to, where it is not the URL's.
    public var connectTo: String?
    /// The name sent as SNI; empty text sends none, nil leaves it to the URL.
    public var serverName: String?
    /// The name that is checked, where it is not what the client's profile says.
    public var validateAs: String?
    /// The proxy to go through; nil for none.
    public var proxy: ProxyChoice?
    /// The time for the whole request in seconds; nil leaves it to the flow or the bench.
    public var timeout: Double?
    /// How many redirects are followed; nil for the usual 16, 0 takes a redirect as the response.
    public var maxRedirects: Int?
    /// How the session's cache is used; nil leaves it to the flow, and without one it is not.
    public var cachePolicy: CachePolicy?
    /// Whether it makes a connection of its own, resumes no TLS session and takes nothing from the cache.
    public var connectsAnew = false
    /// The content types that the client takes; empty takes all.
    public var acceptedTypes: [String]
    /// The number of the request that it repeats.
    public var repeats: Int?
    /// The page that it is a part of; what the bench adds to requests is not added to it.
    var part: PagePart?
    /// How many bytes of the response's body are kept; nil for as many as usual.
    var keptBodyBytes: Int?
    /// Whether the user and the password that lie ready are for another server.
    var withholdsCredential = false

    /// A GET of an address.
    public init(_ address: String) {
        self.address = address
        headers = []
        acceptedTypes = []
    }

    /// Sets how the cache is used, by its name on the command line; false for a name that is none.
    public mutating func useCache(_ name: String) -> Bool {
        guard let policy = CachePolicy(rawValue: name) else { return false }
        cachePolicy = policy
        return true
    }

    /// The same with what it leaves open taken from another.
    func completed(by template: Firing) -> Firing {
        var result = self
        result.method = method ?? template.method
        result.headers =
            template.headers.filter { field in
                !headers.contains { $0.name.lowercased() == field.name.lowercased() }
            } + headers
        result.body = body ?? template.body
        result.connectTo = connectTo ?? template.connectTo
        result.serverName = serverName ?? template.serverName
        result.validateAs = validateAs ?? template.validateAs
        result.proxy = proxy ?? template.proxy
        result.timeout = timeout ?? template.timeout
        result.maxRedirects = maxRedirects ?? template.maxRedirects
        result.cachePolicy = cachePolicy ?? template.cachePolicy
        if acceptedTypes.isEmpty { result.acceptedTypes = template.acceptedTypes }
        return result
    }
}
