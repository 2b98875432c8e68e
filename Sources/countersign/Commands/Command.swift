import Diagnosis

/// A sub-command: what its help says and what it does.
protocol Command {
    /// Its name.
    static var name: SubCommand { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// How it is called, without `countersign`.
    static var synopsis: [String] { get }
    /// Further paragraphs of its help.
    static var details: [String] { get }
    /// Does it.
    ///
    /// - Throws: what is wrong with the input; it ends with status 2.
    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus
}

extension SubCommand {
    /// What stands behind the name; a new sub-command gets a line here.
    var command: any Command.Type {
        switch self {
        case .inspect: InspectCommand.self
        case .fire: FireCommand.self
        case .evaluate: EvaluateCommand.self
        case .certificate: CertificateCommand.self
        case .identity: IdentityCommand.self
        case .lab: LabCommand.self
        case .log: LogCommand.self
        case .policy: PolicyCommand.self
        case .flow: FlowCommand.self
        case .matrix: MatrixCommand.self
        case .attack: AttackCommand.self
        case .ats: AtsCommand.self
        case .explain: ExplainCommand.self
        case .code: CodeCommand.self
        }
    }
}
