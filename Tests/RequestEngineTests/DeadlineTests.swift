import Diagnosis
import Events
import Reactor
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// The engine's own deadlines, by phase and for the whole request.
@Suite struct DeadlineTests {
    private static let short = Duration.milliseconds(60)

    /// - Parameter said: the limit that ran out, as the reason says it.
    private func fire(
        _ limits: TimeLimits,
        said: String = "60 ms",
        _ script: @escaping TestServer.Script
    ) async throws -> OutcomeFacts {
        let server = try TestServer(script)
        let bench = try Bench(limits: limits)
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .wireTimeout)
        #expect(result.outcome.refusal == .undecided)
        #expect(result.outcome.clientError?.name == "timedOut")
        #expect(result.outcome.reason.contains(said))
        return result.outcome
    }

    @Test func theHandshakeTakesTooLong() async throws {
        let outcome = try await fire(TimeLimits(handshake: Self.short)) { connection in
            while connection.read() != nil {}
        }
        #expect(outcome.phase == "tls")
        #expect(outcome.reason.contains("the handshake"))
        #expect(outcome.reason.contains("the limit for this phase"))
    }

    @Test func theFirstByteTakesTooLong() async throws {
        let context = TestConnection.context(.v13)
        let outcome = try await fire(TimeLimits(firstByte: Self.short)) { connection in
            guard connection.handshake(context) else { return }
            while connection.read() != nil {}
        }
        #expect(outcome.phase == "wait")
    }

    @Test func theWholeRequestTakesTooLong() async throws {
        let context = TestConnection.context(.v13)
        // The exchange has to come as far as the body within it.
        let outcome = try await fire(TimeLimits(total: .milliseconds(990)), said: "990 ms") { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nand then")
            while connection.read() != nil {}
        }
        #expect(outcome.phase == "body")
        #expect(outcome.status == 200)
        #expect(outcome.reason.contains("the request's own limit"))
    }

    /// The countdowns alone, on a loop that this test runs.
    @Test func pausedDeadlinesKeepWhatIsLeft() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        var expiry: Deadlines.Expiry?
        let limits = TimeLimits(connect: .milliseconds(30), total: .seconds(10))
        let deadlines = Deadlines(loop: loop, limits: limits) {
            expiry = $0
            loop.stop()
        }
        deadlines.run()
        deadlines.pause()
        loop.schedule(after: .milliseconds(60)) {
            #expect(expiry == nil)
            deadlines.run()
        }
        let start = loop.now
        loop.run()
        #expect(loop.now - start >= .milliseconds(85))
        #expect(expiry == .init(phase: .name, limit: .milliseconds(30), isTotal: false))
    }

    @Test func nameAndConnectionShareOneLimitAndLaterPhasesHaveTheirOwn() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        var expiry: Deadlines.Expiry?
        let limits = TimeLimits(
            connect: .milliseconds(20),
            handshake: .milliseconds(40),
            firstByte: .seconds(5),
            total: .milliseconds(90)
        )
        let deadlines = Deadlines(loop: loop, limits: limits) {
            expiry = $0
            loop.stop()
        }
        deadlines.run()
        let start = loop.now
        deadlines.enter(.tcp)
        loop.schedule(after: .milliseconds(10)) { deadlines.enter(.tls) }
        loop.schedule(after: .milliseconds(30)) { deadlines.enter(.wait) }
        loop.run()
        #expect(loop.now - start >= .milliseconds(90))
        #expect(expiry == .init(phase: .wait, limit: .milliseconds(90), isTotal: true))
    }
}
