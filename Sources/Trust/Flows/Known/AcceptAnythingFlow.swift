extension Flow {
    /// F7.
    static let acceptAnything = Flow(
        "F7",
        title: "accept anything",
        summary: "Every server-trust challenge is answered use, without an evaluation.",
        policy: .acceptAny,
        transport: .exception,
        steps: [
            FlowStep(
                1,
                "server trust: use, whatever the chain",
                source: "completionHandler(UseCredential, [NSURLCredential credentialForTrust:trust]);",
                defect: "never evaluated",
                when: .isServerTrust,
                .answer(.use)
            ),
            FlowStep(
                2,
                "anything else: default handling",
                source: "completionHandler(PerformDefaultHandling, nil);",
                .answer(.performDefault)
            ),
        ]
    )

    /// F7r: an evaluation in its place.
    static let acceptAnythingRepaired = Flow(
        "F7",
        repaired: true,
        title: "evaluate instead",
        summary: "The trust is evaluated, and only a valid one is used.",
        steps: [CommonSteps.otherThanTrustByDefault(1), CommonSteps.evaluate(2)] + CommonSteps.useOnlyValid(from: 3)
    )
}
