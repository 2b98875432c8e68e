/// Takes requests out of a stream of bytes; bodies are counted, and but for their first bytes dropped.
struct HTTPRequestParser {
    /// What the bytes so far give.
    enum Step: Equatable {
        /// A request, its body read.
        case request(HTTPRequest)
        /// The client waits for `100 Continue` before it sends its body.
        case wantsContinue
        /// More bytes are needed.
        case needsMore
        /// No request; the status that says so. Nothing more can be read.
        case bad(status: Int)
    }

    /// Longest head, in bytes.
    static let headLimit = 32_768
    /// Longest body, in bytes.
    static let bodyLimit = 64 * 1_048_576

    private enum State {
        case head
        case body(HTTPRequest, remaining: Int)
        case chunkSize(HTTPRequest)
        case chunk(HTTPRequest, remaining: Int)
        case trailer(HTTPRequest)
        case broken
    }

    private var buffer: [UInt8] = []
    /// How much of a head that is not complete has been looked at.
    private var scanned = 0
    private var state = State.head

    /// Whether a request has begun and is not complete.
    var isInRequest: Bool { if case .head = state { !buffer.isEmpty } else { true } }

    mutating func feed(_ bytes: some Collection<UInt8>) { buffer += bytes }

    mutating func next() -> Step {
        while true {
            switch state {
            case .head:
                guard let step = head() else { continue }
                return step
            case .body(var request, let remaining):
                let count = min(remaining, buffer.count)
                request.addBody(buffer[..<count])
                buffer.removeFirst(count)
                guard count == remaining else {
                    state = .body(request, remaining: remaining - count)
                    return .needsMore
                }
                return finish(request)
            case .chunkSize(let request):
                guard let line = takeLine() else { return buffer.count > 256 ? fail(400) : .needsMore }
                let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
                guard digits.count <= 8, let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0
                else { return fail(400) }
                guard request.bodyBytes + size <= Self.bodyLimit else { return fail(413) }
                // The line end behind the chunk goes with it.
                state = size == 0 ? .trailer(request) : .chunk(request, remaining: size + 2)
            case .chunk(var request, let remaining):
                let count = min(remaining, buffer.count)
                request.addBody(buffer[..<max(0, min(count, remaining - 2))])
                buffer.removeFirst(count)
                state = count == remaining ? .chunkSize(request) : .chunk(request, remaining: remaining - count)
                if count < remaining { return .needsMore }
            case .trailer(let request):
                guard let line = takeLine() else { return buffer.count > Self.headLimit ? fail(431) : .needsMore }
                if line.isEmpty { return finish(request) }
            case .broken: return .bad(status: 400)
            }
        }
    }

    /// One step through a head; nil when the body comes next.
    private mutating func head() -> Step? {
        // A client may send empty lines between requests (RFC 9112 §2.2).
        while let first = buffer.first, first == 13 || first == 10 { buffer.removeFirst() }
        // A method is a word: whatever begins otherwise, a ClientHello for one, will never have a line's end.
        if let first = buffer.first, first <= 0x20 || first >= 0x7f { return fail(400) }
        guard let end = Self.endOfHead(buffer, from: scanned) else {
            // The end may lie across what is here and what comes: three bytes are looked at again.
            scanned = max(0, buffer.count - 3)
            return buffer.count > Self.headLimit ? fail(431) : .needsMore
        }
        scanned = 0
        guard end.head <= Self.headLimit else { return fail(431) }
        let parsed = Self.request(buffer[..<end.head])
        buffer.removeFirst(end.next)
        guard let request = parsed else { return fail(400) }
        if request.header("transfer-encoding", has: "chunked") {
            state = .chunkSize(request)
        } else {
            let text = request.header("content-length") ?? "0"
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else { return fail(400) }
            guard length <= Self.bodyLimit else { return fail(413) }
            if length == 0 { return finish(request) }
            state = .body(request, remaining: length)
        }
        return request.header("expect", has: "100-continue") && buffer.isEmpty ? .wantsContinue : nil
    }

    private mutating func finish(_ request: HTTPRequest) -> Step {
        state = .head
        return .request(request)
    }

    private mutating func fail(_ status: Int) -> Step {
        state = .broken
        buffer = []
        return .bad(status: status)
    }

    private mutating func takeLine() -> [UInt8]? {
        guard let end = buffer.firstIndex(of: 10) else { return nil }
        var line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if line.last == 13 { line.removeLast() }
        return line
    }

    /// Where the head ends and where what follows begins; nil while it is not complete.
    private static func endOfHead(_ bytes: [UInt8], from start: Int) -> (head: Int, next: Int)? {
        var index = start
        while let lineEnd = bytes[index...].firstIndex(of: 10) {
            var next = lineEnd + 1
            if next < bytes.count, bytes[next] == 13 { next += 1 }
            if next < bytes.count, bytes[next] == 10 { return (lineEnd, next + 1) }
            index = lineEnd + 1
        }
        return nil
    }

    private static func request(_ head: ArraySlice<UInt8>) -> HTTPRequest? {
        var lines = head.split(separator: 10, omittingEmptySubsequences: false)[...]
        let words = lines.popFirst().map(withoutReturn)?.split(separator: 32, omittingEmptySubsequences: false) ?? []
        guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty else { return nil }
        let isVersion11 = words[2].elementsEqual("HTTP/1.1".utf8)
        guard isVersion11 || words[2].elementsEqual("HTTP/1.0".utf8) else { return nil }
        var headers: [HTTPRequest.Field] = []
        headers.reserveCapacity(lines.count)
        for line in lines {
            let line = withoutReturn(line)
            // A name may be anything that is no colon: a lab shows what a wrong client sends.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
            headers.append((text(line[..<colon]), text(trimmed(line[(colon + 1)...]))))
        }
        return HTTPRequest(
            method: text(words[0]),
            target: text(words[1]),
            isVersion11: isVersion11,
            headers: headers
        )
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 13 ? line.dropLast() : line
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 32 || $0 == 9 }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return bytes
    }
}
