import Foundation

/// A response as a test reads it.
struct Reply {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
    /// Whether the connection ended in TLS's own way; nil where the body's length told its end.
    var endedCleanly: Bool?

    var text: String { String(decoding: body, as: UTF8.self) }

    /// A value of the echo, by its path.
    func echo(_ path: String...) throws -> Any? {
        var value: Any? = try JSONSerialization.jsonObject(with: Data(body))
        for key in path { value = (value as? [String: Any])?[key] }
        return value is NSNull ? nil : value
    }
}

/// Reads one response out of bytes.
struct ReplyParser {
    let isHead: Bool
    private var bytes: [UInt8] = []

    init(isHead: Bool = false) { self.isHead = isHead }

    mutating func feed(_ more: some Sequence<UInt8>) { bytes += more }

    /// The response when its announced body is there.
    func reply() -> Reply? {
        guard let (reply, rest) = split() else { return nil }
        if isHead || reply.status == 204 || reply.status == 304 { return reply }
        guard let length = reply.headers["content-length"].flatMap({ Int($0) }), rest.count >= length else {
            return nil
        }
        var complete = reply
        complete.body = Array(rest.prefix(length))
        return complete
    }

    /// The response that the end of the connection ends.
    func end(isClean: Bool) -> Reply? {
        guard var (reply, rest) = split() else { return nil }
        reply.body = Array(rest)
        reply.endedCleanly = isClean
        rest = []
        return reply
    }

    private func split() -> (Reply, ArraySlice<UInt8>)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        return (Reply(status: status, headers: headers, body: []), bytes[end.upperBound...])
    }
}
