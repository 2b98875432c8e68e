import Diagnosis
import Workbench

/// A page of Markdown on the clients that the lab has met: what each accepted, the proof, and what closes it.
public struct ClientReport: Sendable {
    private let clients: [ClientBook.Client]
    private let scenario: @Sendable (String) -> ClientReportScenario?

    /// A report on clients.
    ///
    /// - Parameter scenario: what is known of a scenario, by its name.
    public init(_ clients: [ClientBook.Client], scenario: @escaping @Sendable (String) -> ClientReportScenario?) {
        self.clients = clients
        self.scenario = scenario
    }

    /// The page.
    public var text: String {
        guard !clients.isEmpty else { return "# Clients at the lab\n\nNone came.\n" }
        return (["# Clients at the lab"] + clients.map(section)).joined(separator: "\n\n") + "\n"
    }

    private func section(_ client: ClientBook.Client) -> String {
        let fingerprint = client.fingerprint.map { ", TLS fingerprint \(MarkdownText.code($0))" } ?? ""
        var parts = [
            "## \(MarkdownText.code(client.name))",
            "From \(MarkdownText.code(client.address))\(fingerprint).",
        ]
        let findings = client.encounters.filter { isFinding($0) }
        let bad = client.encounters.filter { scenario($0.scenario)?.isFaulty == true }.count
        parts.append("It accepted \(findings.count) of \(bad) bad servers.")
        if !findings.isEmpty {
            parts.append(MarkdownText.table(["Accepted", "Code", "Proof", "What closes it"], findings.map(finding)))
        }
        let rows = client.encounters.map { encounter in
            [
                MarkdownText.code(encounter.scenario),
                MarkdownText.plain(scenario(encounter.scenario)?.soundClient ?? ""),
                MarkdownText.code(encounter.text),
                encounter.certificates.map { MarkdownText.code("\($0.subject): \($0.verdict)") }.joined(
                    separator: ", "
                ),
            ]
        }
        parts.append(MarkdownText.table(["Scenario", "A sound client", "This client", "Certificates it sent"], rows))
        return parts.joined(separator: "\n\n")
    }

    private func isFinding(_ encounter: Encounter) -> Bool {
        encounter.conduct == .talked && scenario(encounter.scenario)?.isFaulty == true
    }

    private func finding(_ encounter: Encounter) -> [String] {
        let known = scenario(encounter.scenario)
        return [
            MarkdownText.code(encounter.scenario) + " " + MarkdownText.plain(known?.serves ?? ""),
            MarkdownText.code(known?.code?.rawValue ?? ""),
            "connection \(encounter.connection): " + MarkdownText.code(encounter.requests.first?.line ?? ""),
            MarkdownText.plain(known?.closing ?? ""),
        ]
    }
}

/// What a report says of a scenario.
public struct ClientReportScenario: Sendable {
    /// What it serves.
    public var serves: String
    /// What a sound client does.
    public var soundClient: String
    /// What a sound client finds.
    public var code: DiagnosisCode?
    /// Whether a sound client stops.
    public var isFaulty: Bool

    /// A scenario as a report needs it.
    public init(serves: String, soundClient: String, code: DiagnosisCode?, isFaulty: Bool) {
        self.serves = serves
        self.soundClient = soundClient
        self.code = code
        self.isFaulty = isFaulty
    }

    /// What makes a client stop here.
    var closing: String {
        switch code?.area {
        case "host": "Check the name in the URL against the certificate."
        case "date": "Check the dates of every certificate of the chain."
        case "chain" where code == .chainWeakDigest || code == .chainWeakKey: "Refuse weak keys and digests."
        case "chain": "Verify the chain up to an anchor of your own choice, and the usage of each certificate."
        case "wire" where code == .wireVersion: "Set the lowest version to TLS 1.2."
        case "wire": "Leave the weak suites and groups out."
        default: ""
        }
    }
}
