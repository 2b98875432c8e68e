import Events
import Trust

/// What libcurl is told about one request.
struct TransferPlan {
    /// The URL, its port always given.
    var url: String
    /// The method.
    var method: String
    /// Header lines in libcurl's form; one without a value takes out a header of libcurl's own.
    var headers: [String]
    /// The body, if any.
    var body: [UInt8]?
    /// The body, where it is read while it is sent.
    var bodyStream: BodyStream?
    /// The addresses that are taken; nil for all.
    var family: AddressFamily?
    /// libcurl's CONNECT_TO entry, which changes the address alone.
    var connectTo: String?
    /// The proxy's address; empty for none, whatever the environment says.
    var proxy: String
    /// Whether HTTP/2 is offered.
    var offersHTTP2: Bool
    /// Whether packed bodies are asked for and unpacked; a field of the request's own leaves them as they come.
    var unpacks: Bool
    /// Whether a connection and a TLS session of an earlier request may answer for this one.
    var isFresh: Bool

    /// - Parameter fields: What the session adds.
    init(_ request: Request, adding fields: [HeaderField] = [], userAgent: String?, answersKept: AnswersKept) {
        let url = request.url
        // libcurl encodes other letters only as far as the locale knows them.
        let isPlain = url.host.utf8.allSatisfy { $0 < 0x80 }
        let host = isPlain ? url.bracketedHost : HostName(url.host).compared
        self.url = "\(url.scheme.rawValue)://\(host):\(url.port)\(url.encodedTarget)"
        method = request.method
        body = request.bodyStream == nil ? request.body : nil
        bodyStream = request.bodyStream
        family = request.family
        connectTo = request.connectTo.map { "::\($0.bracketedHost):\($0.port)" }
        proxy = request.proxy?.address ?? ""
        // In HTTP/2 there is no place for a name that is no token (RFC 9113 §8.2.1).
        offersHTTP2 = request.offersHTTP2 && request.oddHeaders.isEmpty
        isFresh = answersKept == .fresh

        unpacks = !request.headers.contains { $0.name.lowercased() == "accept-encoding" }

        func has(_ name: String) -> Bool { request.headers.contains { $0.name.lowercased() == name } }
        headers = (request.headers + fields).map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if !has("user-agent"), let userAgent { headers.append("User-Agent: \(userAgent)") }
        // libcurl would add these by itself: a type that nobody gave, and a pause before the body.
        if sendsBody, !has("content-type") { headers.append("Content-Type:") }
        if !has("expect") { headers.append("Expect:") }
    }

    /// Whether there is a body, were it an empty one.
    var sendsBody: Bool { body != nil || bodyStream != nil }
}
