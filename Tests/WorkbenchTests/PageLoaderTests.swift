import Diagnosis
import TestSupport
import Testing
import Trust

@testable import Workbench

/// Pages of the lab, loaded over one session.
@Suite struct PageLoaderTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func bench() throws -> Bench {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.labPort = 0
        configuration.log = .none
        return try Bench(configuration)
    }

    @Test func whoLoadsItMayBeAnotherThanTheClientInForce() throws {
        let bench = try bench()
        defer { bench.close() }
        var reuse = bench.profile
        reuse.answersKept = .reuse
        // The client in force makes a connection for each request, this one does not.
        let load = try PageLoader(bench, page: Firing("page"), as: reuse).run()
        let own = load.resources.filter { $0.url.hasPrefix("https://page.") }
        #expect(own.count > 2)
        #expect(own.first?.challenges == ["server trust default"])
        #expect(own.dropFirst().allSatisfy { $0.way == .reused && $0.challenges.isEmpty && $0.restsOnRequest == 1 })
        #expect(bench.profile.answersKept == .fresh)
    }

    @Test func whatIsStoppedIsLeftOut() throws {
        let bench = try bench()
        defer { bench.close() }
        let load = try PageLoader(bench, page: Firing("page"), isStopped: { true }).run()
        #expect(load.resources.first?.status == 200)
        #expect(load.resources.count > 2)
        #expect(load.resources.dropFirst().allSatisfy { $0.number == nil && $0.code == .pageLeftOut })
        #expect(load.exchanges.count == 1)
        #expect(load.findings.map(\.code) == [.pageLeftOut])
    }
}
