import Diagnosis
import Workbench

/// What the lab's clients did: what each accepted, the proof, and what closes it.
public struct ClientReport: Sendable {
    private let clients: [ClientBook.Client]
    private let scenarios: [String: ScenarioBrief]

    /// A report on clients at the scenarios of a lab.
    public init(_ clients: [ClientBook.Client], scenarios: [ScenarioBrief]) {
        self.clients = clients
        self.scenarios = Dictionary(scenarios.map { ($0.name, $0) }) { first, _ in first }
    }

    /// A few lines a client.
    public var text: String {
        clients.map { lines($0).map(Sanitizer.line).joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// A page of Markdown.
    public var markdown: String {
        guard !clients.isEmpty else { return "# Clients at the lab\n\nNone came.\n" }
        return (["# Clients at the lab"] + clients.map(section)).joined(separator: "\n\n") + "\n"
    }

    // MARK: Text

    private func lines(_ client: ClientBook.Client) -> [String] {
        let fingerprint = client.fingerprint.map { "  TLS fingerprint \($0)" } ?? ""
        var lines = ["\(client.name)  \(client.address)\(fingerprint)", "  \(total(client))"]
        for encounter in client.encounters {
            let mark = finding(encounter) == nil ? "" : "  VULNERABLE"
            let revealed = encounter.revealed.map { "  sent \($0)" }.joined()
            lines.append("  \(TextWidth.pad(encounter.scenario, columns: 26))\(encounter.text)\(revealed)\(mark)")
        }
        return lines + client.encounters.compactMap(finding).flatMap(Self.lines)
    }

    /// A finding in some lines, as the findings about a policy are printed.
    public static func lines(_ finding: ClientFinding) -> [String] {
        var lines = [
            "  \(TextWidth.pad(finding.severity.rawValue, columns: 9)) "
                + "\(TextWidth.pad(finding.scenario.name, columns: 26)) "
                + "accepted: \(finding.scenario.serves)"
        ]
        func add(_ word: String, _ text: String) {
            guard !text.isEmpty else { return }
            lines.append("            \(TextWidth.pad(word, columns: 12)) \(text)")
        }
        add("is", finding.scenario.code.map { "\($0), CWE-\(finding.weakness)" } ?? "")
        add("proven by", finding.proof)
        add("revealed", finding.encounter.revealed.joined(separator: ", "))
        add("closed by", finding.scenario.closing)
        add("before", finding.before)
        add("after", finding.after)
        return lines
    }

    private func total(_ client: ClientBook.Client) -> String {
        let bad = client.encounters.filter { scenarios[$0.scenario]?.isFaulty == true }.count
        return "accepted \(client.encounters.compactMap(finding).count) of \(bad) bad servers"
    }

    private func finding(_ encounter: Encounter) -> ClientFinding? {
        ClientFinding(encounter, at: scenarios[encounter.scenario])
    }

    // MARK: Markdown

    private func section(_ client: ClientBook.Client) -> String {
        let fingerprint = client.fingerprint.map { ", TLS fingerprint \(MarkdownText.code($0))" } ?? ""
        var parts = [
            "## \(MarkdownText.code(client.name))",
            "From \(MarkdownText.code(client.address))\(fingerprint).",
        ]
        let findings = client.encounters.compactMap(finding)
        parts.append("It \(total(client)).")
        if !findings.isEmpty {
            let head = ["Severity", "Accepted", "Code", "Proof", "What closes it", "Before", "After", "See"]
            parts.append(MarkdownText.table(head, findings.map(cells)))
        }
        let rows = client.encounters.map { encounter in
            [
                MarkdownText.code(encounter.scenario),
                MarkdownText.plain(scenarios[encounter.scenario]?.soundClient ?? ""),
                MarkdownText.code(encounter.text),
                encounter.revealed.map(MarkdownText.code).joined(separator: ", "),
            ]
        }
        parts.append(MarkdownText.table(["Scenario", "A sound client", "This client", "What it revealed there"], rows))
        return parts.joined(separator: "\n\n")
    }

    private func cells(_ finding: ClientFinding) -> [String] {
        [
            finding.severity.rawValue,
            MarkdownText.code(finding.scenario.name) + " " + MarkdownText.plain(finding.scenario.serves),
            MarkdownText.code(finding.scenario.code?.rawValue ?? ""),
            MarkdownText.code(finding.proof),
            MarkdownText.plain(finding.scenario.closing),
            MarkdownText.code(finding.before),
            MarkdownText.plain(finding.after),
            "CWE-\(finding.weakness)",
        ]
    }
}
