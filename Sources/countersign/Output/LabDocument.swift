import Events
import Lab
import Workbench

/// The lab's scenarios, as `lab --list --json` prints them and `lab --json` begins.
struct LabDocument: Encodable, Sendable {
    /// One scenario.
    struct Scenario: Encodable, Sendable {
        let name: String
        let port: Int
        let serves: String
        let soundClient: String
        let code: String?
        let expected: String
        let clientCertificate: String
        let url: String
        let urlForOthers: String
        let curl: String
    }

    private let schema = "countersign.lab/1"
    private let root: String
    private let namePort: Int?
    private let scenarios: [Scenario]

    private enum CodingKeys: String, CodingKey { case schema, root, namePort, scenarios }

    /// The document of some scenarios.
    ///
    /// - Parameters:
    ///   - rootPath: the lab's root as a PEM file.
    ///   - namePort: the port of all names; nil while the lab is not running.
    init(_ scenarios: [LabScenario], rootPath: String, namePort: Int? = nil) {
        root = rootPath
        self.namePort = namePort
        self.scenarios = scenarios.map {
            Scenario(
                name: $0.name,
                port: $0.port,
                serves: $0.serves,
                soundClient: $0.soundClient,
                code: $0.code?.rawValue,
                expected: $0.expectation.rawValue,
                clientCertificate: $0.clientCertificate.rawValue,
                url: $0.url,
                urlForOthers: $0.urlForOthers,
                curl: $0.curlCommand(rootPath: rootPath)
            )
        }
    }
}

/// A client that connected to the lab, as `lab --json` prints it, a line each.
struct LabClientDocument: Encodable, Sendable {
    private let time: String
    private let client: LabClientFacts
    private let vulnerable: Bool
    private let accepted: Bool

    /// The document of what the lab saw.
    ///
    /// - Parameter time: microseconds since 1970, UTC.
    init(_ time: Int64, _ facts: LabClientFacts, _ scenario: LabScenario?) {
        self.time = EventTime.text(time)
        client = facts
        accepted = facts.conduct == .talked
        vulnerable = facts.isVulnerable(at: scenario)
    }
}
