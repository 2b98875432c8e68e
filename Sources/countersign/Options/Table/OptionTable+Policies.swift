import Trust

/// Who decides: policies, flows, answers given before.
extension Option {
    static let policy = Option(
        "policy",
        value: "PRESET|FILE",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "The client's policy (default: system): a preset (\"countersign flow\" lists them), a saved policy, or a "
            + "file: an Info.plist, a TrustKit dictionary, an Android network security configuration, or JSON5."
    )
    static let flow = Option(
        "flow",
        value: "ID",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "The client flow that answers, r behind it for the repaired form: F2c, F6r."
    )
    static let bundle = Option(
        "bundle",
        value: "DIR",
        group: .decision,
        commands: clients.union([.flow]),
        help: "The folder that stands for the app's main bundle."
    )
    static let rules = Option(
        "rules",
        choices: ["apple", "openssl", "strict"],
        group: .decision,
        commands: clients,
        help: "Whose rules a chain is judged by (default: apple)."
    )
    static let pinning = Option(
        "pinning",
        choices: ["none", "publicKey", "certificate"],
        group: .decision,
        commands: clients,
        help: "The pinning mode of an AFSecurityPolicy 4.0."
    )
    static let pin = Option(
        "pin",
        value: "FILE|sha256//BASE64",
        repeats: true,
        group: .decision,
        commands: clients,
        help: "A pin; may be repeated. Alone it means --pinning publicKey."
    )
    static let allowInvalid = Option(
        "allow-invalid",
        group: .decision,
        commands: clients,
        help: "allowInvalidCertificates of an AFSecurityPolicy 4.0."
    )
    static let noDomain = Option(
        "no-domain",
        group: .decision,
        commands: clients,
        help: "validatesDomainName off, of an AFSecurityPolicy 4.0."
    )
    static let onServerTrust = Option(
        "on-server-trust",
        choices: answers,
        group: .decision,
        commands: offerers,
        help: "Answer every server-trust challenge so, whatever the policy says."
    )
    static let onClientCertificate = Option(
        "on-client-certificate",
        choices: answers,
        group: .decision,
        commands: offerers,
        help: "Answer every client-certificate challenge so, whatever the policy says."
    )
    private static let answers = ["use", "default", "cancel", "reject", "none", "continue", "silent", "policy"]
    static let delegate = Option(
        "delegate",
        choices: ["session", "connection"],
        group: .decision,
        commands: clients,
        help: "Answer as NSURLSession (default) or as NSURLConnection: five answers, and cancel is -1012."
    )
}
