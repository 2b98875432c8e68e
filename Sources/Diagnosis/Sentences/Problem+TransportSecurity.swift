// Sentences about App Transport Security.

extension Problem {
    /// A cipher suite without forward secrecy.
    public static func forwardSecrecyMissing(suite: String) -> Problem {
        Problem(
            .atsForwardSecrecy,
            "Transport security wants forward secrecy, and the suite is \(suite) (RSA key transport); no trust challenge "
                + "was shown.",
            remedy: "Offer ECDHE suites on the server, or make an exception for the host."
        )
    }

    /// A version that is too old.
    public static func transportVersionLow(found: String, wanted: String, key: String) -> Problem {
        Problem(
            .atsMinTls,
            "The connection speaks TLS \(found); transport security wants \(wanted) (\(key)).",
            remedy: "Update the server, or set the named exception."
        )
    }

    /// A key or digest that transport security does not take.
    public static func transportCertificateWeak(_ certificate: CertificateLabel, found: String, wanted: String)
        -> Problem
    {
        Problem(
            .atsCertificate,
            "\(certificate) has \(found); transport security wants \(wanted).",
            remedy: "Reissue the certificate, or set the named exception."
        )
    }

    /// The system refuses, and no exception lets the app be asked.
    public static func refusedBeforeChallenge(system: String, policyWouldSay: String) -> Problem {
        Problem(
            .atsBeforeChallenge,
            "The system refuses the chain (\(system)) and the host has no exception in the Info.plist, so the app was not "
                + "asked; it would have said \(policyWouldSay).",
            remedy: "Set NSExceptionAllowsInsecureHTTPLoads for this domain, or use a chain the system accepts."
        )
    }

    /// The app accepted, transport security did not.
    public static func refusedAfterUse(system: String) -> Problem {
        Problem(
            .atsAfterUse,
            "The app answered use; the system refuses the chain (\(system)), and without an exception for the host "
                + "transport security lets no handler loosen trust.",
            remedy: "Set NSExceptionAllowsInsecureHTTPLoads for this domain, or use a chain the system accepts."
        )
    }

    /// The policy accepts what the system refuses.
    public static func exceptionNeeded(system: String) -> Problem {
        Problem(
            .atsExceptionNeeded,
            "The policy accepts what the system refuses (\(system)); on iOS the app needs an exception domain for this "
                + "host.",
            remedy: "Set NSExceptionAllowsInsecureHTTPLoads for this domain, or use a chain the system accepts."
        )
    }
}
