// Sentences about the name that was asked for.

extension Problem {
    /// No entry matches.
    public static func hostMismatch(typed: String, compared: String, isAddress: Bool, entries: [String]) -> Problem {
        let name = typed == compared ? "\(quoted(typed))" : "\(quoted(typed)) (compared as \(compared))"
        let kind = isAddress ? "address" : "name"
        var note = isAddress ? "; for an address only address entries count" : ""
        if !isAddress, entries.contains(where: { $0.contains("*") }) { note = "; a wildcard covers one label" }
        return Problem(
            .hostMismatch,
            "The \(kind) \(name) matches none of the leaf's alternative names: \(list(entries))\(note).",
            remedy:
                "Use a certificate with that name, or the right name in the URL (keep the name, override the address)."
        )
    }

    /// Nothing that could match.
    public static func hostWithoutAlternativeName(typed: String, hasExtension: Bool, commonName: String?, matches: Bool)
        -> Problem
    {
        let missing =
            hasExtension
            ? "The leaf's alternative names hold no entry that could match \(quoted(typed))"
            : "The leaf has no subject alternative name"
        let common = commonName.map {
            "; its common name is \($0)\(matches ? ", which would match," : "") and is not used"
        }
        return Problem(
            .hostNoSan,
            "\(missing)\(common ?? "").",
            remedy: "Reissue the certificate with a subject alternative name."
        )
    }

    /// A reference that is no host name.
    public static func hostBadReference(typed: String, fault: String) -> Problem {
        Problem(
            .hostBadReference,
            "The name to check, \(quoted(typed)), is no host name: \(fault).",
            remedy: "Give the right host name."
        )
    }
}

extension Problem {
    /// AFNetworking 2.2.0's own comparison, which looks at the subject's summary alone.
    public static func summaryMismatch(domain: String, summary: String) -> Problem {
        Problem(
            .hostMismatch,
            "AFNetworking 2.2.0 compares the domain \(quoted(domain)) with the leaf's subject summary "
                + "\(quoted(summary)) alone, * for any label, and the two differ; alternative names are not looked at.",
            remedy: "Use a version from 2.2.1 on, which lets the system check the name."
        )
    }
}
