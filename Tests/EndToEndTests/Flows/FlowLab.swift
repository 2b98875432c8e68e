import Diagnosis
import Events
import Foundation
import Synchronization
import TestSupport
import Testing
import Trust
import Workbench

/// A bench whose client is a flow, with the lab and its bundle, in this process.
final class FlowLab {
    let bench: Bench
    private let home: TemporaryFolder

    init(_ flow: String, _ change: (inout ClientProfile) -> Void = { _ in }) throws {
        home = try TemporaryFolder()
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.command = "test"
        bench = try Bench(configuration)
        _ = try bench.waitForLab()
        try adopt(flow, change)
    }

    deinit { bench.close() }

    func adopt(_ flow: String, _ change: (inout ClientProfile) -> Void = { _ in }) throws {
        var profile = try #require(Presets.named(flow), "\(flow)").profile(bundle: bench.bundle)
        change(&profile)
        bench.adopt(profile)
    }

    /// A file of the bundle, replaced or taken away.
    func setFile(_ name: String, _ content: Data?) throws {
        let path = bench.configuration.bundlePath + "/" + name
        if let content {
            try content.write(to: URL(fileURLWithPath: path))
        } else {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: bench.configuration.bundlePath + "/" + name))
    }

    /// How one request went.
    struct Ending {
        let digest: RequestDigest
        let outcome: OutcomeFacts
        let decisions: [ClientDecision]
        let kinds: [EventKind]

        var status: Int? { digest.status }
        var code: DiagnosisCode? { digest.code }
        var error: Int? { outcome.clientError?.code }
        /// The answers' words, challenge by challenge.
        var answers: [[String]] { decisions.map { $0.answers.map(\.disposition.word) } }
        /// The step that decided about the server.
        var step: DecidingStep? { decisions.first?.answers.first?.step ?? decisions.first?.evaluation?.step }
    }

    func fire(_ address: String) throws -> Ending { try fire(Firing(address)) }

    func fire(_ firing: Firing) throws -> Ending {
        let fired = try bench.fire(firing)
        fired.wait()
        return try ending(fired.number)
    }

    /// Fires a request that would hang, and stops it when the flow has fallen silent.
    func fireUntilSilent(_ address: String) throws -> Ending {
        let isSilent = Mutex(false)
        let observation = bench.observe { event in
            if case .challengeNeverAnswered = event.kind { isSilent.withLock { $0 = true } }
        }
        let fired = try bench.fire(Firing(address))
        try Waiting.until("the flow to fall silent") { isSilent.withLock { $0 } }
        bench.stop(fired.number, by: "test")
        fired.wait()
        withExtendedLifetime(observation) {}
        return try ending(fired.number)
    }

    private func ending(_ number: Int) throws -> Ending {
        let key = RequestKey(recording: bench.log.recording.id, number: number)
        let log = try bench.log.reader()
        let digest = try #require(try log.request(key)).digest
        let kinds = try log.events(of: key).map(\.kind)
        var outcome: OutcomeFacts?
        var decisions: [ClientDecision] = []
        for kind in kinds {
            switch kind {
            case .requestFinished(let facts), .requestFailed(let facts): outcome = facts
            case .challengeEvaluated(let facts): decisions.append(facts.decision)
            default: break
            }
        }
        return Ending(digest: digest, outcome: try #require(outcome), decisions: decisions, kinds: kinds)
    }
}
