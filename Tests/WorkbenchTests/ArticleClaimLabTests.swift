import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import Workbench

/// Those claims of popular articles that only connections can decide.
@Suite struct ArticleClaimLabTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func bench(_ kept: AnswersKept) throws -> Bench {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.command = "test"
        configuration.profile.answersKept = kept
        return try Bench(configuration)
    }

    private func fire(_ bench: Bench, _ address: String) throws -> RequestDigest {
        let fired = try bench.fire(Firing(address))
        fired.wait()
        let key = RequestKey(recording: bench.log.recording.id, number: fired.number)
        return try #require(try bench.log.reader().request(key)).digest
    }

    private func claim(_ beginning: String) throws -> ArticleClaim {
        try #require(ArticleClaim.all.first { $0.claim.hasPrefix(beginning) }, "\(beginning)")
    }

    /// A new process begins without any verdict: the first request to each host is asked again.
    @Test func afterARestartNoVerdictStands() throws {
        #expect(try claim("After a restart").verdict == .wrong)
        for _ in 0..<2 {
            let bench = try bench(.asIOS)
            defer { bench.close() }
            #expect(try fire(bench, "good").challenges.count == 1)
            #expect(try fire(bench, "good").challenges.isEmpty)
        }
    }

    @Test func theSameHostSharesTheConnectionAndAnotherIsAsked() throws {
        #expect(try claim("A script's request").verdict == .partly)
        #expect(try claim("After the probe").verdict == .partly)
        let keeping = try bench(.reuse)
        defer { keeping.close() }
        #expect(try fire(keeping, "good").challenges.count == 1)
        #expect(try fire(keeping, "https://good.lab.test/script.js").challenges.isEmpty)
        #expect(try fire(keeping, "wildcard").challenges.count == 1)
        let forgetting = try bench(.fresh)
        defer { forgetting.close() }
        for _ in 0..<2 { #expect(try fire(forgetting, "good").challenges.count == 1) }
    }

    @Test func oneWayOrTwoWayIsTheServersChoice() throws {
        #expect(try claim("One-way or two-way").verdict == .holds)
        let bench = try bench(.fresh)
        defer { bench.close() }
        _ = try bench.waitForLab()
        bench.adopt(try #require(Presets.named("F13")).profile(bundle: bench.bundle))
        for (scenario, challenges) in [("good", 1), ("mutual", 2), ("mutual-want", 2)] {
            let row = try fire(bench, scenario)
            #expect(row.status == 200, "\(scenario)")
            #expect(row.challenges.count == challenges, "\(scenario)")
        }
        // Two challenges, and an empty answer is accepted where the server only asks.
        var without = bench.profile
        without.identity = .none
        bench.adopt(without)
        #expect(try fire(bench, "mutual-want").status == 200)
        #expect(try fire(bench, "mutual").code == .clientNone)
    }
}
