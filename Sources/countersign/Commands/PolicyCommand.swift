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
        let auditor = try AuditOptions.auditor(arguments)
        let profiles = try ClientList.profiles(arguments, bundle: auditor.bundle, usual: [])
        var findings: [Finding] = []
        var documents: [PolicyDocument] = []
        for profile in profiles {
            let line = try auditor.prepare(profile).line.text
            let audit = try auditor.audit(profile)
            findings += audit.findings
            documents.append(PolicyDocument(profile, line: line, audit: audit))
            guard !arguments.has(.json) else { continue }
            if documents.count > 1 { console.print() }
            console.print(lines(profile, line: line, audit).joined(separator: "\n"))
            if auditor.exchangesPins(of: profile) {
                console.print("\nnote         judged with the lab's certificates in the place of the pinned ones")
            }
        }
        if arguments.has(.json) { console.print(json: PoliciesDocument(documents)) }
        return .failing(findings, arguments)
    }

    private static func lines(_ profile: ClientProfile, line: String, _ audit: PolicyAudit) -> [String] {
        var lines = ["client       \(Sanitizer.line(profile.name))", "policy       \(line)", ""]
        for found in profile.policy.base.switches {
            let mark = found.loosens ? "!" : " "
            let value = TextWidth.pad(found.value + mark, columns: 14)
            lines.append("  \(TextWidth.pad(found.identifier, columns: 26)) \(value) \(found.effect)")
        }
        if !profile.policy.base.switches.isEmpty { lines.append("") }
        let through = audit.outcomes.filter { $0.outcome.isThrough }.map { "  \($0.attack.title)" }
        lines += through.isEmpty ? ["allows       no attack"] : ["allows"] + through
        return lines + [""] + FindingText.lines(audit.findings)
    }
}
