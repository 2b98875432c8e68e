import Foundation

/// A cookie (RFC 6265). Its value is a secret: nothing here prints it.
struct Cookie: Sendable, Codable {
    var name: String
    var value: String
    var domain: String
    /// Whether it goes to the very host alone, not to those under it.
    var isHostOnly: Bool
    var path: String
    var isSecure: Bool
    /// nil for as long as the session lives.
    var expires: Date?

    /// Reads the value of a `Set-Cookie` field; nil for one that a client drops.
    init?(_ field: String, from url: RequestURL, now: Date) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let sign = pair.firstIndex(of: "=") else { return nil }
        name = Self.trimmed(pair[..<sign])
        value = Self.trimmed(pair[pair.index(after: sign)...])
        guard !name.isEmpty else { return nil }
        domain = url.host.lowercased()
        isHostOnly = true
        path = Self.defaultPath(url)
        isSecure = false
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let text = words.count > 1 ? Self.trimmed(words[1]) : ""
            switch Self.trimmed(words[0]).lowercased() {
            case "domain": guard take(domain: text, of: url) else { return nil }
            case "path": if text.hasPrefix("/") { path = text }
            case "secure": isSecure = true
            case "max-age":
                // Stands above `Expires`.
                guard let seconds = Int(text) else { continue }
                expires = now.addingTimeInterval(Double(max(-1, min(seconds, 400 * 86_400))))
            case "expires":
                if expires == nil { expires = HTTPDate.date(text) }
            default: break
            }
        }
        if isSecure, url.scheme != .https { return nil }
    }

    /// Whether it goes with a request to an address.
    func goes(to url: RequestURL, now: Date) -> Bool {
        let host = url.host.lowercased()
        let reaches = host == domain || (!isHostOnly && !url.hostIsAddress && host.hasSuffix("." + domain))
        let target = url.target.prefix { $0 != "?" }
        let isBelow =
            target == path
            || (target.hasPrefix(path) && (path.hasSuffix("/") || target.dropFirst(path.count).hasPrefix("/")))
        return reaches && isBelow && (!isSecure || url.scheme == .https) && !isOver(now)
    }

    /// Whether its time is up.
    func isOver(_ now: Date) -> Bool { expires.map { $0 <= now } ?? false }

    private mutating func take(domain text: String, of url: RequestURL) -> Bool {
        let name = (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
        guard !name.isEmpty else { return true }
        let host = url.host.lowercased()
        // A whole registry is nobody's domain.
        guard host == name || (!url.hostIsAddress && host.hasSuffix("." + name) && name.contains(".")) else {
            return false
        }
        domain = name
        isHostOnly = url.hostIsAddress
        return true
    }

    private static func defaultPath(_ url: RequestURL) -> String {
        let path = url.target.prefix { $0 != "?" }
        guard let end = path.lastIndex(of: "/"), end > path.startIndex else { return "/" }
        return String(path[..<end])
    }

    private static func trimmed(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
}

/// Dates of HTTP (RFC 9110 §5.6.7).
enum HTTPDate {
    /// A date as `Sun, 06 Nov 1994 08:49:37 GMT`, or with dashes as older cookies have it; nil for anything else.
    static func date(_ text: String) -> Date? {
        let words = text.replacing("-", with: " ").split(separator: " ")
        guard words.count >= 5, let day = Int(words[1]), let month = months.firstIndex(of: words[2].lowercased()),
            var year = Int(words[3]), (1...31).contains(day), (0...9999).contains(year)
        else { return nil }
        if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (year, month + 1, day)
        (parts.hour, parts.minute, parts.second) = (time[0], time[1], time[2])
        parts.timeZone = TimeZone(secondsFromGMT: 0)
        return Calendar(identifier: .gregorian).date(from: parts)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
