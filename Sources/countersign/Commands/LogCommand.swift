import Diagnosis

/// `countersign log`
enum LogCommand: Command {
    static let name = SubCommand.log
    static let summary = "log"
    static let synopsis = ["log [OPTION]..."]
    static let details: [String] = []

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build has no log yet.")
    }
}
