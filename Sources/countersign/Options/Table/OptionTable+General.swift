/// What every sub-command takes.
extension Option {
    static let help = Option(
        "help",
        letter: "h",
        group: .general,
        commands: everywhere,
        help: "Print this help and end."
    )
    static let version = Option(
        "version",
        group: .general,
        commands: everywhere,
        help: "Print the version and end."
    )
}
