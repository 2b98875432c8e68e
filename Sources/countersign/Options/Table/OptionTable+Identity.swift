/// Client identities, and files written.
extension Option {
    static let identity = Option(
        "identity",
        value: "FILE",
        group: .identity,
        commands: offerers,
        help: "The client identity: PKCS#12, or PEM with certificate and key."
    )
    static let identityKey = Option(
        "identity-key",
        value: "FILE",
        group: .identity,
        commands: offerers.union([.identity]),
        help: "The private key, where it has a file of its own."
    )
    static let identityRule = Option(
        "identity-rule",
        value: "HOST[:PORT]=FILE",
        repeats: true,
        group: .identity,
        commands: senders,
        help: "Show FILE's identity to that server alone; *.NAME for one label, * for all. Others get none."
    )
    static let identityPasswordFile = Option(
        "identity-password-file",
        value: "FILE",
        group: .identity,
        commands: offerers.union([.identity]),
        help: "A file with the pass phrase in its first line; else COUNTERSIGN_IDENTITY_PASSWORD, else it is asked for."
    )
    static let legacyProvider = Option(
        "legacy-provider",
        choices: ["auto", "on", "off"],
        group: .identity,
        commands: offerers.union([.identity]),
        help: "Whether old PKCS#12 encryption is opened; auto does and says so (default)."
    )
}
