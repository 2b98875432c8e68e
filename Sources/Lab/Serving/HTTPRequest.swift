import Foundation

/// A request as it came (RFC 9112).
struct HTTPRequest: Equatable {
    var method: String
    /// The target as it stands in the request line.
    var target: String
    /// Whether it is HTTP/1.1; else it is 1.0.
    var isVersion11: Bool
    /// The fields in their order, names as they came.
    var headers: [Field]
    /// The size of the body, in bytes.
    var bodyBytes = 0
    /// The body's first bytes; the others are dropped.
    var bodyStart: [UInt8] = []

    /// How much of a body is kept, in bytes.
    static let bodyStartLimit = 4096

    /// Counts more of the body, and keeps it as far as there is room.
    mutating func addBody(_ bytes: some Collection<UInt8>) {
        bodyBytes += bytes.count
        bodyStart += bytes.prefix(Self.bodyStartLimit - bodyStart.count)
    }

    /// A field's name and value.
    typealias Field = (name: String, value: String)

    /// The first value of a field; the name in lower case.
    func header(_ name: String) -> String? { headers.first { Self.isSame($0.name.utf8[...], name) }?.value }

    /// Whether a field holds a word of a list (RFC 9110 §5.6.1); name and word in lower case.
    func header(_ name: String, has word: String) -> Bool {
        header(name)?.utf8.split { $0 == UInt8(ascii: ",") || $0 == 32 || $0 == 9 }
            .contains { Self.isSame($0, word) } ?? false
    }

    /// Compares with a text in lower case; case does not count in ASCII.
    private static func isSame(_ text: Substring.UTF8View, _ lowercase: String) -> Bool {
        text.count == lowercase.utf8.count
            && zip(text, lowercase.utf8).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 && $0 & 0x40 != 0) }
    }

    /// Whether the client wants to use the connection again.
    var keepsAlive: Bool {
        isVersion11 ? !header("connection", has: "close") : header("connection", has: "keep-alive")
    }

    /// The target without its query.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// A value of the query, decoded; nil when it is not there.
    func query(_ name: String) -> String? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        for pair in target[mark...].dropFirst().split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { continue }
            return String(parts[1]).removingPercentEncoding ?? String(parts[1])
        }
        return nil
    }

    static func == (left: Self, right: Self) -> Bool {
        left.method == right.method && left.target == right.target && left.isVersion11 == right.isVersion11
            && left.bodyBytes == right.bodyBytes && left.bodyStart == right.bodyStart
            && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }
}
