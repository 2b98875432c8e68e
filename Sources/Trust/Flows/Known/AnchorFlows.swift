/// Clients that set anchors or a policy on the trust themselves: F4 and its variants, F5, F12 and F13.
enum AnchorFlows {
    private static let anchorFiles = ["lab-ca.cer", "custom.der"]

    /// F4, F4t and F4c, the latter two each beside a repaired form.
    static let files = [
        Flow(
            "F4",
            title: "custom anchors",
            summary:
                "Two files become the only anchors; the name is still checked; only proceed and unspecified are accepted.",
            anchorFiles: anchorFiles,
            transport: .exception,
            steps: [otherThanTrustByDefault] + anchorSteps + strictTest
        ),
        Flow(
            "F4t",
            title: "custom anchors, tap-through",
            summary:
                "F4 with a test that refuses only deny, fatal and other error: an untrusted root, an expired certificate "
                + "or a wrong name pass.",
            anchorFiles: anchorFiles,
            transport: .exception,
            steps: [otherThanTrustByDefault] + anchorSteps + [
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
        ),
        Flow(
            "F4t",
            repaired: true,
            title: "custom anchors, strict test",
            summary: "The strict test of F4 in place of the tap-through.",
            anchorFiles: anchorFiles,
            transport: .exception,
            steps: [otherThanTrustByDefault] + anchorSteps + strictTest
        ),
        Flow(
            "F4c",
            title: "custom anchors, filtered",
            summary:
                "F4 behind canAuthenticateAgainstProtectionSpace, which lets server trust through and nothing else.",
            delegate: .connection,
            anchorFiles: anchorFiles,
            transport: .exception,
            steps: [
                FlowStep(
                    1,
                    "anything but server trust is kept away from the delegate",
                    source: "- (BOOL)connection:canAuthenticateAgainstProtectionSpace:",
                    defect: "a client certificate can never be offered",
                    when: .not(.isServerTrust),
                    .filter(false)
                ),
                FlowStep(
                    1,
                    "server trust passes the filter",
                    source: "return [method isEqualToString:NSURLAuthenticationMethodServerTrust];",
                    .filter(true)
                ),
            ] + anchorSteps + strictTest
        ),
        Flow(
            "F4c",
            repaired: true,
            title: "custom anchors, client certificates let through",
            summary: "The filter lets client-certificate challenges through, which are answered from client.p12.",
            delegate: .connection,
            anchorFiles: anchorFiles,
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: [CommonSteps.fittingIdentity(1), otherThanTrustByDefault] + anchorSteps + strictTest
        ),
    ]

    /// F5: basic X.509 in the place of SSL, and the other way round.
    static let basicX509 = [
        Flow(
            "F5",
            title: "basic X.509 policy",
            summary:
                "The SSL policy with the name is replaced by basic X.509: no name, no server usage, no lifetime rule, "
                + "SHA-1 and small keys allowed.",
            transport: .exception,
            steps: [
                CommonSteps.otherThanTrustByDefault(1),
                FlowStep(
                    2,
                    "basic X.509 replaces the loader's policy",
                    source: "SecTrustSetPolicies(trust, SecPolicyCreateBasicX509());",
                    defect: "the name and every rule of SSL fall away",
                    .setPolicy(.basicX509)
                ),
                CommonSteps.evaluate(3),
            ] + CommonSteps.useOnlyValid(from: 4)
        ),
        Flow(
            "F5",
            repaired: true,
            title: "SSL policy with the name",
            summary: "An SSL policy with the name is set, evaluated, and obeyed.",
            transport: .exception,
            steps: [
                CommonSteps.otherThanTrustByDefault(1),
                FlowStep(
                    2,
                    "an SSL policy with the name",
                    source: "SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, name))",
                    .setPolicy(.ssl)
                ),
                CommonSteps.evaluate(3),
            ] + CommonSteps.useOnlyValid(from: 4)
        ),
    ]

    /// F12 and F13: both sides certified by one's own CA, and what the server makes of it.
    static let ownPKI = [
        Flow(
            "F12",
            title: "own PKI, both sides",
            summary:
                "A CA of one's own is the only anchor for the server, and issued the client's certificate in client.p12; "
                + "without an identity that fits the challenge is cancelled.",
            anchorFiles: ["lab-ca.cer"],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: [
                CommonSteps.fittingIdentity(1),
                FlowStep(
                    1,
                    "client certificate without an identity that fits: cancel",
                    source: "completionHandler(CancelAuthenticationChallenge, nil);",
                    when: .isMethod([.clientCertificate]),
                    .answer(.cancel)
                ),
            ] + ownAuthority
        ),
        Flow(
            "F13",
            title: "the server's choice",
            summary:
                "The same client, which goes on without a certificate where none fits: whether there is one challenge, two, "
                + "or two with an empty answer accepted is the server's choice.",
            anchorFiles: ["lab-ca.cer"],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: [
                CommonSteps.fittingIdentity(1),
                FlowStep(
                    1,
                    "client certificate without an identity that fits: default handling, none is sent",
                    source: "completionHandler(PerformDefaultHandling, nil);",
                    when: .isMethod([.clientCertificate]),
                    .answer(.performDefault)
                ),
            ] + ownAuthority
        ),
    ]

    private static let otherThanTrustByDefault = FlowStep(
        1,
        "anything but server trust: default handling",
        source: "[challenge.sender performDefaultHandlingForAuthenticationChallenge:challenge];",
        when: .not(.isServerTrust),
        .answer(.performDefault)
    )

    private static let ownAuthority =
        [
            CommonSteps.otherThanTrustByDefault(2),
            FlowStep(
                3,
                "the own CA is the only anchor",
                source: "SecTrustSetAnchorCertificates(trust, (__bridge CFArrayRef)@[authority]);",
                .read("lab-ca.cer"),
                .setAnchors(["lab-ca.cer"])
            ),
            CommonSteps.evaluate(4),
        ] + CommonSteps.useOnlyValid(from: 5)

    /// Reading the files, setting the anchors and evaluating.
    private static let anchorSteps: [FlowStep] =
        [
            FlowStep(
                2,
                "read the files",
                source: "SecCertificateCreateWithData(NULL, data)",
                .read(anchorFiles[0]),
                .read(anchorFiles[1])
            )
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

    private static let strictTest = [
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
}
