/// Steps that several flows have in common, each under the number of its place there.
enum CommonSteps {
    /// Asking the policy: F2's steps, the first three of F3's.
    static let pinned = [
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

    static func otherByDefault(_ number: Int) -> FlowStep {
        FlowStep(
            number,
            "anything else: default handling",
            source: "disposition = NSURLSessionAuthChallengePerformDefaultHandling;",
            .answer(.performDefault)
        )
    }

    static func otherThanTrustByDefault(_ number: Int) -> FlowStep {
        FlowStep(
            number,
            "anything but server trust: default handling",
            source: "completionHandler(PerformDefaultHandling, nil);",
            when: .not(.isServerTrust),
            .answer(.performDefault)
        )
    }

    static func evaluate(_ number: Int) -> FlowStep {
        FlowStep(number, "evaluate", source: "SecTrustEvaluateWithError(trust, &error)", .evaluate)
    }

    /// The strict test: valid is used, anything else is cancelled.
    static func useOnlyValid(from number: Int) -> [FlowStep] {
        [
            FlowStep(
                number,
                "valid: use",
                source: "completionHandler(UseCredential, credential);",
                when: .isValid,
                .answer(.use)
            ),
            FlowStep(
                number + 1,
                "else: cancel",
                source: "completionHandler(CancelAuthenticationChallenge, nil);",
                .answer(.cancel)
            ),
        ]
    }

    /// Without a delegate method there is no code: the system's own verdict.
    static let system = [
        FlowStep(
            1,
            "no delegate method: default handling",
            source: "NSURLSession without a challenge method",
            .evaluate,
            .answer(.performDefault)
        )
    ]

    /// The right way to answer for the client: an identity that fits, with the chain of its file.
    static func fittingIdentity(_ number: Int) -> FlowStep {
        FlowStep(
            number,
            "client certificate: an identity of client.p12 that fits, with the file's chain",
            source: "credentialWithIdentity:identity certificates:intermediates persistence:ForSession",
            when: .both(.isMethod([.clientCertificate]), .identityFits(identityFile)),
            .read(identityFile),
            .answer(.fittingIdentity(identityFile))
        )
    }

    static let identityFile = "client.p12"

    /// Reading client.p12 and answering with its first identity, whoever asks.
    static func firstIdentity(from number: Int) -> [FlowStep] {
        [
            FlowStep(
                number,
                "anything else: read client.p12 with the pass phrase in the code",
                source: "SecPKCS12Import(p12, @{kSecImportExportPassphrase: …}, &items)",
                defect: "read again at each challenge",
                .read(identityFile)
            ),
            FlowStep(
                number + 1,
                "its first identity, the leaf given as \"certificates\", persistence permanent",
                source: "[NSURLCredential credentialWithIdentity:identity certificates:@[leaf] "
                    + "persistence:NSURLCredentialPersistencePermanent]",
                defect: "whoever asks; the file's chain is dropped",
                when: .hasIdentity(identityFile),
                .answer(.firstIdentity(identityFile))
            ),
        ]
    }

    static func withoutIdentityByDefault(_ number: Int) -> FlowStep {
        FlowStep(
            number,
            "no identity, or a wrong pass phrase: default handling, silently",
            source: "disposition = NSURLSessionAuthChallengePerformDefaultHandling;",
            defect: "nobody is told",
            .answer(.performDefault)
        )
    }
}
