/// What arrives at which delegate, and what it answers: F16 and F18.
enum DelegateFlows {
    /// F16: one callback for every method.
    static let otherMethods = [
        Flow(
            "F16",
            title: "other methods in the callback",
            summary:
                "The connection's callback gets every method: what is not server trust gets the identity, a question for a "
                + "password too.",
            policy: policy,
            delegate: .connection,
            pinFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: CommonSteps.pinned + CommonSteps.firstIdentity(from: 4) + [
                FlowStep(
                    6,
                    "no identity, or a wrong pass phrase: use with none",
                    source: "[challenge.sender useCredential:nil forAuthenticationChallenge:challenge];",
                    defect: "nobody is told",
                    .answer(.useNothing)
                )
            ]
        ),
        Flow(
            "F16",
            repaired: true,
            title: "each method its own answer",
            summary:
                "The identity answers client-certificate challenges alone; a question for a password is left to the loader.",
            policy: policy,
            delegate: .connection,
            pinFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: CommonSteps.pinned + [
                CommonSteps.fittingIdentity(4),
                FlowStep(
                    5,
                    "client certificate without an identity that fits: continue without",
                    source: "[challenge.sender continueWithoutCredentialForAuthenticationChallenge:challenge];",
                    when: .isMethod([.clientCertificate]),
                    .answer(.continueWithout)
                ),
                FlowStep(
                    6,
                    "a question for a password: default handling",
                    source: "[challenge.sender performDefaultHandlingForAuthenticationChallenge:challenge];",
                    .answer(.performDefault)
                ),
            ]
        ),
    ]

    /// F18: the older callbacks and their order.
    static let connection = [
        Flow(
            "F18",
            title: "the connection delegate",
            summary:
                "The filter is asked first, then the older callback; five answers, the fifth to continue without a credential; "
                + "a cancelled challenge shows as -1012, where a session shows -999.",
            policy: policy,
            delegate: .connection,
            pinFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            steps: [
                FlowStep(
                    1,
                    "the filter: server trust and client certificate, nothing else",
                    source: "- (BOOL)connection:canAuthenticateAgainstProtectionSpace:",
                    when: .not(.isMethod([.serverTrust, .clientCertificate])),
                    .filter(false)
                ),
                FlowStep(
                    1,
                    "the filter lets it through",
                    source: "return YES;",
                    .filter(true)
                ),
            ]
                + CommonSteps.pinned.map { $0.numbered($0.number + 1) } + [
                    FlowStep(
                        5,
                        "client certificate: an identity of client.p12 that fits",
                        source: "- (void)connection:didReceiveAuthenticationChallenge:",
                        when: .identityFits(CommonSteps.identityFile),
                        .read(CommonSteps.identityFile),
                        .answer(.fittingIdentity(CommonSteps.identityFile))
                    ),
                    FlowStep(
                        6,
                        "none that fits: continue without a credential",
                        source: "[challenge.sender continueWithoutCredentialForAuthenticationChallenge:challenge];",
                        .answer(.continueWithout)
                    ),
                ]
        )
    ]

    private static let authorityFile = "lab-ca.cer"
    private static let policy = Policy(
        AFSecurityPolicy(pinningMode: .certificate, allowInvalidCertificates: true, validatesDomainName: true)
    )
}
