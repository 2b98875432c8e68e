import Diagnosis

/// `countersign inspect`, and `countersign` alone.
enum InspectCommand: Command {
    static let name = SubCommand.inspect
    static let summary = "Opens the inspector."
    static let synopsis = ["[inspect] [OPTION]... [URL]..."]
    static let details = [
        "With URLs, or names of lab scenarios, they are fired at once; without any, the lab's scenarios are listed, ready "
            + "to fire. Everything is recorded into a log of its own in the log folder, unless --log or --no-log say "
            + "otherwise."
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.terminalUnusable, "This build has no inspector yet.")
    }
}
