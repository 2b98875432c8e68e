import Foundation

// Sentences about revocation.

extension Problem {
    /// A certificate that was taken back.
    ///
    /// - Parameter source: who says so: `the revocation list of CN=Lab CA`.
    public static func certificateRevoked(
        _ certificate: CertificateLabel,
        serial: String,
        date: Date?,
        reason: String?,
        source: String
    ) -> Problem {
        let when = date.map { " on \(UTC.text($0))" } ?? ""
        let why = reason.map { ", reason \($0)" } ?? ""
        return Problem(
            .revocationRevoked,
            "\(certificate), serial \(serial), was revoked\(when)\(why); so says \(source).",
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

    /// A staple that cannot be used.
    public static func stapleUnusable(_ certificate: CertificateLabel, fault: String) -> Problem {
        Problem(
            .revocationBadResponse,
            "The stapled OCSP response for \(certificate) cannot be used: \(fault).",
            remedy: "Let the server fetch a new response from its CA."
        )
    }

    /// A responder that does not know the certificate.
    public static func stapleUnknown(_ certificate: CertificateLabel, issuer: String) -> Problem {
        Problem(
            .revocationUnknown,
            "The stapled OCSP response of \(issuer) does not know \(certificate): neither good nor revoked.",
            remedy: "Ask the CA why its responder does not know the certificate."
        )
    }

    /// A staple that is demanded and did not come.
    public static func stapleMissing(_ certificate: CertificateLabel) -> Problem {
        Problem(
            .revocationNoStaple,
            "\(certificate) demands a stapled OCSP response (TLS feature status_request), and the server sent none.",
            remedy: "Switch stapling on at the server."
        )
    }
}
