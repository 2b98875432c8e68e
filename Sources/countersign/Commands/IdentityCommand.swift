import Diagnosis

/// `countersign identity`
enum IdentityCommand: Command {
    static let name = SubCommand.identity
    static let summary = "identity"
    static let synopsis = ["identity [OPTION]..."]
    static let details: [String] = []

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        throw Problem(.optionUnknown, "This build has no identity yet.")
    }
}
