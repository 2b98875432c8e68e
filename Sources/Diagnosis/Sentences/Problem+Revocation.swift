import Foundation

// Sentences about revocation.

extension Problem {
    /// A certificate that was taken back.
    public static func certificateRevoked(
        _ certificate: CertificateLabel,
        serial: String,
        date: Date?,
        reason: String?,
        list: String
    ) -> Problem {
        let when = date.map { " on \(UTC.text($0))" } ?? ""
        let why = reason.map { ", reason \($0)" } ?? ""
        return Problem(
            .revocationRevoked,
            "\(certificate), serial \(serial), was revoked\(when)\(why); so says the revocation list of \(list).",
            remedy: "Get a new certificate."
        )
    }

    /// No list in scope.
    public static func revocationUnknown(_ certificate: CertificateLabel, issuer: String) -> Problem {
        Problem(
            .revocationUnknown,
            "Revocation is to be checked, and no revocation list in scope was given for \(certificate), issuer "
                + "\(issuer).",
            remedy: "Supply that issuer's revocation list."
        )
    }

    /// A list that cannot be used.
    public static func revocationListUnusable(_ certificate: CertificateLabel, fault: String) -> Problem {
        Problem(
            .revocationBadCrl,
            "The revocation list for \(certificate) cannot be used: \(fault).",
            remedy: "Get a new list."
        )
    }
}
