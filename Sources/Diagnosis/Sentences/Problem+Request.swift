extension Problem {
    /// A header name that is no token (RFC 9110 §5.6.2).
    public static func headerNameInvalid(_ name: String, value: String) -> Problem {
        let known: Set<String> = [
            "accept", "accept-encoding", "accept-language", "authorization", "cache-control", "connection",
            "content-encoding", "content-length", "content-type", "cookie", "host", "if-modified-since",
            "if-none-match", "origin", "referer", "user-agent", "x-requested-with",
        ]
        let isSwapped = known.contains(value.lowercased())
        return Problem(
            .requestHeaderName,
            "\"\(name)\" is no header name."
                + (isSwapped ? " Are name and value swapped? \"\(value)\" is a name." : ""),
            remedy: isSwapped ? "Write \(value): \(name)" : "Write it as NAME: VALUE."
        )
    }

    /// A header value that would end the header.
    public static func headerValueInvalid(_ name: String) -> Problem {
        Problem(.requestHeaderName, "The value of the header \(name) holds a line break.", remedy: "Leave it out.")
    }

    /// A method that is no token.
    public static func methodInvalid(_ method: String) -> Problem {
        .optionValue("The method", method, taken: "a token such as GET or POST")
    }

    /// A request of a session that was invalidated.
    public static func sessionInvalidated(number: Int) -> Problem {
        Problem(
            .requestStopped,
            "Session \(number) was invalidated, so the request was not sent.",
            remedy: "Open another session."
        )
    }

    /// A request that was stopped.
    ///
    /// - Parameters:
    ///   - author: who stopped it: `you`, `the session's end`.
    ///   - phase: what it was doing.
    public static func requestStopped(by author: String, phase: String) -> Problem {
        Problem(.requestStopped, "The request was stopped by \(author) during \(phase).")
    }

    /// A response out of the cache.
    ///
    /// - Parameters:
    ///   - age: since it was stored or found good, in seconds.
    ///   - request: the request that it answered first; nil for one of an earlier run.
    ///   - client: the client under which it came; empty for one without a name.
    ///   - wasAsked: whether the server was asked and said that it is still good.
    public static func answeredByCache(age: Int, request: Int?, client: String, wasAsked: Bool) -> Problem {
        let origin =
            (request.map { "the answer to no. \($0)" } ?? "the answer to a request of an earlier run")
            + (client.isEmpty ? "" : " under \(client)")
        return Problem(
            .responseCached,
            wasAsked
                ? "The server says that what the cache holds is still good: \(origin)."
                : "The cache answered, \(age) s old: \(origin). No connection was made and nobody was asked.",
            remedy: "Reload to ask the server (--cache reload)."
        )
    }

    /// More redirects than the limit.
    ///
    /// - Parameter addresses: the addresses met, in order; the last one was not asked.
    public static func tooManyRedirects(_ addresses: [String], limit: Int) -> Problem {
        Problem(
            .requestRedirects,
            "More than \(limit) redirect\(limit == 1 ? "" : "s") (--max-redirects): "
                + addresses.joined(separator: " -> ") + ".",
            remedy: addresses.last.map(addresses.dropLast().contains) == true
                ? "The addresses go round: look at the server." : "Raise the limit, or look at the server."
        )
    }

    /// A redirect to where no client follows.
    ///
    /// - Parameters:
    ///   - fault: what is wrong with the target, a sentence.
    ///   - met: the addresses met, in order.
    public static func redirectNotFollowed(to location: String, fault: String, met: [String]) -> Problem {
        Problem(
            .requestRedirects,
            "The redirect to \(location) is not followed, after \(met.joined(separator: " -> ")). \(fault)",
            remedy: "Look at the server's Location."
        )
    }

    /// A content type that the client does not take.
    ///
    /// - Parameters:
    ///   - type: the response's; nil where it has none.
    ///   - text: the beginning of the body; nil where it is no text.
    public static func contentTypeNotAccepted(
        _ type: String?,
        accepted: [String],
        status: Int,
        text: String?
    ) -> Problem {
        Problem(
            .responseContentType,
            "The response's type \(type.map { "\"\($0)\"" } ?? "(none)") is none of those accepted ("
                + accepted.joined(separator: ", ") + "); its status is \(status)."
                + (text.map {
                    " The server says: \"\($0.split(whereSeparator: \.isWhitespace).joined(separator: " "))\""
                } ?? ""),
            remedy: "Look at what the server says, or accept its type (--accept-types)."
        )
    }

    /// A request in the clear that App Transport Security refuses.
    ///
    /// - Parameter looked: the key that would allow it, as a path.
    public static func cleartextRefused(host: String, looked: String) -> Problem {
        Problem(
            .atsCleartext,
            "App Transport Security refuses http to \(host): \(looked) is not YES.",
            remedy: "Use https, or the named exception."
        )
    }
}
