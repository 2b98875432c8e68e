/// F20: the identity that ships with the app.
enum IdentityFlows {
    static let all = [
        Flow(
            "F20",
            title: "the identity that ships with the app",
            summary:
                "client.p12 lies in the bundle with its pass phrase in the code: every copy is the same client, and whoever "
                + "has the app has the key; where it is the server's own key store, they can be the server.",
            identityFile: CommonSteps.identityFile,
            steps: [systemTrust]
                + [
                    FlowStep(
                        2,
                        "client certificate: read client.p12 with the pass phrase in the code",
                        source: "SecPKCS12Import(p12, @{kSecImportExportPassphrase: @\"…\"}, &items)",
                        defect: "the same key in every copy of the app",
                        when: .isMethod([.clientCertificate]),
                        .read(CommonSteps.identityFile)
                    ),
                    FlowStep(
                        3,
                        "its first identity",
                        source: "credentialWithIdentity:identity certificates:@[leaf] persistence:Permanent",
                        defect: "it proves the app, not the user",
                        when: .both(.isMethod([.clientCertificate]), .hasIdentity(CommonSteps.identityFile)),
                        .answer(.firstIdentity(CommonSteps.identityFile))
                    ),
                    CommonSteps.otherByDefault(4),
                ]
        ),
        Flow(
            "F20",
            repaired: true,
            title: "a key pair of the device's own",
            summary:
                "Nothing in the bundle: the key is made on the device, certified once, and kept in the keychain; without it "
                + "there is no client certificate to show.",
            steps: [
                systemTrust,
                FlowStep(
                    2,
                    "client certificate: the keychain's identity, here none",
                    source: "SecItemCopyMatching([kSecClass: kSecClassIdentity], &item)",
                    when: .isMethod([.clientCertificate]),
                    .answer(.performDefault)
                ),
                CommonSteps.otherByDefault(3),
            ]
        ),
    ]

    private static let systemTrust = FlowStep(
        1,
        "server trust: default handling",
        source: "completionHandler(PerformDefaultHandling, nil);",
        when: .isServerTrust,
        .evaluate,
        .answer(.performDefault)
    )
}
