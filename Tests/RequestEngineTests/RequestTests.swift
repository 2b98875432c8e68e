import Diagnosis
import Events
import Testing
import Trust

@testable import RequestEngine

/// A request from its start to its end, against servers of the test's own.
@Suite struct RequestTests {
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
