import Foundation

// Sentences about dates.

extension Problem {
    /// A member that has ended.
    public static func certificateExpired(_ certificate: CertificateLabel, notAfter: Date, now: Date) -> Problem {
        Problem(
            .dateExpired,
            "\(certificate) ended on \(UTC.text(notAfter)); it is \(UTC.text(now)), "
                + "\(UTC.span(now.timeIntervalSince(notAfter))) later.",
            remedy: "Renew that certificate, drop it where it is an extra, or check the clock."
        )
    }

    /// A member that has not begun.
    public static func certificateNotYetValid(
        _ certificate: CertificateLabel,
        notBefore: Date,
        now: Date,
        allInFuture: Bool
    ) -> Problem {
        Problem(
            .dateNotYetValid,
            "\(certificate) begins on \(UTC.text(notBefore)); it is \(UTC.text(now)), "
                + "\(UTC.span(notBefore.timeIntervalSince(now))) earlier."
                + (allInFuture ? " Every member of the chain lies in the future: suspect the clock." : ""),
            remedy: "Wait, or set the clock."
        )
    }
}
