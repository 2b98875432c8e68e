/// Clients that connect to an address: F6 as published and repaired, and F6n, the right way.
enum AddressFlows {
    static let all = [published, repaired, withName]

    private static let published = Flow(
        "F6",
        title: "IP-direct",
        summary:
            "A special case for addresses, with the test the wrong way round: every server is accepted, or it hangs.",
        transport: .exception,
        steps: [
            FlowStep(
                1,
                "anything but server trust: nothing",
                source: "if ([method isEqualToString:NSURLAuthenticationMethodServerTrust]) { … }",
                defect: "never answered",
                when: .not(.isServerTrust),
                .leave
            ),
            FlowStep(
                2,
                "the host is no dotted IPv4 address: use, unseen",
                source: "if (![self isIPAddress:host]) { completionHandler(UseCredential, …); }",
                defect: "unseen",
                when: .not(.hostIsDotted),
                .answer(.use)
            ),
            FlowStep(
                3,
                "read server.cer and set it as the only anchor; without the file: nothing",
                source: "if (data) { SecTrustSetAnchorCertificates(trust, (__bridge CFArrayRef)@[certificate]); … }",
                defect: "never answered without the file",
                .read("server.cer"),
                .setAnchors(["server.cer"])
            ),
            FlowStep(
                3,
                "the file is missing: return",
                source: "if (data) { … }",
                defect: "never answered",
                when: .fileIsMissing("server.cer"),
                .leave
            ),
            FlowStep(
                3,
                "the file is no DER certificate: a null certificate is put into an array",
                source: "@[(__bridge id)certificate]",
                defect: "crash",
                when: .fileIsNoCertificate("server.cer"),
                .crash("a null certificate is put into an array")
            ),
            FlowStep(
                3,
                "setting the anchors failed: use",
                source:
                    "if (SecTrustSetAnchorCertificates(…) != errSecSuccess) { completionHandler(UseCredential, …); }",
                defect: "inverted",
                when: .settingAnchorsFailed,
                .answer(.use)
            ),
            FlowStep(4, "evaluate", source: "SecTrustEvaluate(trust, &result);", .evaluate),
            FlowStep(
                4,
                "if the evaluation failed: use",
                source: "if (status != errSecSuccess || !valid) { completionHandler(UseCredential, …); return; }",
                defect: "inverted",
                when: .not(.isValid),
                .answer(.use)
            ),
            FlowStep(
                5,
                "set the anchors again, then use for each member of the chain that equals server.cer",
                source: "for (…) { if ([data isEqualToData:…]) completionHandler(UseCredential, …); }",
                defect: "the result is reset; answered more than once",
                .setAnchors(["server.cer"]),
                .useForEachMember(equalTo: "server.cer")
            ),
        ]
    )

    private static let repaired = Flow(
        "F6",
        repaired: true,
        title: "IP-direct, repaired",
        summary:
            "Every path answers, the test is the right way round, names are judged by an SSL policy with the name.",
        identityFile: CommonSteps.identityFile,
        transport: .exception,
        steps: [
            CommonSteps.fittingIdentity(1),
            CommonSteps.otherThanTrustByDefault(1),
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
            CommonSteps.evaluate(4),
        ] + CommonSteps.useOnlyValid(from: 5)
    )

    private static let withName = Flow(
        "F6n",
        title: "IP-direct, the right way",
        summary: "Connect to the address, SNI and Host of the real name, and validate that name.",
        policy: Policy(SecTrustPolicy(policy: .ssl, host: true)),
        steps: [
            CommonSteps.otherThanTrustByDefault(1),
            FlowStep(
                2,
                "an SSL policy with the real name, evaluate",
                source:
                    "SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, name)); SecTrustEvaluateWithError(trust, …)",
                .evaluate
            ),
        ] + CommonSteps.useOnlyValid(from: 3)
    )
}
