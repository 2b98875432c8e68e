import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// A request from its start to its end, against servers of the test's own.
@Suite struct RequestTests {
    /// Whatever thread they run on, the log lists them as they were fired.
    @Test func beginningsAreRecordedInTheOrderOfTheNumbers() async throws {
        let bench = try Bench(threads: 4)
        defer { bench.end() }
        let closed = try LoopbackPort.free()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for index in 0..<50 {
                        // Each host may belong to another thread.
                        let host = "127.0.\(task).\(index + 1)"
                        _ = try? await bench.fire(closed, scheme: "http", host: host)
                    }
                }
            }
        }
        let begun = bench.recording.events.compactMap { event in
            if case .requestStarted = event.kind { event.request } else { nil }
        }
        #expect(begun == Array(1...200))
        // Nothing of a request comes before its beginning.
        for number in [1, 100, 200] {
            guard case .requestStarted? = bench.recording.events(of: number).first?.kind else {
                Issue.record("no. \(number) begins with another event")
                return
            }
        }
    }

    @Test func aRequestTellsItsWholeStory() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context, body: "hello") }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.status == 200)
        #expect(String(decoding: result.body, as: UTF8.self) == "hello")
        #expect(result.outcome.bodyText == "hello")
        #expect(result.outcome.refusal == nil)
        #expect(result.outcome.code == nil)
        let events = bench.recording.events(of: 1)
        #expect(
            events.story == [
                "started", "connected", "challenge serverTrust", "evaluated", "answered use by policy", "secured",
                "response 200", "data", "> alert 0", "closed by us", "finished",
            ]
        )
    }
}
