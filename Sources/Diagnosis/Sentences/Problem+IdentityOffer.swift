import Foundation

// Sentences about an identity that a server may get.

extension Problem {
    /// Our certificate has ended.
    public static func identityExpired(subject: String, notAfter: Date, now: Date) -> Problem {
        Problem(
            .clientExpired,
            "Our certificate of \(subject) ended on \(UTC.text(notAfter)), "
                + "\(UTC.span(now.timeIntervalSince(notAfter))) ago.",
            remedy: "Renew the identity."
        )
    }

    /// Our certificate has not begun.
    public static func identityNotYetValid(subject: String, notBefore: Date, now: Date) -> Problem {
        Problem(
            .clientExpired,
            "Our certificate of \(subject) begins on \(UTC.text(notBefore)), "
                + "in \(UTC.span(notBefore.timeIntervalSince(now))).",
            remedy: "Wait, or set the clock."
        )
    }

    /// Our certificate is not for clients.
    public static func identityPurpose(subject: String, found: [String]) -> Problem {
        Problem(
            .clientPurpose,
            "Our certificate of \(subject) is for \(list(found)) and lacks clientAuth.",
            remedy: "Use an identity with clientAuth."
        )
    }

    /// None of the issuers that the server named stands above our certificate.
    public static func identityIssuerNotNamed(issuers: [String], named: [String]) -> Problem {
        Problem(
            .clientIssuerNotAccepted,
            "Its issuers (\(list(issuers, limit: 4))) are not among those that the server named "
                + "(\(list(named, limit: 4))).",
            remedy: "Use an identity from a CA that the server accepts."
        )
    }
}

extension Problem {
    /// A rule that says which identity a server may be shown.
    public static func ruleMatches(rule: String, file: String, host: String, port: Int?) -> Problem {
        Problem(.ruleMatch, "The rule \(rule) applies to \(place(host, port)): \(file).")
    }

    /// Rules that say nothing about a server.
    ///
    /// - Parameter rules: each rule that was tested, and the part that differs: `host` or `port`.
    public static func noRuleMatches(
        rules: [(rule: String, differs: String)],
        host: String,
        port: Int?
    ) -> Problem {
        let tested = list(rules.map { "\($0.rule) (the \($0.differs) differs)" }, limit: 4)
        return Problem(
            .ruleNoMatch,
            "No rule applies to \(place(host, port)), so no identity is offered; tested: "
                + "\(rules.isEmpty ? "none, all are off" : tested).",
            remedy: "Add a rule for that host and port."
        )
    }

    private static func place(_ host: String, _ port: Int?) -> String { host + (port.map { ":\($0)" } ?? "") }
}
