import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Responders that answer never, twice or too late.
@Suite struct AnswerTests {
    /// Does with the reply what the test says.
    private struct Responder: ChallengeResponder {
        let body: @Sendable (Challenge, ChallengeReply) -> Void

        func respond(to challenge: Challenge, reply: ChallengeReply) { body(challenge, reply) }
    }

    @Test func theFirstOfSeveralAnswersCounts() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let answers = [
            ClientAnswer(.useCredential), ClientAnswer(.cancelAuthenticationChallenge), ClientAnswer(.useCredential),
        ]
        let bench = try Bench(decisions: .deciding(trust: answers))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        let story = bench.recording.events(of: 1).story
        let told = story.filter { $0.hasPrefix("answered") }
        #expect(told == ["answered use by policy", "answered twice cancel", "answered twice use"])
    }

    @Test func aSecondAnswerAfterTheHandshakeIsStillTheSecond() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        held.answer(.useCredential, credential: .serverTrust, by: "you")
        #expect(await exchange.finished().isComplete)
        held.answer(.cancelAuthenticationChallenge, by: "you")
        _ = try bench.recording.wait("the second answer") { $0.word == "answered twice cancel" }
        bench.end()
        server.stop()
    }

    @Test(arguments: [true, false])
    func anAnswerThatNeverComesIsRecordedAtOnceAndHangsUntilTheTimeOut(_ isHeldFirst: Bool) async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        // The limit of the phase does not count: a client that waits for an answer has its whole time-out.
        let limits = TimeLimits(handshake: .milliseconds(700), total: .milliseconds(1400))
        let bench = try Bench(limits: limits)
        let holder = HoldingResponder()
        let silent = Responder { _, _ in }
        let start = ContinuousClock.now
        let exchange = try bench.start(server.port, responder: isHeldFirst ? holder : silent)
        if isHeldFirst {
            _ = try holder.challenge()
            holder.drop()
        }
        _ = try bench.recording.wait("the silence") { $0.word == "never answered" }
        let result = await exchange.finished()
        #expect(ContinuousClock.now - start >= .milliseconds(1400))
        bench.end()
        server.stop()
        #expect(result.outcome.code == .challengeNeverAnswered)
        #expect(result.outcome.clientError?.code == -1001)
        #expect(result.outcome.refusal == .undecided)
        #expect(!bench.recording.events(of: 1).story.contains { $0.hasPrefix("answered") })
    }

    @Test func aSilentDecisionIsNeverAnswered() async throws {
        let context = TestConnection.context(.v12.asking())
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(
            limits: .total(.milliseconds(1000)),
            decisions: .deciding(identity: [])
        )
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .challengeNeverAnswered)
        #expect(bench.recording.events(of: 1).story.filter { $0 == "never answered" }.count == 1)
    }

    @Test func nobodyToAskGetsTheSafeAnswer() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(decisions: .deciding(asksPerson: true))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(bench.recording.events(of: 1).story.contains("answered cancel by nobody to ask"))
    }

    @Test func aPersonIsAskedWhereTheDecisionSaysSo() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(decisions: .deciding(asksPerson: true))
        let holder = HoldingResponder()
        let responder = PolicyResponder { held in holder.keep(held) }
        let exchange = try bench.start(server.port, responder: responder)
        try holder.challenge().answerAsPolicy(by: "you")
        #expect(await exchange.finished().isComplete)
        bench.end()
        server.stop()
        #expect(bench.recording.events(of: 1).story.contains("answered use by you"))
    }
}
