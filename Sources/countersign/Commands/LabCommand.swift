import Diagnosis

/// `countersign lab`
enum LabCommand: Command {
    static let name = SubCommand.lab
    static let summary = "lab"
    static let synopsis = ["lab [OPTION]..."]
    static let details: [String] = []

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build has no lab yet.")
    }
}
