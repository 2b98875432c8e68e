// Sentences about App Transport Security.

extension Problem {
    /// A cipher suite without forward secrecy, or without the kind that is wanted; `key` is where that is set.
    public static func forwardSecrecyMissing(suite: String, isKeyTransport: Bool, key: String) -> Problem {
        Problem(
            .atsForwardSecrecy,
            "Transport security wants forward secrecy by ECDHE (\(key)), and the suite is \(suite) "
                + "(\(isKeyTransport ? "RSA key transport" : "no ECDHE")); no trust challenge was shown.",
            remedy: "Offer ECDHE suites on the server, or make an exception for the host."
        )
    }

    /// A cipher suite that is none of those taken; `key` says what could change that.
    public static func transportSuite(_ suite: String, wanted: String, key: String) -> Problem {
        Problem(
            .atsCipher,
            "The cipher suite is \(suite); transport security wants \(wanted) (\(key)). No trust challenge was shown.",
            remedy: "Offer such suites on the server."
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
    public static func transportCertificateWeak(
        _ certificate: CertificateLabel,
        found: String,
        wanted: String,
        key: String
    ) -> Problem {
        Problem(
            .atsCertificate,
            "\(certificate) has \(found); transport security wants \(wanted) (\(key)).",
            remedy: "Reissue the certificate, or set the named exception."
        )
    }

    /// The system refuses, and no exception lets the app be asked.
    ///
    /// - Parameter key: the key of the Info.plist by which it would be asked, as a path.
    public static func refusedBeforeChallenge(system: String, policyWouldSay: String, key: String) -> Problem {
        Problem(
            .atsBeforeChallenge,
            "The system refuses the chain (\(system)) and the host has no exception in the Info.plist, so the app was not "
                + "asked; it would have said \(policyWouldSay).",
            remedy: "Set NSAppTransportSecurity > \(key) = YES, or use a chain the system accepts."
        )
    }

    /// The app accepted, transport security did not.
    public static func refusedAfterUse(system: String, key: String) -> Problem {
        Problem(
            .atsAfterUse,
            "The app answered use; the system refuses the chain (\(system)), and without an exception for the host "
                + "transport security lets no handler loosen trust.",
            remedy: "Set NSAppTransportSecurity > \(key) = YES, or use a chain the system accepts."
        )
    }

    /// A key of an Info.plist that does nothing beside others.
    public static func transportKeyIgnored(_ key: String, because others: [String]) -> Problem {
        Problem(
            .atsKeyIgnored,
            "\(key) does nothing from iOS 10 on, because \(list(others)) \(others.count == 1 ? "is" : "are") there.",
            remedy: "List the hosts in NSExceptionDomains."
        )
    }

    /// A domain of NSExceptionDomains or NSPinnedDomains that can match no host as it is written.
    ///
    /// - Parameters:
    ///   - fault: what is wrong with it: `it has a port`.
    ///   - right: how it would have to be written; nil where that cannot be said.
    public static func transportDomainForm(_ domain: String, fault: String, right: String?) -> Problem {
        Problem(
            .atsDomainForm,
            "The domain \(quoted(domain)) matches no host: \(fault).",
            remedy: right.map { "Write \($0)." }
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
