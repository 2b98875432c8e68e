/// The log.
extension Option {
    static let log = Option(
        "log",
        value: "FILE",
        group: .log,
        commands: senders.union([.matrix, .attack]),
        help: "Record into this file, which is created or appended to."
    )
    static let noLog = Option(
        "no-log",
        group: .log,
        commands: senders.union([.matrix, .attack]),
        help: "Record nothing."
    )
}
