/// Clients with a pinned AFSecurityPolicy: F2, F2c, F3, F9 and F17.
enum PinnedFlows {
    /// The policy of F2 and F3 before its pins are read.
    private static func policy(name: Bool) -> Policy {
        Policy(
            AFSecurityPolicy(pinningMode: .certificate, allowInvalidCertificates: true, validatesDomainName: name)
        )
    }

    private static let leafFile = "server.cer"
    private static let authorityFile = "lab-ca.cer"

    /// F2, F2c and F3, each beside its repaired form.
    static let policies = [
        oneWay(
            "F2",
            title: "pinned certificate, one-way",
            summary:
                "A policy in certificate mode with the server's own certificate, invalid ones allowed, the name not "
                + "checked.",
            file: leafFile
        ),
        oneWayRepaired("F2", title: "pinned certificate, one-way, name checked", file: leafFile),
        oneWay(
            "F2c",
            title: "pinned CA, one-way",
            summary:
                "The same with the certificate of the issuing CA: any certificate of that CA passes, under any name.",
            file: authorityFile
        ),
        oneWayRepaired("F2c", title: "pinned CA, one-way, name checked", file: authorityFile),
        Flow(
            "F3",
            title: "pinned CA, two-way",
            summary: "F2c, and any other challenge is answered with the first identity of client.p12, its leaf alone.",
            policy: policy(name: false),
            pinFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: CommonSteps.pinned + CommonSteps.firstIdentity(from: 4) + [CommonSteps.withoutIdentityByDefault(6)]
        ),
        Flow(
            "F3",
            repaired: true,
            title: "pinned CA, two-way, repaired",
            summary:
                "The name is checked, the identity is picked by the issuers named and sent with the file's chain; "
                + "without one the challenge is cancelled and reported.",
            policy: policy(name: true),
            pinFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: CommonSteps.pinned + [
                FlowStep(
                    4,
                    "client certificate: read client.p12",
                    source: "SecPKCS12Import(p12, options, &items)",
                    when: .isMethod([.clientCertificate]),
                    .read(CommonSteps.identityFile)
                ),
                FlowStep(
                    5,
                    "the identity that fits the issuers named, with the file's chain, persistence for the session",
                    source: "credentialWithIdentity:identity certificates:intermediates persistence:ForSession",
                    when: .both(.isMethod([.clientCertificate]), .identityFits(CommonSteps.identityFile)),
                    .answer(.fittingIdentity(CommonSteps.identityFile))
                ),
                FlowStep(
                    6,
                    "no identity, or none that fits: report and cancel",
                    source: "completionHandler(CancelAuthenticationChallenge, nil);",
                    when: .isMethod([.clientCertificate]),
                    .answer(.cancel)
                ),
                CommonSteps.otherByDefault(7),
            ]
        ),
    ]

    /// F9: F2c in an app whose Info.plist has no exception for the host, and with one.
    static let transportSecurity = [
        Flow(
            "F9",
            title: "pinned CA, no transport exception",
            summary:
                "F2c in an app without an exception domain: a chain that the system refuses is refused before the "
                + "callback runs, whatever the policy would say.",
            policy: policy(name: false),
            pinFiles: [authorityFile],
            transport: .noException,
            steps: [
                .around(
                    0,
                    "App Transport Security judges first: the callback never runs for a chain that the system refuses",
                    source: "Info.plist without NSExceptionDomains",
                    defect: "the policy's verdict plays no part"
                )
            ] + CommonSteps.pinned + [CommonSteps.otherByDefault(4)]
        ),
        Flow(
            "F9",
            repaired: true,
            title: "pinned CA, exception domain, name checked",
            summary: "An exception for this host alone, so that the policy is asked; the name is checked.",
            policy: policy(name: true),
            pinFiles: [authorityFile],
            transport: .exception,
            steps: CommonSteps.pinned + [CommonSteps.otherByDefault(4)]
        ),
    ]

    /// F17: the files of the bundle, and what code does with one that is not what it should be.
    static let bundleFiles = [
        Flow(
            "F17",
            title: "files of the bundle",
            summary:
                "The pin is read by name and put into a set literal: a missing file raises, PEM under .cer makes a pin "
                + "that never matches.",
            policy: policy(name: false),
            pinFiles: [leafFile],
            transport: .exception,
            steps: [
                FlowStep(
                    1,
                    "read server.cer",
                    source: "[NSData dataWithContentsOfFile:[bundle pathForResource:@\"server\" ofType:@\"cer\"]]",
                    when: .isServerTrust,
                    .read(leafFile)
                ),
                FlowStep(
                    1,
                    "the file is missing: nil is put into a set literal",
                    source: "policy.pinnedCertificates = [NSSet setWithArray:@[data]];",
                    defect: "crash",
                    when: .both(.isServerTrust, .fileIsMissing(leafFile)),
                    .crash("attempt to insert a nil object into a literal")
                ),
                FlowStep(
                    1,
                    "the file is no DER certificate: it stays a pin, and never matches",
                    source: "SecCertificateCreateWithData(NULL, data) == NULL",
                    defect: "nobody is told",
                    when: .both(.isServerTrust, .fileIsNoCertificate(leafFile)),
                    .askPolicy,
                    .answer(.cancel)
                ),
            ] + CommonSteps.pinned.map { $0.numbered($0.number + 1) } + [CommonSteps.otherByDefault(5)]
        ),
        Flow(
            "F17",
            repaired: true,
            title: "files of the bundle, each checked",
            summary: "Each file is checked when it is read; one that is missing or no certificate ends the request.",
            policy: policy(name: true),
            pinFiles: [leafFile],
            transport: .exception,
            steps: [
                FlowStep(
                    1,
                    "read server.cer",
                    source: "guard let url = bundle.url(forResource: \"server\", withExtension: \"cer\")",
                    when: .isServerTrust,
                    .read(leafFile)
                ),
                FlowStep(
                    1,
                    "the file is missing: report and cancel",
                    source: "else { return cancel(reporting: .missing) }",
                    when: .both(.isServerTrust, .fileIsMissing(leafFile)),
                    .answer(.cancel)
                ),
                FlowStep(
                    1,
                    "the file is no DER certificate: report and cancel",
                    source: "guard let certificate = SecCertificateCreateWithData(nil, data) else { … }",
                    when: .both(.isServerTrust, .fileIsNoCertificate(leafFile)),
                    .answer(.cancel)
                ),
            ] + CommonSteps.pinned.map { $0.numbered($0.number + 1) } + [CommonSteps.otherByDefault(5)]
        ),
    ]

    private static func oneWay(_ identifier: String, title: String, summary: String, file: String) -> Flow {
        Flow(
            identifier,
            title: title,
            summary: summary,
            policy: policy(name: false),
            pinFiles: [file],
            transport: .exception,
            steps: CommonSteps.pinned + [CommonSteps.otherByDefault(4)]
        )
    }

    private static func oneWayRepaired(_ identifier: String, title: String, file: String) -> Flow {
        Flow(
            identifier,
            repaired: true,
            title: title,
            summary: "The same pin, and the name is checked.",
            policy: policy(name: true),
            pinFiles: [file],
            transport: .exception,
            steps: CommonSteps.pinned + [CommonSteps.otherByDefault(4)]
        )
    }
}
