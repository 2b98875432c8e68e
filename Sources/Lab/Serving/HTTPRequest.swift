import Foundation

/// A request as it came (RFC 9112).
struct HTTPRequest: Equatable {
    var method: String
    /// The target as it stands in the request line.
    var target: String
    /// Whether it is HTTP/1.1; else it is 1.0.
    var isVersion11: Bool
    /// The fields in their order, names as they came.
    var headers: [(name: String, value: String)]
    /// The size of the body, which is read and dropped.
    var bodyBytes = 0

    /// The first value of a field; the name in lower case.
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

    /// Whether the client wants to use the connection again.
    var keepsAlive: Bool {
        let words = header("connection")?.lowercased() ?? ""
        return isVersion11 ? !words.contains("close") : words.contains("keep-alive")
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
            && left.bodyBytes == right.bodyBytes
            && left.headers.elementsEqual(right.headers) { $0.name == $1.name && $0.value == $1.value }
    }
}
