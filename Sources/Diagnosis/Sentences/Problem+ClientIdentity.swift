extension Problem {
    /// When the server said what it thinks of our identity.
    public enum IdentityMoment: String, Sendable {
        /// By an alert in the handshake.
        case inHandshake = "in the handshake"
        /// By an alert after the handshake was done on our side.
        case afterHandshake = "after the handshake"
        /// By the status of its HTTP answer.
        case asStatus = "by its HTTP answer"
    }

    /// The server asked for a certificate, none was sent, and it refuses.
    ///
    /// - Parameters:
    ///   - issuers: the CA names that it gave.
    ///   - fitting: an identity at hand that fits, in words; nil when none does.
    ///   - moment: when it refused.
    ///   - words: the alert or the status.
    ///   - isGeneric: Whether that alert can mean other things too (40 under TLS 1.2).
    public static func clientCertificateMissing(
        issuers: [String],
        fitting: String?,
        moment: IdentityMoment,
        words: String,
        isGeneric: Bool
    ) -> Problem {
        let named =
            issuers.isEmpty
            ? "it named no CA" : "it named \(counted(issuers.count, "CA")): \(short(issuers))"
        return Problem(
            .clientNone,
            "The server asked for a client certificate (\(named)), none was sent, and it refused \(moment.rawValue)"
                + " (\(words))." + (isGeneric ? " That alert is a general one: it can have other causes." : ""),
            remedy: fitting.map { "Set the identity \($0), which fits." } ?? "Set an identity."
        )
    }

    /// The server does not accept the issuer of our certificate.
    public static func clientIssuerNotAccepted(
        subject: String,
        issuers chain: [String],
        named: [String],
        moment: IdentityMoment,
        words: String
    ) -> Problem {
        Problem(
            .clientIssuerNotAccepted,
            "The server refused OUR certificate \(subject) \(moment.rawValue) (received \(words)): its issuer is "
                + "\(chain.joined(separator: ", then "))"
                + (named.isEmpty ? ", and the server named no CA." : "; the server takes \(short(named))."),
            remedy: "Use an identity from a CA that the server accepts."
        )
    }

    /// Our certificate went out without its intermediate.
    public static func clientChainIncomplete(
        subject: String,
        missing: String,
        inFile: Bool,
        named: [String],
        moment: IdentityMoment,
        words: String
    ) -> Problem {
        Problem(
            .clientChainIncomplete,
            "The server refused OUR certificate \(subject) \(moment.rawValue) (received \(words)): 1 certificate was sent, "
                + "without its issuer \(missing), which is \(inFile ? "in the file and was left there" : "not in the file")"
                + (named.isEmpty ? "; the server named no CA." : "; the server named \(short(named))."),
            remedy: inFile
                ? "Send the chain of the file (`sends`: the chain of the file)."
                : "Put the intermediate into the identity file."
        )
    }

    /// Our certificate is out of date.
    ///
    /// - Parameter dates: its validity, in words.
    public static func clientExpired(subject: String, dates: String, moment: IdentityMoment, words: String) -> Problem {
        Problem(
            .clientExpired,
            "The server refused OUR certificate \(subject) \(moment.rawValue) (received \(words)): it is valid \(dates).",
            remedy: "Renew the identity."
        )
    }

    /// Our certificate is not made for clients.
    public static func clientPurpose(subject: String, found: String, moment: IdentityMoment, words: String) -> Problem {
        Problem(
            .clientPurpose,
            "The server refused OUR certificate \(subject) \(moment.rawValue) (received \(words)): its extended key usage "
                + "is \(found), clientAuth is wanted.",
            remedy: "Use an identity with clientAuth."
        )
    }

    /// Our identity could not be loaded; nothing was sent.
    public static func identityNotLoaded(_ code: DiagnosisCode, subject: String, words: String, level: Int) -> Problem {
        let what =
            switch code {
            case .identityWeakKey: "its key is too small for security level \(level)"
            case .identityWeakDigest: "its signature's digest is too weak for security level \(level)"
            case .identityKeyMismatch: "key and certificate do not belong together"
            default: "it could not be loaded"
            }
        return Problem(
            code,
            "Our own identity \(subject) was refused here, before anything was sent: \(what) (\(words)).",
            remedy: code == .identityKeyMismatch ? "Use a matching pair." : "Use another identity, or a lower level."
        )
    }

    private static func short(_ names: [String]) -> String {
        names.count <= 3
            ? names.joined(separator: " · ") : names.prefix(3).joined(separator: " · ") + " and \(names.count - 3) more"
    }
}

extension Problem {
    /// An identity that was chosen and is not open, so that its key is not at hand.
    public static func identityNotOpen(subject: String, file: String) -> Problem {
        Problem(
            .fileMissing,
            "The identity \(subject) of \(file) was chosen, but the file is not open, so nothing was sent.",
            remedy: "Open the file, and fire again."
        )
    }
}
