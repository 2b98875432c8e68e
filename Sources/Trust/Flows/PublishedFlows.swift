/// The flows as widely copied code has them, with their mistakes.
public enum PublishedFlows {
    /// In the order of the chooser.
    public static let all = [
        systemTrust, pinnedLeaf, pinnedAuthority, twoWay, customAnchors, tapThrough, filteredAnchors, addressDirect,
        addressWithName, acceptAnything,
    ]

    /// The policy of F2 and F3 before its pins are read.
    static let pinnedPolicy = Policy(
        AFSecurityPolicy(pinningMode: .certificate, allowInvalidCertificates: true, validatesDomainName: false)
    )

    static let systemTrust = Flow(
        "F1",
        title: "system trust",
        summary: "No code: default handling, the system's anchors, the host name checked.",
        settings: FlowRequestSettings(timeout: 60, cachePolicy: "useProtocolCachePolicy"),
        steps: [
            FlowStep(
                1,
                "no delegate method: default handling",
                source: "NSURLSession without a challenge method",
                .evaluate,
                .answer(.performDefault)
            )
        ]
    )

    static let pinnedLeaf = pinned(
        "F2",
        title: "pinned certificate, one-way",
        summary:
            "A policy in certificate mode with the server's own certificate, invalid ones allowed, the name not checked.",
        file: "server.cer"
    )

    static let pinnedAuthority = pinned(
        "F2c",
        title: "pinned CA, one-way",
        summary: "The same with the certificate of the issuing CA: any certificate of that CA passes, under any name.",
        file: "lab-ca.cer"
    )

    static let twoWay = Flow(
        "F3",
        title: "pinned CA, two-way",
        summary: "F2c, and any other challenge is answered with the first identity of client.p12, its leaf alone.",
        policy: pinnedPolicy,
        pinFiles: ["lab-ca.cer"],
        identityFile: "client.p12",
        hasTransportException: true,
        steps: pinnedSteps + [
            FlowStep(
                4,
                "anything else: read client.p12 with the pass phrase in the code",
                source: "SecPKCS12Import(p12, @{kSecImportExportPassphrase: …}, &items)",
                defect: "read again at each challenge",
                .read("client.p12")
            ),
            FlowStep(
                5,
                "its first identity, the leaf given as \"certificates\", persistence permanent",
                source: "[NSURLCredential credentialWithIdentity:identity certificates:@[leaf] "
                    + "persistence:NSURLCredentialPersistencePermanent]",
                defect: "whoever asks; the file's chain is dropped",
                when: .hasIdentity("client.p12"),
                .answer(.firstIdentity("client.p12"))
            ),
            FlowStep(
                6,
                "no identity, or a wrong pass phrase: default handling, silently",
                source: "disposition = NSURLSessionAuthChallengePerformDefaultHandling;",
                defect: "nobody is told",
                .answer(.performDefault)
            ),
        ]
    )

    static let customAnchors = Flow(
        "F4",
        title: "custom anchors",
        summary:
            "Two files become the only anchors; the name is still checked; only proceed and unspecified are accepted.",
        anchorFiles: anchorFiles,
        hasTransportException: true,
        steps: anchorSteps + [
            FlowStep(
                5,
                "proceed or unspecified: use",
                source: "if (result == kSecTrustResultProceed || result == kSecTrustResultUnspecified)",
                when: .isValid,
                .answer(.use)
            ),
            FlowStep(
                6,
                "anything else: cancel",
                source: "[challenge.sender cancelAuthenticationChallenge:challenge];",
                .answer(.cancel)
            ),
        ]
    )

    static let tapThrough = Flow(
        "F4t",
        title: "custom anchors, tap-through",
        summary:
            "F4 with a test that refuses only deny, fatal and other error: an untrusted root, an expired certificate "
            + "or a wrong name pass.",
        anchorFiles: anchorFiles,
        hasTransportException: true,
        steps: anchorSteps + [
            FlowStep(
                5,
                "deny, fatal or other error: cancel",
                source: "if (result == kSecTrustResultDeny || result == kSecTrustResultFatalTrustFailure || "
                    + "result == kSecTrustResultOtherError)",
                when: .resultIs([.deny, .fatalTrustFailure, .otherError, .invalid]),
                .answer(.cancel)
            ),
            FlowStep(
                6,
                "anything else: use",
                source: "[challenge.sender useCredential:credential forAuthenticationChallenge:challenge];",
                defect: "recoverable failures are accepted",
                .answer(.use)
            ),
        ]
    )

    static let filteredAnchors = Flow(
        "F4c",
        title: "custom anchors, filtered",
        summary: "F4 behind canAuthenticateAgainstProtectionSpace, which lets server trust through and nothing else.",
        anchorFiles: anchorFiles,
        hasTransportException: true,
        steps: [
            FlowStep(
                1,
                "anything but server trust is kept away from the delegate",
                source: "- (BOOL)connection:canAuthenticateAgainstProtectionSpace:",
                defect: "a client certificate can never be offered",
                when: .not(.isServerTrust),
                .answer(.filtered)
            )
        ] + customAnchors.steps.filter { $0.number > 1 }
    )

    static let addressDirect = Flow(
        "F6",
        title: "IP-direct",
        summary:
            "A special case for addresses, with the test the wrong way round: every server is accepted, or it hangs.",
        identityFile: nil,
        hasTransportException: true,
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

    static let addressWithName = Flow(
        "F6n",
        title: "IP-direct, the right way",
        summary: "Connect to the address, SNI and Host of the real name, and validate that name.",
        policy: Policy(SecTrustPolicy(policy: .ssl, host: true)),
        steps: [
            FlowStep(
                1,
                "anything but server trust: default handling",
                source: "completionHandler(PerformDefaultHandling, nil);",
                when: .not(.isServerTrust),
                .answer(.performDefault)
            ),
            FlowStep(
                2,
                "an SSL policy with the real name, evaluate",
                source:
                    "SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, name)); SecTrustEvaluateWithError(trust, …)",
                .evaluate
            ),
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

    static let acceptAnything = Flow(
        "F7",
        title: "accept anything",
        summary: "Every server-trust challenge is answered use, without an evaluation.",
        policy: .acceptAny,
        hasTransportException: true,
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
}

extension PublishedFlows {
    /// F4's files.
    static let anchorFiles = ["lab-ca.cer", "custom.der"]

    /// Server trust by the policy: F2's steps, the first three of F3's.
    static let pinnedSteps = [
        FlowStep(
            1,
            "server trust: ask the policy",
            source: "[self.securityPolicy evaluateServerTrust:trust forDomain:host]",
            when: .isServerTrust,
            .askPolicy
        ),
        FlowStep(
            2,
            "the policy says yes: use",
            source: "disposition = NSURLSessionAuthChallengeUseCredential;",
            when: .both(.isServerTrust, .policyAccepted),
            .answer(.use)
        ),
        FlowStep(
            3,
            "the policy says no: cancel",
            source: "disposition = NSURLSessionAuthChallengeCancelAuthenticationChallenge;",
            when: .isServerTrust,
            .answer(.cancel)
        ),
    ]

    static func pinned(_ identifier: String, title: String, summary: String, file: String) -> Flow {
        Flow(
            identifier,
            title: title,
            summary: summary,
            policy: pinnedPolicy,
            pinFiles: [file],
            hasTransportException: true,
            steps: pinnedSteps + [otherByDefault(4)]
        )
    }

    static func otherByDefault(_ number: Int) -> FlowStep {
        FlowStep(
            number,
            "anything else: default handling",
            source: "disposition = NSURLSessionAuthChallengePerformDefaultHandling;",
            .answer(.performDefault)
        )
    }

    /// Reading the files, setting the anchors and evaluating, as F4 and its variants begin.
    static let anchorSteps: [FlowStep] =
        [
            FlowStep(
                1,
                "anything but server trust: default handling",
                source: "[challenge.sender performDefaultHandlingForAuthenticationChallenge:challenge];",
                when: .not(.isServerTrust),
                .answer(.performDefault)
            ),
            FlowStep(
                2,
                "read the files",
                source: "SecCertificateCreateWithData(NULL, data)",
                .read(anchorFiles[0]),
                .read(anchorFiles[1])
            ),
        ]
        + anchorFiles.flatMap { file in
            [
                FlowStep(
                    3,
                    "\(file) is missing: assertion in a debug build, cancel in a release build",
                    source: "NSAssert(data, @\"…\");",
                    when: .fileIsMissing(file),
                    .answer(.cancel)
                ),
                FlowStep(
                    3,
                    "\(file) is no DER certificate: cancel",
                    source: "NSAssert(certificate, @\"…\");",
                    when: .fileIsNoCertificate(file),
                    .answer(.cancel)
                ),
            ]
        } + [
            FlowStep(
                4,
                "set the anchors, which switches the system's off, keep the policy, evaluate",
                source: "SecTrustSetAnchorCertificates(trust, anchors); SecTrustEvaluate(trust, &result);",
                .setAnchors(anchorFiles),
                .evaluate
            )
        ]
}
