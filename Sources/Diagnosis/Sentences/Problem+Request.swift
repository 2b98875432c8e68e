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

    /// A request in the clear that App Transport Security refuses.
    public static func cleartextRefused(host: String) -> Problem {
        Problem(
            .atsCleartext,
            "App Transport Security refuses http to \(host): no NSExceptionDomains entry allows insecure loads"
                + " (NSExceptionAllowsInsecureHTTPLoads).",
            remedy: "Use https, or the named exception."
        )
    }
}
