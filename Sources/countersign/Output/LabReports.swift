import Diagnosis
import Lab
import Report
import Workbench

/// Reports on the clients of a lab.
enum LabReports {
    /// How they are printed.
    enum Form: Sendable {
        case text
        case json
        case markdown

        init(_ arguments: Arguments) {
            self = arguments.has(.json) ? .json : arguments.has(.markdown) ? .markdown : .text
        }
    }

    /// Prints a report on each client; nothing where none came.
    static func print(_ clients: [ClientBook.Client], _ scenarios: [LabScenario], _ form: Form, _ console: Console) {
        let known = Dictionary(scenarios.map { ($0.name, $0) }) { first, _ in first }
        switch form {
        case .markdown: console.write(markdown(clients, scenarios))
        case .json: for client in clients { console.print(jsonLine: ClientDocument(client) { known[$0] }) }
        case .text: for client in clients { console.print(text(client, known)) }
        }
        console.flush()
    }

    /// A client on a few lines.
    private static func text(_ client: ClientBook.Client, _ known: [String: LabScenario]) -> String {
        let bad = client.encounters.filter { known[$0.scenario]?.isFaulty == true }
        let accepted = bad.filter { $0.isVulnerable(at: known[$0.scenario]) }
        let fingerprint = client.fingerprint.map { "  TLS fingerprint \($0)" } ?? ""
        var lines = ["", "\(client.name)  \(client.address)\(fingerprint)"]
        lines.append("  accepted \(accepted.count) of \(bad.count) bad servers")
        for encounter in client.encounters {
            let mark = encounter.isVulnerable(at: known[encounter.scenario]) ? "  VULNERABLE" : ""
            let certificates = encounter.certificates.map { "  sent \($0.subject) (\($0.verdict))" }.joined()
            lines.append("  \(TextWidth.pad(encounter.scenario, columns: 26))\(encounter.text)\(certificates)\(mark)")
        }
        return lines.map(Sanitizer.line).joined(separator: "\n")
    }

    /// The clients on a page of Markdown.
    static func markdown(_ clients: [ClientBook.Client], _ scenarios: [LabScenario]) -> String {
        let known = Dictionary(
            scenarios.map { scenario in
                let entry = ClientReportScenario(
                    serves: scenario.serves,
                    soundClient: scenario.soundClient,
                    code: scenario.code,
                    isFaulty: scenario.isFaulty
                )
                return (scenario.name, entry)
            }
        ) { first, _ in first }
        return ClientReport(clients) { known[$0] }.text
    }
}
