import Diagnosis
import Events

/// Gathers a response: its head, and the first bytes of its body.
struct ResponseCollector {
    /// How many bytes of the body are kept.
    let keptBytes: Int
    private(set) var status: Int?
    private(set) var httpVersion = ""
    private(set) var headers: [HeaderField] = []
    /// Whether the head is complete (of a final response, not of a 1xx).
    private(set) var isHeadComplete = false
    private(set) var body: [UInt8] = []
    /// How many bytes of the body came.
    private(set) var bodyBytes = 0

    init(keptBytes: Int) { self.keptBytes = keptBytes }

    /// The head as recorded; nil before it is complete.
    var head: ResponseFacts? {
        guard let status, isHeadComplete else { return nil }
        return ResponseFacts(status: status, httpVersion: httpVersion, headers: headers.map(Redaction.recorded))
    }

    /// The value of the first field of a name.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

    /// The announced length of the body as it goes over the wire; more than can be counted is as much as can be.
    var announcedLength: Int? {
        guard let text = header("content-length") else { return nil }
        let isWhole = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return Int(text) ?? (isWhole ? .max : nil)
    }

    /// Lengths that contradict one another, in words; nil where there is at most one.
    var contradictingLengths: String? {
        let values = Set(headers.filter { $0.name.lowercased() == "content-length" }.map(\.value))
        return values.count > 1 ? values.sorted().joined(separator: " and ") : nil
    }

    /// The announced length of the body as it is received here; nil also where it is packed (`Content-Encoding`).
    var contentLength: Int? { isPacked ? nil : announcedLength }

    /// Whether the body is unpacked on its way here.
    var isPacked: Bool { header("content-encoding").map { $0.lowercased() != "identity" } ?? false }

    /// By what the end of what has come so far could be told.
    var end: Problem.ResponseEnd {
        guard isHeadComplete else { return status == nil ? .noHead : .head }
        if isChunked || httpVersion == "2" { return .marked }
        return contentLength.map { .length($0) } ?? .unknown
    }

    private var isChunked: Bool { header("transfer-encoding")?.lowercased().contains("chunked") ?? false }

    /// Whether the end of the body can be told from the response itself: by a length, by chunks, by frames.
    var hasKnownLength: Bool {
        announcedLength != nil || httpVersion == "2"
            || isChunked
            || status == 204 || status == 304
    }

    /// Whether all that was announced of an HTTP/2 response is here, and not all of the request's body is sent.
    func isWholeBeforeUpload(of bytes: Int, sent: Int) -> Bool {
        httpVersion == "2" && isHeadComplete && sent < bytes && contentLength == bodyBytes
    }

    /// Takes a line of the head with its line end. Returns true when it completes the head of a final response.
    mutating func add(line: UnsafeRawBufferPointer) -> Bool {
        var end = line.endIndex
        while end > line.startIndex, line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        if end == line.startIndex {
            guard let status, status >= 200 else { return false }
            isHeadComplete = true
            return true
        }
        let text = line[..<end]
        let isStatus = text.starts(with: "HTTP/".utf8)
        // Trailer fields of a chunked body come after it; another status line begins another response.
        if isHeadComplete, !isStatus { return false }
        if isStatus {
            isHeadComplete = false
            body = []
            bodyBytes = 0
            let words = text.split(separator: 0x20, maxSplits: 2)
            httpVersion = String(decoding: words[0].dropFirst(5), as: UTF8.self)
            status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
            headers = []
        } else if let colon = text.firstIndex(of: 0x3a) {
            headers.append(
                HeaderField(
                    name: String(decoding: text[..<colon], as: UTF8.self),
                    value: String(decoding: Self.trimmed(text[(colon + 1)...]), as: UTF8.self)
                )
            )
        }
        return false
    }

    /// Without blanks and tabs at the ends.
    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    /// Takes bytes of the body.
    mutating func add(body bytes: UnsafeRawBufferPointer) {
        bodyBytes += bytes.count
        let room = keptBytes - body.count
        if room > 0 { body.append(contentsOf: bytes.prefix(room)) }
    }

    /// The first part of the body, sanitised line by line, where it is text; nil for anything else.
    func bodyText(limit: Int = 4096) -> String? {
        guard !body.isEmpty else { return nil }
        var part = body.prefix(limit)
        // The cut may have gone through a character.
        for _ in 0..<4 where String(validating: part, as: UTF8.self) == nil && part.count < bodyBytes {
            part.removeLast()
        }
        guard let text = String(validating: part, as: UTF8.self), !text.contains("\0") else { return nil }
        // CR and LF are one character in Swift.
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { Sanitizer.line(String($0)) }.joined(separator: "\n")
    }
}
