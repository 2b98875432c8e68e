// Sentences about pins.

extension Problem {
    /// No member equals a pin.
    public static func pinNoMatch(members: [String], pins: [String], sentButUnused: [String], aside: String? = nil)
        -> Problem
    {
        var sentence =
            "No member of the judged path equals a pin. Path: \(list(members)). Pins: \(list(pins))."
        if !sentButUnused.isEmpty { sentence += " Sent, but not on the path: \(list(sentButUnused))." }
        if let aside { sentence += " \(aside)" }
        return Problem(
            .pinNoMatch,
            sentence,
            remedy: "Update the pin after checking the new key; in case of a foreign issuer look for interception."
        )
    }

    /// Pinning is on and there is no pin.
    public static func pinEmpty(mode: String, expectedIn place: String) -> Problem {
        Problem(
            .pinEmpty,
            "Pinning is on (\(mode)) and 0 pins are loaded; they were expected in \(place).",
            remedy: "Add pins, or switch pinning off."
        )
    }

    /// A pin that cannot be used.
    public static func pinFormat(_ pin: String, fault: String) -> Problem {
        Problem(
            .pinFormat,
            "The pin \(pin) cannot be read: \(fault).",
            remedy: "Write sha256// and 44 characters of base64, or give a certificate file."
        )
    }

    /// A key type that the library cannot hash.
    public static func pinKeyType(_ certificate: CertificateLabel, key: String, known: [String]) -> Problem {
        Problem(
            .pinKeyType,
            "The key of \(certificate) is \(key); the library hashes \(list(known)) only and blocks on any other.",
            remedy: "Use a key of a type that the library knows."
        )
    }
}
