import Diagnosis
import Report
import Trust
import Workbench

/// `countersign attack`
enum AttackCommand: Command {
    static let name = SubCommand.attack
    static let summary = "Attacks clients: which of the attacker's presentations get through, computed and proven."
    static let synopsis = ["attack [PRESET|FLOW]... [OPTION]...", "attack --all [OPTION]..."]
    static let details = [
        "Each attack is first computed from the client's policy, then proven by a real request to a server of the "
            + "attacker's on the loopback: a request line that this server received after the handshake is THROUGH, and "
            + "nothing else is. Where one gets through it is shown what was read, and the smallest change that closes it, "
            + "before and after.",
        "A flow is attacked as the client of Apple's that it is: answers are kept as on iOS, unless --answers-kept says "
            + "otherwise. Nothing leaves this machine.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        try arguments.exclude(.json, .markdown, drop: "One form at a time: drop one of them.")
        let run = try AttackRun(arguments, usual: ["system"])
        defer { run.close() }
        let closings = try run.closings()
        if arguments.has(.markdown) {
            console.write(AttackReport(run.matrix, closings, host: run.host, lines: run.lines).markdown)
        } else if arguments.has(.json) {
            console.print(
                json: AttackDocument(
                    run.matrix,
                    schema: "countersign.attack/1",
                    host: run.host,
                    lines: run.lines,
                    closings: closings
                )
            )
        } else {
            for index in run.matrix.clients.indices {
                if index > 0 { console.print() }
                console.print(
                    AttackText.lines(run.matrix, index, line: run.lines[index], closings).joined(separator: "\n")
                )
            }
        }
        let findings = run.matrix.clients.indices.flatMap { run.matrix.findings(ofClient: $0) }
        return .worst([.failing(findings, arguments), run.matrix.contradictions.isEmpty ? .success : .undecided])
    }
}

/// A matrix on its way: computed, then proven unless told otherwise.
struct AttackRun {
    let bench: Bench
    let auditor: Auditor
    private(set) var matrix: AttackMatrix
    private let prover: AttackProver?

    /// - Parameter usual: the clients where none is named.
    /// - Throws: `option.…`, `file.…` and `pin.…` codes, and why the attacker's servers cannot start.
    init(_ arguments: Arguments, usual: [String]) throws(Problem) {
        bench = try Bench(try AuditOptions.configuration(arguments))
        auditor = try bench.auditor(host: try AuditOptions.victim(arguments))
        let profiles = try ClientList.profiles(arguments, bundle: auditor.bundle, usual: usual)
        matrix = try AttackMatrix(profiles, auditor)
        prover = arguments.has(.computed) ? nil : try bench.prover(for: matrix, auditor)
        if let prover { try bench.prove(matrix.provable, of: &matrix, by: prover) }
    }

    /// The victim.
    var host: String { auditor.attacker.material.host }

    /// The policy line of each client.
    var lines: [String] { matrix.clients.map { (try? auditor.prepare($0.profile))?.line.text ?? $0.name } }

    /// What the closing changes make of the cells that pass.
    func closings() throws(Problem) -> Closings { try auditor.close(matrix, by: prover) }

    /// Ends servers and bench.
    func close() {
        prover?.stop()
        bench.close()
    }
}
