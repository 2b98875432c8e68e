/// Clients without code of their own for trust: default handling, and what stands around it.
enum SystemFlows {
    private static let settings = FlowRequestSettings(timeout: 60, cachePolicy: "useProtocolCachePolicy")

    /// F1 and F1s.
    static let trust = [
        Flow(
            "F1",
            title: "system trust",
            summary: "No code: default handling, the system's anchors, the host name checked.",
            settings: settings,
            steps: CommonSteps.system
        ),
        Flow(
            "F1s",
            title: "system trust, synchronous",
            summary: "The synchronous call, whose error nobody reads: what was refused looks like an empty answer.",
            delegate: .connection,
            settings: settings,
            steps: CommonSteps.system + [
                .around(
                    2,
                    "the error is thrown away: the app believes in an empty text",
                    source: "[NSURLConnection sendSynchronousRequest:request returningResponse:nil error:nil]",
                    defect: "refused and empty look the same"
                )
            ]
        ),
        Flow(
            "F1s",
            repaired: true,
            title: "system trust, error read",
            summary: "The same without a delegate, and the error is looked at before the data.",
            settings: settings,
            steps: CommonSteps.system + [
                .around(
                    2,
                    "an error is shown with its domain and code",
                    source: "guard error == nil else { show(error) }"
                )
            ]
        ),
    ]

    /// F10 and F11: the delegate's life, and how the request is set up.
    static let loading = [
        Flow(
            "F10",
            title: "delegate life cycle",
            summary:
                "Response, each piece of data, finished or failed, upload and download progress; the failure is not "
                + "listened to, so the app waits for what never comes.",
            settings: settings,
            steps: CommonSteps.system + [
                .around(2, "the response came", source: "URLSession:dataTask:didReceiveResponse:completionHandler:"),
                .around(3, "each piece of data", source: "URLSession:dataTask:didReceiveData:"),
                .around(
                    4,
                    "progress of what is sent, and of what is received",
                    source: "URLSession:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:"
                ),
                .around(
                    5,
                    "finished: what came is believed to be the whole",
                    source: "URLSession:task:didCompleteWithError: // error is not looked at",
                    defect: "failed looks like finished"
                ),
            ]
        ),
        Flow(
            "F10",
            repaired: true,
            title: "delegate life cycle, failures heard",
            summary: "The same, and the error decides what the app believes; an invalid session is noticed.",
            settings: settings,
            steps: CommonSteps.system + [
                .around(
                    2,
                    "failed: domain, code and name are kept and shown",
                    source: "if (error) { [self report:error.domain code:error.code]; }"
                ),
                .around(
                    3,
                    "the session became invalid: the next request gets a new one",
                    source: "URLSession:didBecomeInvalidWithError:"
                ),
            ]
        ),
        Flow(
            "F11",
            title: "request set-up, header swapped",
            summary: "A POST with a JSON body, whose content type is set with name and value exchanged.",
            settings: FlowRequestSettings(
                timeout: 10,
                cachePolicy: "reloadIgnoringLocalCacheData",
                session: "ephemeral",
                method: "POST",
                body: "json",
                headers: [.init("application/json; charset=utf-8", "Content-Type")],
                acceptedTypes: ["application/json", "text/json", "text/javascript"]
            ),
            steps: CommonSteps.system + [
                .around(
                    2,
                    "name and value of the content type exchanged",
                    source:
                        "[request setValue:@\"Content-Type\" forHTTPHeaderField:@\"application/json; charset=utf-8\"];",
                    defect: "the server sees no content type"
                ),
                .around(
                    3,
                    "only JSON types are taken: a server's own explanation in HTML is thrown away",
                    source: "serializer.acceptableContentTypes // without text/html",
                    defect: "\"400 No required SSL certificate was sent\" is hidden"
                ),
            ]
        ),
        Flow(
            "F11",
            repaired: true,
            title: "request set-up",
            summary: "The content type in its place, text/html taken as well, so that the server's own words are seen.",
            settings: FlowRequestSettings(
                timeout: 30,
                cachePolicy: "reloadIgnoringLocalCacheData",
                session: "ephemeral",
                method: "POST",
                body: "json",
                headers: [.init("Content-Type", "application/json; charset=utf-8")],
                acceptedTypes: ["application/json", "text/json", "text/javascript", "text/html", "text/plain"]
            ),
            steps: CommonSteps.system + [
                .around(
                    2,
                    "the content type",
                    source:
                        "[request setValue:@\"application/json; charset=utf-8\" forHTTPHeaderField:@\"Content-Type\"];"
                )
            ]
        ),
    ]

    /// F14: what the handshake's record is about; a sound client for one-way and two-way.
    static let handshake = [
        Flow(
            "F14",
            title: "handshake, one-way and two-way",
            summary:
                "Default handling for the server, an identity that fits for the client: the handshake of a sound client, "
                + "to be read message by message.",
            identityFile: CommonSteps.identityFile,
            settings: settings,
            steps: [
                FlowStep(
                    1,
                    "server trust: default handling",
                    source: "completionHandler(PerformDefaultHandling, nil);",
                    when: .isServerTrust,
                    .evaluate,
                    .answer(.performDefault)
                ),
                CommonSteps.fittingIdentity(2),
                CommonSteps.otherByDefault(3),
            ]
        )
    ]

    /// F19: answers that outlive their challenge.
    static let keptAnswers = [
        Flow(
            "F19",
            title: "answers without a challenge",
            summary:
                "Default handling with everything kept: the URL cache, idle connections, and TLS sessions for ten minutes, "
                + "over a flipped switch too. What was accepted before is not asked again.",
            settings: FlowRequestSettings(
                timeout: 60,
                cachePolicy: "useProtocolCachePolicy",
                answersKept: .asIOS
            ),
            steps: CommonSteps.system + [
                .around(
                    2,
                    "a cached answer, a reused connection, a resumed session: no challenge, an earlier answer stands",
                    source: "[NSURLSession sharedSession]",
                    defect: "a new policy is not asked until the old answers are gone"
                )
            ]
        ),
        Flow(
            "F19",
            repaired: true,
            title: "answers asked anew",
            summary: "An ephemeral session for each policy, the cache passed by: each request has its challenge.",
            settings: FlowRequestSettings(
                timeout: 60,
                cachePolicy: "reloadIgnoringLocalCacheData",
                session: "ephemeral",
                answersKept: .fresh
            ),
            steps: CommonSteps.system
        ),
    ]
}
