import Events
import Lab
import Workbench

/// A client's judgement as `lab --judge --json` prints it.
struct JudgementDocument: Encodable, Sendable {
    /// What came of one scenario.
    struct Outcome: Encodable, Sendable {
        let scenario: String
        let host: String
        let expected: String
        let code: String?
        let url: String?
        let verdict: String
        let encounter: EncounterDocument?
        let status: Int32?
        let timedOut: Bool
    }

    private let schema = "countersign.judgement/1"
    private let command: [String]
    private let badServersMet: Int
    private let badServersAccepted: [String]
    private let goodServersMet: Int
    private let goodServersRefused: [String]
    private let outcomes: [Outcome]
    private let findings: [ClientFindingDocument]
    private let clients: [ClientDocument]

    private enum CodingKeys: String, CodingKey {
        case schema, command, badServersMet, badServersAccepted, goodServersMet, goodServersRefused, outcomes, findings,
            clients
    }

    /// The document of a judgement.
    init(_ judgement: Judgement, command: [String]) {
        self.command = command
        badServersMet = judgement.bad
        badServersAccepted = judgement.accepted.map(\.scenario.name)
        goodServersMet = judgement.good
        goodServersRefused = judgement.refused.map(\.scenario.name)
        outcomes = judgement.outcomes.map { outcome in
            Outcome(
                scenario: outcome.scenario.name,
                host: outcome.scenario.host,
                expected: outcome.scenario.expectation.rawValue,
                code: outcome.scenario.code?.rawValue,
                url: outcome.url,
                verdict: outcome.verdict.rawValue,
                encounter: outcome.encounter.map {
                    EncounterDocument($0, isVulnerable: outcome.verdict == .vulnerable)
                },
                status: outcome.status,
                timedOut: outcome.timedOut
            )
        }
        findings = judgement.findings.map { ClientFindingDocument($0) }
        clients = judgement.clients.map { client in
            ClientDocument(client) { name in judgement.outcomes.first { $0.scenario.name == name }?.scenario }
        }
    }
}

/// A bad server that a client accepted.
struct ClientFindingDocument: Encodable, Sendable {
    private let severity: String
    private let scenario: String
    private let serves: String
    private let code: String?
    private let cwe: Int
    private let connection: Int
    private let proof: String
    private let revealed: [String]
    private let closing: String
    private let before: String
    private let after: String

    init(_ finding: ClientFinding) {
        severity = finding.severity.rawValue
        scenario = finding.scenario.name
        serves = finding.scenario.serves
        code = finding.scenario.code?.rawValue
        cwe = finding.weakness
        connection = finding.encounter.connection
        proof = finding.proof
        revealed = finding.encounter.revealed
        closing = finding.scenario.closing
        before = finding.before
        after = finding.after
    }
}

/// What a client did at one scenario.
struct EncounterDocument: Encodable, Sendable {
    private struct Request: Encodable, Sendable {
        let line: String
        let status: Int?
    }

    private struct Certificate: Encodable, Sendable {
        let subject: String
        let verdict: String
    }

    private let scenario: String
    private let conduct: String
    private let connection: Int
    private let alert: AlertFacts?
    private let requests: [Request]
    private let certificates: [Certificate]
    private let revealed: [String]
    private let verdicts: Int
    private let vulnerable: Bool

    init(_ encounter: Encounter, isVulnerable: Bool) {
        scenario = encounter.scenario
        conduct = encounter.conduct.rawValue
        connection = encounter.connection
        alert = encounter.alert
        requests = encounter.requests.map { Request(line: $0.line, status: $0.status) }
        certificates = encounter.certificates.map { Certificate(subject: $0.subject, verdict: $0.verdict) }
        revealed = encounter.revealed
        verdicts = encounter.verdicts
        vulnerable = isVulnerable
    }
}

/// A client that the lab told apart, with what it did.
struct ClientDocument: Encodable, Sendable {
    private let schema = "countersign.client/1"
    private let name: String
    private let userAgent: String?
    private let address: String
    private let fingerprint: String?
    private let isOurs: Bool
    private let encounters: [EncounterDocument]
    private let findings: [ClientFindingDocument]

    private enum CodingKeys: String, CodingKey {
        case schema, name, userAgent, address, fingerprint, isOurs, encounters, findings
    }

    /// The document of a client; `scenario` finds a scenario by its name.
    init(_ client: ClientBook.Client, _ scenario: (String) -> LabScenario?) {
        name = client.name
        userAgent = client.userAgent
        address = client.address
        fingerprint = client.fingerprint
        isOurs = client.isOurs
        encounters = client.encounters.map {
            EncounterDocument($0, isVulnerable: $0.isVulnerable(at: scenario($0.scenario)))
        }
        findings = client.encounters.compactMap { encounter in
            ClientFinding(encounter, at: scenario(encounter.scenario).map { ScenarioBrief($0) })
                .map { ClientFindingDocument($0) }
        }
    }
}
