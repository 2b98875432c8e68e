/// The flows with their mistakes put right, each beside its published form.
public enum RepairedFlows {
    /// In the order of the chooser.
    public static let all = [
        pinnedLeaf, pinnedAuthority, twoWay, tapThrough, filteredAnchors, addressDirect, acceptAnything,
    ]

    /// F2's policy with the name checked.
    static let pinnedPolicy = Policy(
        AFSecurityPolicy(pinningMode: .certificate, allowInvalidCertificates: true, validatesDomainName: true)
    )

    static let pinnedLeaf = pinned(PublishedFlows.pinnedLeaf)
    static let pinnedAuthority = pinned(PublishedFlows.pinnedAuthority)

    private static func pinned(_ published: Flow) -> Flow {
        Flow(
            published.reference.identifier,
            repaired: true,
            title: published.title + ", name checked",
            summary: "The same pin, and the name is checked.",
            policy: pinnedPolicy,
            pinFiles: published.pinFiles,
            hasTransportException: true,
            steps: PublishedFlows.pinnedSteps + [PublishedFlows.otherByDefault(4)]
        )
    }

    static let twoWay = Flow(
        "F3",
        repaired: true,
        title: "pinned CA, two-way, repaired",
        summary:
            "The name is checked, the identity is picked by the issuers named and sent with the file's chain; without "
            + "one the challenge is cancelled and reported.",
        policy: pinnedPolicy,
        pinFiles: ["lab-ca.cer"],
        identityFile: "client.p12",
        hasTransportException: true,
        steps: PublishedFlows.pinnedSteps + [
            FlowStep(
                4,
                "client certificate: read client.p12",
                source: "SecPKCS12Import(p12, options, &items)",
                .read("client.p12")
            ),
            FlowStep(
                5,
                "the identity that fits the issuers named, with the file's chain, persistence for the session",
                source: "credentialWithIdentity:identity certificates:intermediates persistence:ForSession",
                when: .identityFits("client.p12"),
                .answer(.fittingIdentity("client.p12"))
            ),
            FlowStep(
                6,
                "no identity, or none that fits: report and cancel",
                source: "completionHandler(CancelAuthenticationChallenge, nil);",
                .answer(.cancel)
            ),
        ]
    )

    static let tapThrough = Flow(
        "F4t",
        repaired: true,
        title: "custom anchors, strict test",
        summary: "The strict test of F4 in place of the tap-through.",
        anchorFiles: PublishedFlows.anchorFiles,
        hasTransportException: true,
        steps: PublishedFlows.customAnchors.steps
    )

    static let filteredAnchors = Flow(
        "F4c",
        repaired: true,
        title: "custom anchors, client certificates let through",
        summary: "The filter lets client-certificate challenges through, which are answered from client.p12.",
        anchorFiles: PublishedFlows.anchorFiles,
        identityFile: "client.p12",
        hasTransportException: true,
        steps: [
            FlowStep(
                1,
                "client certificate: an identity of client.p12 that fits",
                source: "if ([method isEqualToString:NSURLAuthenticationMethodClientCertificate])",
                when: .both(.not(.isServerTrust), .identityFits("client.p12")),
                .read("client.p12"),
                .answer(.fittingIdentity("client.p12"))
            ),
            FlowStep(
                1,
                "anything else but server trust: default handling",
                source: "[challenge.sender performDefaultHandlingForAuthenticationChallenge:challenge];",
                when: .not(.isServerTrust),
                .answer(.performDefault)
            ),
        ] + PublishedFlows.customAnchors.steps.filter { $0.number > 1 }
    )

    static let addressDirect = Flow(
        "F6",
        repaired: true,
        title: "IP-direct, repaired",
        summary:
            "Every path answers, the test is the right way round, names are judged by an SSL policy with the name.",
        identityFile: "client.p12",
        hasTransportException: true,
        steps: [
            FlowStep(
                1,
                "client certificate: an identity that fits",
                source: "if ([method isEqualToString:NSURLAuthenticationMethodClientCertificate])",
                when: .both(.not(.isServerTrust), .identityFits("client.p12")),
                .read("client.p12"),
                .answer(.fittingIdentity("client.p12"))
            ),
            FlowStep(
                1,
                "anything else but server trust: default handling",
                source: "completionHandler(PerformDefaultHandling, nil);",
                when: .not(.isServerTrust),
                .answer(.performDefault)
            ),
            FlowStep(
                2,
                "a dotted IPv4 address: read server.cer and set it as the only anchor",
                source: "SecTrustSetAnchorCertificates(trust, anchors)",
                when: .hostIsDotted,
                .read("server.cer"),
                .setAnchors(["server.cer"])
            ),
            FlowStep(
                3,
                "the file is missing: cancel",
                source: "guard let data else { return cancel() }",
                when: .both(.hostIsDotted, .fileIsMissing("server.cer")),
                .answer(.cancel)
            ),
            FlowStep(
                3,
                "the file is no DER certificate: cancel",
                source: "guard let certificate else { return cancel() }",
                when: .both(.hostIsDotted, .fileIsNoCertificate("server.cer")),
                .answer(.cancel)
            ),
            FlowStep(
                3,
                "setting the anchors failed: cancel",
                source: "guard status == errSecSuccess else { return cancel() }",
                when: .both(.hostIsDotted, .settingAnchorsFailed),
                .answer(.cancel)
            ),
            FlowStep(4, "evaluate", source: "SecTrustEvaluateWithError(trust, &error)", .evaluate),
            FlowStep(
                5,
                "valid: use",
                source: "completionHandler(UseCredential, credential);",
                when: .isValid,
                .answer(.use)
            ),
            FlowStep(
                6,
                "else: cancel",
                source: "completionHandler(CancelAuthenticationChallenge, nil);",
                .answer(.cancel)
            ),
        ]
    )

    static let acceptAnything = Flow(
        "F7",
        repaired: true,
        title: "evaluate instead",
        summary: "The trust is evaluated, and only a valid one is used.",
        steps: [
            FlowStep(
                1,
                "anything but server trust: default handling",
                source: "completionHandler(PerformDefaultHandling, nil);",
                when: .not(.isServerTrust),
                .answer(.performDefault)
            ),
            FlowStep(2, "evaluate", source: "SecTrustEvaluateWithError(trust, &error)", .evaluate),
            FlowStep(
                3,
                "valid: use",
                source: "completionHandler(UseCredential, credential);",
                when: .isValid,
                .answer(.use)
            ),
            FlowStep(
                4,
                "else: cancel",
                source: "completionHandler(CancelAuthenticationChallenge, nil);",
                .answer(.cancel)
            ),
        ]
    )
}
