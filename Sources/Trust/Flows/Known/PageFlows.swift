/// Clients that authenticate on one connection and load the page on another: F8, F8s and F8r.
enum PageFlows {
    static let all = [
        Flow(
            "F8",
            title: "authenticate, then load the page",
            summary:
                "A page load is stopped, a probing connection answers both challenges without an evaluation, and one flag for "
                + "the whole app, set by any response, lets every page load afterwards without the app's checks.",
            delegate: .connection,
            anchorFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            settings: settings,
            steps: [stopped] + probe + afterwards
        ),
        Flow(
            "F8",
            repaired: true,
            title: "each challenge of the page answered",
            summary:
                "No probe: each challenge of the view is answered by its own delegate, evaluated, for each host by itself.",
            anchorFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            settings: settings,
            steps: [
                CommonSteps.fittingIdentity(1),
                FlowStep(
                    1,
                    "anything else but server trust: default handling",
                    source: "webView:didReceiveAuthenticationChallenge:completionHandler:",
                    when: .not(.isServerTrust),
                    .answer(.performDefault)
                ),
                FlowStep(
                    2,
                    "the app's anchor, the loader's policy with this host's name",
                    source: "SecTrustSetAnchorCertificates(trust, anchors)",
                    .read(authorityFile),
                    .setAnchors([authorityFile])
                ),
                CommonSteps.evaluate(3),
            ] + CommonSteps.useOnlyValid(from: 4)
        ),
        Flow(
            "F8s",
            title: "authenticate, then show the body as a string",
            summary:
                "F8, and the probe's body is loaded into the view as a string: relative resources are lost, remote ones raise "
                + "challenges that nobody answers for the app.",
            delegate: .connection,
            anchorFiles: [authorityFile],
            identityFile: CommonSteps.identityFile,
            transport: .exception,
            settings: settings,
            steps: [stopped] + probe + [
                .around(
                    6,
                    "the body becomes a string of the view, without a base URL",
                    source: "[webView loadHTMLString:body baseURL:nil];",
                    defect: "relative resources are lost"
                ),
                .around(
                    7,
                    "each remote resource has a challenge of its own, outside of the probe",
                    source: "<script src=\"https://…\">",
                    defect: "challenges without end, or none that the app sees"
                ),
            ]
        ),
    ]

    private static let authorityFile = "lab-ca.cer"
    private static let settings = FlowRequestSettings(timeout: 30, cachePolicy: "useProtocolCachePolicy")

    private static let stopped = FlowStep.around(
        1,
        "not authenticated: the page load is stopped and the same request is sent by a probe",
        source: "if (!authenticated) { [NSURLConnection connectionWithRequest:request delegate:self]; return NO; }",
        defect: "the first request is sent twice"
    )

    private static let probe = [
        FlowStep(
            2,
            "server trust: an SSL policy and the app's anchor are set, and never evaluated",
            source: "SecTrustSetPolicies(trust, policy); SecTrustSetAnchorCertificates(trust, anchors);",
            defect: "never evaluated",
            when: .isServerTrust,
            .setPolicy(.ssl),
            .read(authorityFile),
            .setAnchors([authorityFile])
        ),
        FlowStep(
            3,
            "use",
            source: "[challenge.sender useCredential:[NSURLCredential credentialForTrust:trust] "
                + "forAuthenticationChallenge:challenge];",
            defect: "whatever the chain",
            when: .isServerTrust,
            .answer(.use)
        ),
        FlowStep(
            4,
            "client certificate: the first identity of client.p12",
            source: "[challenge.sender useCredential:credential forAuthenticationChallenge:challenge];",
            defect: "to any server, because none was checked",
            when: .both(.isMethod([.clientCertificate]), .hasIdentity(CommonSteps.identityFile)),
            .read(CommonSteps.identityFile),
            .answer(.firstIdentity(CommonSteps.identityFile))
        ),
        FlowStep(
            5,
            "anything else: continue without a credential",
            source: "[challenge.sender continueWithoutCredentialForAuthenticationChallenge:challenge];",
            .answer(.continueWithout)
        ),
    ]

    private static let afterwards: [FlowStep] = [
        .around(
            6,
            "at the first response, whatever its status, the probe is cancelled, a flag set, and the page loaded",
            source: "authenticated = YES; [connection cancel]; [webView loadRequest:request];",
            defect: "one flag for every host, never reset"
        ),
        .around(
            7,
            "a refused probe: nothing happens, the page stays blank",
            source: "// no connection:didFailWithError:",
            defect: "nobody is told"
        ),
        .around(
            8,
            "every later host and resource: the view loads them with its own checks alone",
            source: "return YES;",
            defect: "the second host is nobody's"
        ),
    ]
}
