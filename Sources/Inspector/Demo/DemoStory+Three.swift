// What reviewers ask first. Every sentence is about what the keys bring to the screen; nothing is drawn for it.

extension DemoStory {
    /// F8 and F6: a policy, an anchor, and nobody who asks them.
    static let looksLikePinning = DemoStory(
        name: "1",
        title: "It looks like pinning and accepts everything (F8, F6)",
        steps: [
            Step(
                "1:client F8<enter>",
                until: "F8 authenticate",
                "An app from an article: it sets a policy and its own anchor."
            ),
            Step("i good<enter>", until: "GET good.lab.test/", "The honest server is accepted. It looks like pinning."),
            Step(
                "i self-signed<enter>",
                until: "let by: chain",
                "A server that signed its own certificate is accepted, too."
            ),
            Step(
                "2",
                until: "WHATEVER THE CHAIN",
                "Step 3: use, whatever the chain. What was set is never evaluated."
            ),
            Step(
                "1:client F6<enter>",
                until: "F6 IP-direct",
                "Another article: a host that is an IP address needs care."
            ),
            Step(
                "i self-signed<enter>2",
                until: "the host is no dotted IPv4",
                "Its step 2: a host with a name is used, unseen."
            ),
            Step(
                "5P",
                until: "each as computed",
                "Each attack fired for real: p marks what its server received."
            ),
            Step(
                "/self-signed, same<enter>",
                until: "the server read",
                "All it took is a self-made certificate, and it read the token."
            ),
            Step("!", until: "critical", "The findings say it in words, and what closes each."),
            Step(
                "<esc>1:client F6r<enter>i self-signed<enter>",
                until: "cancel    failed  GET self-signed",
                "The repaired flow evaluates, and stops the same server."
            ),
        ]
    )

    /// F3 with the pin of F2c: the authority is right, and so is everybody whom it signed.
    static let colleague = DemoStory(
        name: "2",
        title: "Two-way TLS and a pinned CA, and a colleague reads your token (F3, F2c)",
        steps: [
            Step(
                "1:client F3<enter>4",
                until: "1 CA",
                "The company's CA is pinned, and the app has its own certificate."
            ),
            Step(
                "1i mutual<enter>",
                until: "trust ok, id alice",
                "Two challenges: the server is checked, and it knows alice."
            ),
            Step(
                "i untrusted-root<enter>",
                until: "GET untrusted-root",
                "A stranger's CA is refused. It feels safe."
            ),
            Step(
                "5/same private CA, other<enter>",
                until: "THROUGH because",
                "But a colleague has one of the same CA, for another name."
            ),
            Step(
                "P",
                until: "each as computed",
                "Fired for real: the colleague read Authorization and Cookie."
            ),
            Step(
                "<space>",
                until: "stopped because",
                "The smallest switch that closes it: validatesDomainName ON."
            ),
            Step("P", until: "each as computed", "Fired again: it is stopped, by the server's own account."),
            Step(
                "1i mutual<enter>",
                until: "trust ok, id alice",
                "The right server is still accepted. That is the whole repair."
            ),
        ]
    )

    /// Whatever client there is, judged by what the lab saw.
    static func ownApp(hasCurl: Bool) -> DemoStory {
        DemoStory(
            name: "3",
            title: "Now your own app (lab --judge\(hasCurl ? ", with curl" : "; curl is not installed here"))",
            steps: [
                Step("8", until: "A SOUND CLIENT", "Every scenario has a port of its own: point any client at these.")
            ] + (hasCurl ? curls : [withoutCurl]) + [
                Step(
                    "8",
                    until: hasCurl ? "clients seen" : "A SOUND CLIENT",
                    "Now yours: :judge COMMAND {url}  or  lab --judge -- COMMAND {url}"
                )
            ]
        )
    }

    /// What a bad client and a sound one come to.
    private static let curls = [
        Step(
            ":judge curl -sk {url}<enter>",
            until: "curl -sk {url}: accepted",
            "curl without its checks: the lab saw which bad ones it accepted."
        ),
        Step(
            ":judge curl -s --cacert {root} {url}<enter>",
            until: "curl -s --cacert {root} {url}: accepted 0 of",
            "curl as it comes, with the lab's root: right everywhere."
        ),
    ]

    private static let withoutCurl = Step(
        "",
        until: "A SOUND CLIENT",
        "Here curl would be judged, but there is none: install it for this."
    )
}
