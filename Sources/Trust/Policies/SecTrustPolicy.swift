/// SecTrust with one policy, and the anchors of the request.
public struct SecTrustPolicy: TrustPolicy {
    /// `secTrust`
    public static let kind = "secTrust"

    /// SecPolicyCreateSSL or SecPolicyCreateBasicX509.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The rules for TLS servers.
        case ssl
        /// Linkage, constraints and dates alone: no name, no usage, no lifetime.
        case basicX509
    }

    /// Which policy is set on the trust.
    public var policy: Kind
    /// Whether the SSL policy is given the host.
    public var host: Bool

    /// A policy.
    public init(policy: Kind = .ssl, host: Bool = true) {
        self.policy = policy
        self.host = host
    }

    /// `SecTrust`
    public var title: String { "SecTrust" }

    /// The policy that is set, and whether the name is checked.
    public var words: [PolicyWord] {
        switch policy {
        case .ssl: [PolicyWord("SSL policy"), host ? PolicyWord("host ON") : PolicyWord("host OFF", loosens: true)]
        case .basicX509: [PolicyWord("basic X.509", loosens: true)]
        }
    }

    /// The kind of policy, and the host.
    public var switches: [PolicySwitch] {
        [
            PolicySwitch(
                "policy",
                value: policy.rawValue,
                values: Kind.allCases.map(\.rawValue),
                effect: policy == .ssl ? "the rules for TLS servers" : "no name, no usage, no lifetime rule",
                loosens: policy == .basicX509
            ),
            PolicySwitch(
                "host",
                value: SwitchValue.text(host),
                values: SwitchValue.both,
                effect: host ? "the name must match" : "any name",
                loosens: !host
            ),
        ]
    }

    /// Sets `policy` or `host`.
    public mutating func set(_ identifier: String, to value: String) -> Bool {
        switch identifier {
        case "policy":
            guard let kind = Kind(rawValue: value) else { return false }
            policy = kind
        case "host":
            guard let isOn = SwitchValue.flag(value) else { return false }
            host = isOn
        default: return false
        }
        return true
    }

    /// One evaluation with the policy and the anchors that are set.
    public func judge(_ trust: inout TrustEvaluation) -> PolicyJudgement {
        let kind: TrustEvaluation.PolicyKind =
            policy == .basicX509 ? .basicX509 : .ssl(checksHost: host && trust.hasHost)
        let name = policy == .basicX509 ? "the basic X.509 policy" : "an SSL policy without a name"
        return trust.judgement(
            requiring: trust.evaluate(kind),
            step: DecidingStep(flow: "SecTrust", number: 1, text: "evaluate with \(policy.rawValue)"),
            lettingBy: { _ in name }
        )
    }
}
