/// A response, before it is bytes.
struct HTTPResponse: Equatable {
    /// What follows the head.
    enum Body: Equatable {
        /// These bytes.
        case bytes([UInt8])
        /// So many bytes of filler.
        case filler(Int)
    }

    var status: Int
    var headers: [HTTPRequest.Field] = []
    var body = Body.bytes([])
    /// Seconds to wait before it is sent.
    var delay: Double = 0

    /// A response of text.
    static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array((text + "\n").utf8))
        )
    }

    /// The size of the body, in bytes.
    var bodyCount: Int {
        switch body {
        case .bytes(let bytes): bytes.count
        case .filler(let count): count
        }
    }

    /// Whether a body may follow (RFC 9110 §6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Status line and fields, with the empty line at their end.
    ///
    /// - Parameter isFramed: whether the length is announced; else the connection's end ends the body.
    func head(isFramed: Bool, closes: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
        for field in fields(isFramed: isFramed, closes: closes) { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    /// The fields of the head, whatever the version.
    func fields(isFramed: Bool, closes: Bool) -> [HTTPRequest.Field] {
        var fields: [HTTPRequest.Field] = [("Server", "countersign-lab")]
        if !headers.contains(where: { $0.name == "Cache-Control" }) { fields.append(("Cache-Control", "no-store")) }
        fields += headers
        if isFramed && mayHaveBody { fields.append(("Content-Length", "\(bodyCount)")) }
        if closes { fields.append(("Connection", "close")) }
        return fields
    }

    /// The usual words for a status (RFC 9110 §15).
    static func reason(_ status: Int) -> String { reasons[status] ?? "Status" }

    private static let reasons = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 413: "Content Too Large", 418: "I'm a teapot",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]

    static func == (left: Self, right: Self) -> Bool {
        left.status == right.status && left.body == right.body && left.delay == right.delay
            && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }
}
