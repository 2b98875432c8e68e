import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Questions for a user and a password: raised as challenges, answered by the client, by hand or by what lies ready.
@Suite struct PasswordTests {
    private static let basic = "WWW-Authenticate: Basic realm=\"the lab\""
    /// alice:secret in base64.
    private static let alice = "Authorization: Basic YWxpY2U6c2VjcmV0"

    private func server(_ challenge: String = PasswordTests.basic) throws -> TestServer {
        let context = TestConnection.context(.v13)
        return try TestServer { connection in
            guard connection.handshake(context) else { return }
            while let head = connection.readRequest() {
                if head.contains(Self.alice) {
                    connection.respond(body: "welcome")
                } else {
                    connection.respond(401, body: "who are you", headers: [challenge])
                }
            }
        }
    }

    /// libcurl answers by itself what calls its nonce stale, for ever if it is let.
    @Test func aQuestionThatCallsEveryAnswerStaleIsEnded() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context) else { return }
            while connection.readRequest() != nil {
                connection.respond(
                    401,
                    body: "again",
                    headers: ["WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", stale=true, qop=\"auth\""]
                )
            }
        }
        let bench = try Bench(decisions: decisions { _ in [ClientAnswer(.performDefaultHandling)] })
        let result = try await bench.fire(server.port) { $0.credential = Self.alicesCredential }
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.status == 401)
        #expect(result.outcome.codes == [.challengeRepeated])
        #expect(challenges(bench).count == 1)
    }

    private func decisions(_ answers: @escaping @Sendable (PasswordChallenge) -> [ClientAnswer]) -> DecisionMaker {
        var decisions = DecisionMaker.obedient
        decisions.password = { asked, _ in ClientDecision(answers: answers(asked)) }
        decisions.effect = { answer, challenge in
            if case .password(let asked) = challenge.question { return Decider.effect(of: answer, password: asked) }
            return DecisionMaker.obedient.effect(answer, challenge)
        }
        return decisions
    }

    private static let alicesCredential = PasswordCredential(user: "alice", password: PassPhrase("secret"))

    private func challenges(_ bench: Bench, _ request: Int = 1) -> [ChallengeFacts] {
        bench.recording.events(of: request).compactMap { event in
            guard case .challengeReceived(let facts) = event.kind, facts.method.asksForPassword else { return nil }
            return facts
        }
    }

    @Test(arguments: [AnswersKept.fresh, .reuse])
    func whatLiesReadyIsSentByDefaultAndKept(_ kept: AnswersKept) async throws {
        let server = try server()
        let bench = try Bench(
            profile: PoolTests.profile("yes", kept),
            decisions: decisions { _ in [ClientAnswer(.performDefaultHandling)] }
        )
        let first = try await bench.fire(server.port) { $0.credential = Self.alicesCredential }
        // The session has kept it.
        let second = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect([first, second].map(\.outcome.status) == [200, 200])
        #expect(first.outcome.bodyText == "welcome")
        let asked = try #require(challenges(bench).first)
        #expect(asked.method == .httpBasic)
        #expect(asked.realm == "the lab")
        #expect(asked.proposedUser == "alice")
        #expect(asked.level == .task)
        #expect(asked.previousFailureCount == 0)
        #expect((asked.host, asked.port, asked.isProxy) == ("localhost", server.port, false))
        #expect(challenges(bench, 2).map(\.proposedUser) == ["alice"])
        // The answer goes over the connection that asked.
        #expect(server.accepted == (kept == .fresh ? 2 : 1))
        let story = bench.recording.events(of: 1).story
        #expect(story.filter { $0 == "challenge serverTrust" }.count == 1)
        #expect(story.filter { $0.hasPrefix("response") } == ["response 401", "response 200"])
        for event in bench.recording.events {
            let text = String(decoding: try EventJSON.encode(event), as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("YWxpY2U6c2VjcmV0"))
        }
    }

    @Test func withoutACredentialTheResponseStands() async throws {
        let server = try server()
        let bench = try Bench(decisions: decisions { _ in [ClientAnswer(.performDefaultHandling)] })
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.status == 401)
        #expect(result.outcome.bodyText == "who are you")
        #expect(challenges(bench).count == 1)
        #expect(server.accepted == 1)
    }

    @Test func cancellingEndsTheRequest() async throws {
        let server = try server()
        let bench = try Bench(decisions: decisions { _ in [ClientAnswer(.cancelAuthenticationChallenge)] })
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(!result.isComplete)
        #expect(result.outcome.refusal == .weCancelledIdentity)
        #expect(result.outcome.clientError?.code == -999)
    }

    @Test func aWrongPasswordIsAskedForAgainAndCounted() async throws {
        let server = try server()
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        try holder.challenge().answer(.useCredential, credential: .serverTrust, by: "you")
        let wrong = PasswordCredential(user: "mallory", password: PassPhrase("guess"))
        try holder.challenge(2).answer(.useCredential, credential: .password(wrong), by: "you")
        try holder.challenge(3).answer(.useCredential, credential: .password(Self.alicesCredential), by: "you")
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(result.outcome.status == 200)
        #expect(challenges(bench).map(\.previousFailureCount) == [0, 1])
        #expect(challenges(bench).map(\.proposedUser) == [nil, "mallory"])
        #expect(server.accepted == 1)
    }

    @Test func anEndlessQuestionIsEnded() async throws {
        let server = try server()
        let wrong = PasswordCredential(user: "mallory", password: PassPhrase("guess"))
        let bench = try Bench(decisions: decisions { _ in [ClientAnswer(.useCredential)] })
        let result = try await bench.fire(server.port) { $0.credential = wrong }
        bench.end()
        server.stop()
        #expect(result.outcome.status == 401)
        #expect(result.outcome.codes.contains(.challengeRepeated))
        #expect(challenges(bench).count == 10)
    }

    @Test func theStrongestWayComesFirstAndRejectTriesTheNext() async throws {
        let server = try server("WWW-Authenticate: Digest realm=\"d\", nonce=\"n\", Basic realm=\"b\", NTLM")
        let bench = try Bench(
            decisions: decisions { asked in
                [asked.method == .httpBasic ? ClientAnswer(.useCredential) : ClientAnswer(.rejectProtectionSpace)]
            }
        )
        let result = try await bench.fire(server.port) { $0.credential = Self.alicesCredential }
        bench.end()
        server.stop()
        #expect(challenges(bench).map(\.method) == [.ntlm, .httpDigest, .httpBasic])
        #expect(challenges(bench).map(\.realm) == [nil, "d", "b"])
        #expect(challenges(bench).map(\.level) == [.session, .task, .task])
        #expect(result.outcome.status == 200)
    }

    @Test func stoppingWhileHeldEndsTheHold() async throws {
        let server = try server()
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        try holder.challenge().answer(.useCredential, credential: .serverTrust, by: "you")
        let held = try holder.challenge(2)
        exchange.cancel(by: "you")
        #expect(await exchange.finished().outcome.refusal == .stopped)
        bench.end()
        server.stop()
        #expect(held.ending == .requestEnded)
    }

    @Test func aProxysQuestionIsNotTheOrigins() async throws {
        let context = TestConnection.context(.v13)
        let origin = try TestServer { $0.serve(context) }
        let proxy = try TestProxy { head in
            head.contains("Proxy-" + Self.alice)
                ? nil : "407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"out\""
        }
        let bench = try Bench(decisions: decisions { _ in [ClientAnswer(.performDefaultHandling)] })
        let result = try await bench.fire(origin.port) { request in
            request.proxy = try? Proxy("127.0.0.1:\(proxy.port)", source: "--proxy")
            request.proxyCredential = Self.alicesCredential
            request.credential = PasswordCredential(user: "other", password: PassPhrase("other"))
        }
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(result.outcome.status == 200)
        #expect(challenges(bench).map(\.isProxy) == [true])
        #expect(challenges(bench).map(\.realm) == ["out"])
        #expect(challenges(bench).map(\.proposedUser) == ["alice"])
        #expect(bench.recording.events(of: 1).filter { $0.word == "challenge serverTrust" }.count == 1)
    }

    @Test(
        arguments: [
            (["Basic realm=\"a, \\\"b\\\"\""], ["httpBasic a, \"b\""]),
            (["Digest nonce=\"x\", realm=\"d\", qop=\"auth\""], ["httpDigest d"]),
            (["Basic realm=b, NTLM, Bearer realm=\"no\", error=\"x\""], ["ntlm -", "httpBasic b"]),
            (["Negotiate", "NTLM"], ["negotiate -", "ntlm -"]), (["Negotiate oYG2MIGzoAMKAQE="], ["negotiate -"]),
            (["BASIC REALM = \"x\""], ["httpBasic x"]), ([""], []), ([",,,"], []), (["\""], []),
            (["Basic realm=\"a"], ["httpBasic a"]),
        ] as [([String], [String])]
    )
    func headersAreRead(_ row: (values: [String], offers: [String])) {
        #expect(AuthenticateHeader(row.values).offers.map { "\($0.method.rawValue) \($0.realm ?? "-")" } == row.offers)
    }
}
