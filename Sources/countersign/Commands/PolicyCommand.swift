import Diagnosis
import Report
import Trust
import Workbench

/// `countersign policy`
enum PolicyCommand: Command {
    static let name = SubCommand.policy
    static let summary = "Shows what a client allows, and what is wrong with it."
    static let synopsis = ["policy [PRESET...] [OPTION]..."]
    static let details = [
        "Every attack that the lab's attacker knows is run against the client, without traffic; what passes becomes a "
            + "finding. Its severity is that of the cheapest attack that passes; what closes it is the first one or two "
            + "switches under which the attack is stopped and the honest server still accepted.",
        "Without a PRESET the options describe the client. \"countersign attack\" proves the same by real requests.",
    ]

    static func run(_ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        try arguments.exclude(.json, .markdown, drop: "One form at a time: drop one of them.")
        let auditor = try AuditOptions.auditor(arguments)
        let profiles = try ClientList.profiles(arguments, bundle: auditor.bundle, usual: [])
        let matrix = try AttackMatrix(profiles, auditor)
        let closings = try auditor.close(matrix, by: nil)
        var policyLines: [String] = []
        for profile in profiles { policyLines.append(try auditor.prepare(profile).line.text) }
        if arguments.has(.markdown) {
            let report = AttackReport(matrix, closings, host: auditor.attacker.material.host, lines: policyLines)
            console.write(report.policyMarkdown)
        } else if arguments.has(.json) {
            let documents = matrix.clients.indices.map { index in
                PolicyDocument(
                    profiles[index],
                    line: policyLines[index],
                    audit: matrix.clients[index].audit,
                    changes: matrix.changes(ofClient: index, closings)
                )
            }
            console.print(json: PoliciesDocument(documents))
        } else {
            for index in matrix.clients.indices {
                if index > 0 { console.print() }
                let changes = matrix.changes(ofClient: index, closings)
                let audit = matrix.clients[index].audit
                console.print(
                    lines(profiles[index], line: policyLines[index], audit, changes).joined(separator: "\n")
                )
                if auditor.exchangesPins(of: profiles[index]) {
                    console.print("\nnote         judged with the lab's certificates in the place of the pinned ones")
                }
            }
        }
        return .failing(matrix.clients.flatMap(\.audit.findings), arguments)
    }

    private static func lines(_ profile: ClientProfile, line: String, _ audit: PolicyAudit, _ changes: [FindingChange])
        -> [String]
    {
        var lines = ["client       \(Sanitizer.line(profile.name))", "policy       \(line)", ""]
        for found in profile.policy.base.switches {
            let mark = found.loosens ? "!" : " "
            let value = TextWidth.pad(found.value + mark, columns: 14)
            lines.append("  \(TextWidth.pad(found.identifier, columns: 26)) \(value) \(found.effect)")
        }
        if !profile.policy.base.switches.isEmpty { lines.append("") }
        let through = audit.outcomes.filter { $0.outcome.isThrough }.map { "  \($0.attack.title)" }
        lines += through.isEmpty ? ["allows       no attack"] : ["allows"] + through
        return lines + [""] + FindingText.lines(changes)
    }
}
