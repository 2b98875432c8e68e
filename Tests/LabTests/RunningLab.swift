import Events
import Foundation
import Synchronization
import TestSupport

@testable import Lab

/// A lab on free ports in a folder of its own, and what it tells.
final class RunningLab: Sendable {
    let folder: TemporaryFolder
    let server: LabServer
    private let events: Events

    private final class Events: Sendable {
        let all = Mutex<[Event]>([])
    }

    /// The recipe of the checkout.
    static func recipe() throws -> LabRecipe {
        let path = Countersign.checkout + "/certs/lab.json5"
        return try LabRecipe(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))), file: "lab.json5")
    }

    init(
        recipe: LabRecipe? = nil,
        folder: TemporaryFolder? = nil,
        only: [String] = [],
        _ change: (inout LabServer.Configuration) -> Void = { _ in }
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        var configuration = LabServer.Configuration(
            recipe: try recipe ?? Self.recipe(),
            dataDirectory: self.folder.file("lab")
        )
        configuration.firstPort = 0
        configuration.only = only
        change(&configuration)
        let events = Events()
        self.events = events
        server = try LabServer(configuration) { event in events.all.withLock { $0.append(event) } }
    }

    deinit { server.stop() }

    func port(_ scenario: String) throws -> Int {
        guard let port = server.scenario(named: scenario)?.port else {
            throw TLSClient.Failure(description: "no scenario \(scenario)")
        }
        return port
    }

    /// A client of a scenario that sends its name.
    func client(_ scenario: String, _ change: (inout TLSClient.Options) -> Void = { _ in }) throws -> TLSClient {
        var options = TLSClient.Options()
        options.serverName = scenario + ".lab.test"
        change(&options)
        return try TLSClient(port: port(scenario), options)
    }

    /// The lab's own keys and certificates, read from its folder.
    func pki() throws -> LabPKI {
        LabPKI(
            recipe: try Self.recipe(),
            folder: try PrivateFolder(folder.file("lab/pki")),
            surroundings: LabPKI.Surroundings(files: server.filesURL),
            now: { Date() }
        )
    }

    /// A PEM file of one of the lab's identities.
    func identity(_ name: String) throws -> String {
        try folder.write("\(name).pem", LabFiles(recipe: Self.recipe(), pki: pki()).identityPEM(name))
    }

    /// Waits until the lab has so many connections.
    func waitForConnections(_ count: Int) throws {
        try Waiting.until("\(count) connections") { server.connectionCount == count }
    }

    /// Everything told so far.
    var told: [EventKind] { events.all.withLock { $0.map(\.kind) } }

    /// The verdicts told of a scenario's clients.
    func verdicts(_ scenario: String) -> [LabClientFacts] {
        told.compactMap { kind in
            if case .labVerdict(let facts) = kind, facts.scenario == scenario { facts } else { nil }
        }
    }

    /// Waits for the first verdict on a client of a scenario.
    func verdict(_ scenario: String) throws -> LabClientFacts {
        try Waiting.value("a verdict on a client of \(scenario)") { verdicts(scenario).first }
    }
}
