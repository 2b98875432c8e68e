/// F15: a manager that maps each host to an evaluator (Alamofire 5).
enum EvaluatorFlows {
    static let all = [
        Flow(
            "F15",
            title: "evaluators per host",
            summary:
                "Each host has an evaluator by exact name: default, revocation, pinned certificates, public keys, a composite "
                + "of them, and one that is disabled; hosts that are not listed are refused.",
            policy: manager(allHosts: true, disabled: .disabled),
            pinFiles: ["server.cer"],
            transport: .exception,
            steps: steps(defect: "a disabled evaluator accepts everything")
        ),
        Flow(
            "F15",
            repaired: true,
            title: "evaluators per host, none disabled",
            summary: "The same without the disabled one: that host gets the default evaluator.",
            policy: manager(allHosts: true, disabled: .default(validatesHost: true)),
            pinFiles: ["server.cer"],
            transport: .exception,
            steps: steps(defect: nil)
        ),
    ]

    /// The hosts are the lab's; the pins are read from the bundle.
    private static func manager(allHosts: Bool, disabled: AlamofireEvaluator) -> Policy {
        let both = AlamofireEvaluator.Validation()
        return Policy(
            AlamofirePolicy(
                hosts: [
                    "good.lab.test": .pinnedCertificates([], acceptsSelfSigned: false, both),
                    "rotated-leaf-same-key.lab.test": .publicKeys([], both),
                    "rotated-leaf-new-key.lab.test": .pinnedCertificates([], acceptsSelfSigned: false, both),
                    "wildcard.lab.test": .default(validatesHost: true),
                    "mutual.lab.test": .revocation(both),
                    "good-rsa.lab.test": .composite([.default(validatesHost: true), .revocation(both)]),
                    "expired.lab.test": disabled,
                ],
                allHostsMustBeEvaluated: allHosts
            )
        )
    }

    private static func steps(defect: String?) -> [FlowStep] {
        [
            FlowStep(
                1,
                "server trust: the host's evaluator, by its exact name",
                source: "try manager.serverTrustEvaluator(forHost: host)?.evaluate(trust, forHost: host)",
                defect: defect,
                when: .isServerTrust,
                .askPolicy
            ),
            FlowStep(
                2,
                "it returns: use",
                source: "return (.useCredential, URLCredential(trust: trust), nil)",
                when: .both(.isServerTrust, .policyAccepted),
                .answer(.use)
            ),
            FlowStep(
                3,
                "it throws: cancel, and the request keeps the reason",
                source: "return (.cancelAuthenticationChallenge, nil, error.asAFError(or: …))",
                when: .isServerTrust,
                .answer(.cancel)
            ),
            CommonSteps.otherByDefault(4),
        ]
    }
}
