import Diagnosis

extension RequestURL {
    /// Where a reference in a `Location` or in a page leads from here (RFC 3986 §5.2); its fragment is dropped.
    ///
    /// - Throws: `url.malformed`, also for a scheme that is not followed.
    public func resolving(_ reference: String) throws(Problem) -> RequestURL {
        let text = Self.withoutBlanks(reference.prefix { $0 != "#" })
        if Self.hasScheme(text) {
            // What is typed may be a host with its port; a reference of such a form names a scheme (`javascript:`).
            guard Scheme(rawValue: text.prefix { $0 != ":" }.lowercased()) != nil else {
                throw Problem.urlMalformed(text, place: 1, fault: "the scheme has to be https or http")
            }
            return try RequestURL(text)
        }
        if text.hasPrefix("//") { return try RequestURL("\(scheme.rawValue):\(text)") }
        let path: String
        if text.isEmpty {
            path = target
        } else if text.hasPrefix("/") {
            path = text
        } else if text.hasPrefix("?") {
            path = target.prefix { $0 != "?" } + text
        } else {
            let own = target.prefix { $0 != "?" }
            path = own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex) + text
        }
        return try RequestURL("\(scheme.rawValue)://\(bracketedHost):\(port)\(Self.withoutDotSegments(path))")
    }

    /// Whether two addresses are of one origin: scheme, host and port (RFC 6454).
    public func hasOrigin(of other: RequestURL) -> Bool {
        scheme == other.scheme && port == other.port && host.lowercased() == other.host.lowercased()
    }

    /// What servers put into a `Location` although a URL cannot hold it.
    private static func withoutBlanks(_ text: Substring) -> String {
        text.drop { $0.isWhitespace }.map { $0 == " " ? "%20" : String($0) }.joined()
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
            return false
        }
        return text[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// RFC 3986 §5.2.4, over the path alone.
    private static func withoutDotSegments(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        let query = target[path.endIndex...]
        var segments: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { segments.append("") }
            case "..":
                if !segments.isEmpty { segments.removeLast() }
                if isLast { segments.append("") }
            default: segments.append(part)
            }
        }
        return "/" + segments.joined(separator: "/") + query
    }
}
