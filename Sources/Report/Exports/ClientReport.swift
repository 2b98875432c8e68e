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
            let mark = isFinding(encounter) ? "  VULNERABLE" : ""
            let certificates = encounter.certificates.map { "  sent \($0.subject) (\($0.verdict))" }.joined()
            lines.append("  \(TextWidth.pad(encounter.scenario, columns: 26))\(encounter.text)\(certificates)\(mark)")
        }
        return lines
    }

    private func total(_ client: ClientBook.Client) -> String {
        let bad = client.encounters.filter { scenarios[$0.scenario]?.isFaulty == true }.count
        return "accepted \(client.encounters.filter(isFinding).count) of \(bad) bad servers"
    }

    private func isFinding(_ encounter: Encounter) -> Bool {
        encounter.conduct == .talked && scenarios[encounter.scenario]?.isFaulty == true
    }

    // MARK: Markdown

    private func section(_ client: ClientBook.Client) -> String {
        let fingerprint = client.fingerprint.map { ", TLS fingerprint \(MarkdownText.code($0))" } ?? ""
        var parts = [
            "## \(MarkdownText.code(client.name))",
            "From \(MarkdownText.code(client.address))\(fingerprint).",
        ]
        let findings = client.encounters.filter(isFinding)
        parts.append("It \(total(client)).")
        if !findings.isEmpty {
            parts.append(MarkdownText.table(["Accepted", "Code", "Proof", "What closes it"], findings.map(finding)))
        }
        let rows = client.encounters.map { encounter in
            [
                MarkdownText.code(encounter.scenario),
                MarkdownText.plain(scenarios[encounter.scenario]?.soundClient ?? ""),
                MarkdownText.code(encounter.text),
                encounter.certificates.map { MarkdownText.code("\($0.subject): \($0.verdict)") }.joined(
                    separator: ", "
                ),
            ]
        }
        parts.append(MarkdownText.table(["Scenario", "A sound client", "This client", "Certificates it sent"], rows))
        return parts.joined(separator: "\n\n")
    }

    private func finding(_ encounter: Encounter) -> [String] {
        let known = scenarios[encounter.scenario]
        return [
            MarkdownText.code(encounter.scenario) + " " + MarkdownText.plain(known?.serves ?? ""),
            MarkdownText.code(known?.code?.rawValue ?? ""),
            "connection \(encounter.connection): " + MarkdownText.code(encounter.requests.first?.line ?? ""),
            MarkdownText.plain(known?.closing ?? ""),
        ]
    }
}
