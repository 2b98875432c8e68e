/// App Transport Security.
extension Option {
    static let ats = Option(
        "ats",
        group: .transport,
        commands: judges,
        help: "App Transport Security on; under --rules openssl its requirements on the connection alone."
    )
    static let noATS = Option(
        "no-ats",
        group: .transport,
        commands: judges,
        help: "App Transport Security off (the default)."
    )

    static let infoPlist = Option(
        "info-plist",
        value: "FILE",
        group: .transport,
        commands: judges,
        help: "App Transport Security on, with the exceptions and the NSPinnedDomains of this Info.plist."
    )
    static let atsOrder = Option(
        "ats-order",
        choices: ["before", "after"],
        group: .transport,
        commands: clients,
        help:
            "Whether an untrusted chain is refused before any challenge (assumed, the default) or after the app said use."
    )
}
