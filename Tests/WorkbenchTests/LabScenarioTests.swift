import Diagnosis
import Events
import Foundation
import Lab
import TestSupport
import Testing
import Trust

@testable import Workbench

/// Every scenario of the lab, fired: the engine comes to the diagnosis that the recipe states.
@Suite struct LabScenarioTests {
    static let scenarios = ((try? LabRecipe.installed())?.scenarios ?? []).filter { $0.expectation != .unasked }

    /// What is chosen as identity, and the code that is then expected of a scenario.
    struct Showing: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var change: @Sendable (inout ClientProfile) -> Void
        var code: @Sendable (LabScenario) -> DiagnosisCode?
    }

    static let showings = [
        Showing(testDescription: "no identity", change: { _ in }, code: \.code),
        Showing(
            testDescription: "client.p12",
            change: { $0.identity = .file("client.p12") },
            code: { $0.clientCertificate == .none ? $0.code : $0.codeWithIdentity }
        ),
        Showing(
            testDescription: "client.p12, its leaf alone",
            change: {
                $0.identity = .file("client.p12")
                $0.sends = .leafOnly
            },
            code: { $0.clientCertificate == .none ? $0.code : $0.codeWithLeafAlone }
        ),
    ]

    /// All of them with one bench: each is a request of its own.
    @Test(arguments: showings) func raisesWhatTheRecipeSays(_ showing: Showing) throws {
        let home = try TemporaryFolder()
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.command = "test"
        let bench = try Bench(configuration)
        defer { bench.close() }
        _ = try bench.waitForLab()
        var profile = bench.profile
        showing.change(&profile)
        bench.adopt(profile)
        for scenario in Self.scenarios {
            let fired = try bench.fire(Firing(scenario.name))
            fired.wait()
            let key = RequestKey(recording: bench.log.recording.id, number: fired.number)
            let log = try bench.log.reader()
            let row = try #require(try log.request(key)).digest
            #expect(row.scenario == scenario.name)
            // A body that may be cut is a remark: it decides nothing.
            let codes = try log.events(of: key).flatMap { $0.outcome?.codes ?? [] }
            let expected = showing.code(scenario)
            let found = expected.map { codes.contains($0) } ?? (row.code == nil)
            #expect(found, "\(scenario.name): \(row.code?.rawValue ?? "nothing") \(codes), \(row.reason)")
        }
    }

    @Test(arguments: [("tls-1.2", "https://tls-1.2.lab.test/"), (" tls-1.0", "https://tls-1.0.lab.test/")])
    func aScenarioWithADotIsNoHost(_ typed: String, _ url: String) throws {
        let home = try TemporaryFolder()
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        let bench = try Bench(configuration)
        defer { bench.close() }
        let target = try bench.target(typed)
        #expect(target.place == .lab)
        #expect(target.url.description == url)
        // Who writes a URL means a host.
        #expect(try bench.target("https://tls-1.2/").place == .outside)
        #expect(try bench.target("tls-1.9").place == .outside)
    }

    @Test func aScenarioWithADotIsKnownWithoutTheLab() {
        #expect(Bench.namesLab("tls-1.0") && Bench.namesLab("good"))
        #expect(!Bench.namesLab("tls-1.9") && !Bench.namesLab("example.com"))
    }
}

extension Event {
    /// How the request ended, where this tells it.
    fileprivate var outcome: OutcomeFacts? {
        switch kind {
        case .requestFinished(let facts), .requestFailed(let facts): facts
        default: nil
        }
    }
}
