import Diagnosis

/// `countersign flow`
enum FlowCommand: Command {
    static let name = SubCommand.flow
    static let summary = "flow"
    static let synopsis = ["flow [OPTION]..."]
    static let details: [String] = []

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build has no flow yet.")
    }
}
