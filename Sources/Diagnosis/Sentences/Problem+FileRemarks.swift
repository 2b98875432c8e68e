import Foundation

// What is said about the certificates of a file that is only looked at: nothing is refused for it.

extension Problem {
    /// A certificate in a file whose time is over.
    public static func fileExpired(name: String, number: Int, subject: String, notAfter: Date, now: Date) -> Problem {
        Problem(
            .dateExpired,
            "Certificate \(number) (\(subject)) of \(quoted(name)) ended at \(UTC.text(notAfter)), "
                + "\(days(from: notAfter, to: now)) ago; now it is \(UTC.text(now)).",
            remedy: "Renew it, or check the clock."
        )
    }

    /// A certificate in a file whose time has not come.
    public static func fileNotYetValid(name: String, number: Int, subject: String, notBefore: Date, now: Date)
        -> Problem
    {
        Problem(
            .dateNotYetValid,
            "Certificate \(number) (\(subject)) of \(quoted(name)) begins at \(UTC.text(notBefore)), in "
                + "\(days(from: now, to: notBefore)); now it is \(UTC.text(now)).",
            remedy: "Wait, or set the clock."
        )
    }

    /// A certificate in a file that is signed with a broken digest.
    public static func fileWeakDigest(name: String, number: Int, subject: String, digest: String) -> Problem {
        Problem(
            .chainWeakDigest,
            "Certificate \(number) (\(subject)) of \(quoted(name)) is signed with \(digest); SHA-256 or better is wanted.",
            remedy: "Have it issued again with SHA-256."
        )
    }

    /// A certificate in a file whose key is small.
    public static func fileWeakKey(name: String, number: Int, subject: String, key: String) -> Problem {
        Problem(
            .chainWeakKey,
            "Certificate \(number) (\(subject)) of \(quoted(name)) has a key \(key); RSA 2048 or EC 224 bits is the least that "
                + "clients take.",
            remedy: "Use a larger key."
        )
    }

    private static func days(from start: Date, to end: Date) -> String {
        let days = Int(end.timeIntervalSince(start) / 86_400)
        return days == 0 ? "less than a day" : counted(days, "day")
    }
}
