import Foundation

// Sentences about the client's policy itself.

extension Problem {
    /// Switches that exclude each other.
    public static func policyContradiction(mode: String, pins: Int) -> Problem {
        Problem(
            .policyContradiction,
            "allowInvalidCertificates is on and validatesDomainName is on, with pinningMode \(mode) and \(pins) "
                + "pin\(pins == 1 ? "" : "s"): the policy refuses every server before it looks at a chain.",
            remedy: "Switch validatesDomainName off, or pin."
        )
    }

    /// A validity that is too long.
    public static func lifetimeTooLong(
        _ certificate: CertificateLabel,
        days: Int,
        limit: Int,
        issued: Date,
        since rule: Date,
        anchor: String
    ) -> Problem {
        Problem(
            .policyLifetime,
            "\(certificate) is valid for \(days) days; for a certificate issued on \(UTC.day(issued)), after "
                + "\(UTC.day(rule)), under a root that is \(anchor), Apple's limit is \(limit).",
            remedy: "Issue it for a shorter time."
        )
    }

    /// A host that no evaluator is responsible for.
    public static func noEvaluator(host: String, known: [String]) -> Problem {
        Problem(
            .policyNoEvaluator,
            "The manager demands an evaluator for every host and has none for \(quoted(host)); its table has "
                + "\(list(known)). The lookup is exact: no wildcard, no parent, no case folding.",
            remedy: "Add the host to the table."
        )
    }

    /// A policy that needs a name.
    public static func policyWithoutHost(policy: String) -> Problem {
        Problem(.policyNoHost, "\(policy) needs a host name and was given none.", remedy: "Give the host.")
    }

    /// Pinning on a manager without an https base URL.
    public static func policyBaseURL(_ url: String?) -> Problem {
        Problem(
            .policyBaseUrl,
            "A pinning policy is set on a manager whose base URL is \(url ?? "missing"): AFNetworking raises an "
                + "exception from 3.2.0 on, so nothing is sent.",
            remedy: "Give the manager an https base URL."
        )
    }

    /// A manager that is gone.
    public static func policyGone() -> Problem {
        Problem(
            .policyGone,
            "The manager was released before the challenge came; a nil policy answers no, so the challenge is cancelled "
                + "(-999).",
            remedy: "Keep the manager."
        )
    }

    /// A policy that was never set.
    public static func policyNotSet() -> Problem {
        Problem(
            .policyNotSet,
            "A policy was built and never set on the manager: the default policy judged.",
            remedy: "Set it."
        )
    }

    /// A block or a handler that answers in the policy's place.
    public static func answeredWithoutPolicy(step: String, disposition: String) -> Problem {
        Problem(
            .policyBypassed,
            "The policy was not asked: \(step), and \(disposition) is the answer.",
            remedy: "Let the block ask the policy, or take it away."
        )
    }
}
