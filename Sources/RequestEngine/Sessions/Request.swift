import Diagnosis
import Events
import Trust

/// A request to fire: the URL, and everything that a developer may want to differ from what the URL says.
///
/// Five facts are kept apart: the address connected to, the name sent as SNI, the `Host` header, the name that is
/// checked, and (the server's part) the names in the certificate. Each comes from the URL unless it is set.
public struct Request: Sendable {
    /// The name sent in the ClientHello (RFC 6066 §3).
    public enum ServerName: Hashable, Sendable {
        /// The URL's host; none where that is an address.
        case urlHost
        /// Another name.
        case name(String)
        /// None.
        case none
    }

    /// The address.
    public var url: RequestURL
    /// The method, `GET` unless set.
    public var method: String
    /// Header fields in the order of sending; a `Host` here changes the header alone.
    public var headers: [HeaderField]
    /// The body, if any.
    public var body: [UInt8]?
    /// Whether a header name that is no token goes out as it is and is remarked, as NSMutableURLRequest lets it; else the
    /// request is not sent.
    public var sendsAnyName = false
    /// The body, where it is read while it is sent; counts before `body`.
    public var bodyStream: BodyStream?
    /// A file that takes the whole body of the response as it comes.
    public var responseFile: ResponseFile?
    /// The addresses of a name that are taken: those of IPv4 or IPv6 alone.
    public var family: AddressFamily?
    /// The address to connect to (host and port), where it is not the URL's.
    public var connectTo: RequestURL?
    /// The proxy to go through; nil for none, whatever the environment says.
    public var proxy: Proxy?
    /// The user and the password that lie ready for the server (the proposed credential).
    public var credential: PasswordCredential?
    /// The same for the proxy.
    public var proxyCredential: PasswordCredential?
    /// The name to send as SNI.
    public var serverName: ServerName
    /// The name to check, where it is not what the client's profile says.
    public var validateAs: NameChoice?
    /// Whether HTTP/2 is offered (ALPN) beside HTTP/1.1.
    public var offersHTTP2: Bool
    /// How many redirects are followed; 0 follows none and takes the redirect as the response. 16 unless set, as
    /// URLSession does.
    public var redirectLimit: Int
    /// Completes the request that follows a redirect (the address to connect to, the proxy), and says which client
    /// answers there where it is another one. Called on an engine's thread.
    public var onRedirect: (@Sendable (inout Request) -> ClientSetup?)?
    /// How the session's cache is used; not at all unless set.
    public var cachePolicy = CachePolicy.reload
    /// Whether no connection and no TLS session of an earlier request is used, whatever the client keeps.
    public var connectsAnew = false
    /// The content types that the client takes, as `application/json`; empty takes all.
    public var acceptedTypes: [String]
    /// How many bytes of the response's body are kept, where it is not as many as the session keeps.
    public var keptBodyBytes: Int?
    /// Time limits, where they are not those of the session.
    public var limits: TimeLimits?
    /// What the recorded request says about itself beyond its own parts.
    public var label: RequestLabel
    /// Events to be recorded right after the start (the flow chosen, an identity opened), with the request's number.
    public var preamble: [EventKind]

    /// The size of the body in bytes; nil without one.
    public var bodyBytes: Int? { bodyStream?.count ?? body?.count }

    /// A `GET` of a URL, everything else as the URL says.
    public init(_ url: RequestURL) {
        self.url = url
        method = "GET"
        headers = []
        serverName = .urlHost
        offersHTTP2 = true
        redirectLimit = 16
        acceptedTypes = []
        label = RequestLabel()
        preamble = []
    }

    /// A `GET` of an address as typed.
    ///
    /// - Throws: `url.malformed`.
    public init(_ address: String) throws(Problem) { self.init(try RequestURL(address)) }

    /// The name that goes out as SNI; nil when none does.
    public var sentServerName: String? {
        switch serverName {
        case .urlHost: url.scheme == .https && !url.hostIsAddress ? HostName(url.host).compared : nil
        case .name(let name): name
        case .none: nil
        }
    }

    /// The name that a chain is checked against under a profile; nil when none is.
    public func nameChecked(under profile: ClientProfile) -> String? {
        switch validateAs ?? profile.nameChecked {
        case .urlHost: url.host
        case .other(let name): name
        case .off: nil
        }
    }

    /// Finds what must not be sent: a header name that is no token, a value with a line break, a method that is none.
    ///
    /// - Throws: `request.header-name`, `option.value`.
    func validate() throws(Problem) {
        guard Self.isToken(method) else { throw Problem.methodInvalid(method) }
        for header in headers {
            let isName = sendsAnyName ? Self.keepsItsLine(header.name) : Self.isToken(header.name)
            guard isName else { throw Problem.headerNameInvalid(header.name, value: header.value) }
            guard !Self.breaksLine(header.value) else { throw Problem.headerValueInvalid(header.name) }
        }
    }

    /// The header fields whose names are no tokens.
    var oddHeaders: [HeaderField] { headers.filter { !Self.isToken($0.name) } }

    /// Whether a name, odd as it may be, is the part of its line before the colon.
    private static func keepsItsLine(_ name: String) -> Bool {
        !name.isEmpty && !breaksLine(name) && !name.contains(":")
    }

    private static func breaksLine(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" }
    }

    /// token of RFC 9110 §5.6.2.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}

/// The addresses that a name stands for.
public enum AddressFamily: String, Hashable, Sendable, CaseIterable {
    /// IPv4.
    case v4 = "IPv4"
    /// IPv6.
    case v6 = "IPv6"
}

/// What a recorded request says about itself beyond its own parts.
public struct RequestLabel: Hashable, Sendable {
    /// The client in one word (`F2c+1`).
    public var client: String
    /// The policy line, whole.
    public var policyLine: String
    /// The lab scenario, where it is one.
    public var scenario: String?
    /// The number of the request that it repeats.
    public var repeats: Int?
    /// The page that it is a part of.
    public var part: PagePart?

    /// A label of known parts.
    public init(
        client: String = "",
        policyLine: String = "",
        scenario: String? = nil,
        repeats: Int? = nil,
        part: PagePart? = nil
    ) {
        self.part = part
        self.client = client
        self.policyLine = policyLine
        self.scenario = scenario
        self.repeats = repeats
    }
}
