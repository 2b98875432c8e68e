import COpenSSL
import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What shares connections and TLS sessions, and that a changed client is always asked.
@Suite struct PoolTests {
    /// Accepts or refuses by the profile's name, so that a flip is a change of the profile alone.
    static let byName = DecisionMaker(
        serverTrust: { _, setup in
            ClientDecision(
                answers: [ClientAnswer(setup.profile.name == "no" ? .cancelAuthenticationChallenge : .useCredential)]
            )
        },
        clientCertificate: DecisionMaker.obedient.clientCertificate,
        effect: DecisionMaker.obedient.effect
    )

    static func profile(_ name: String, _ kept: AnswersKept) -> ClientProfile {
        var profile = ClientProfile(name: name)
        profile.answersKept = kept
        return profile
    }

    @Test(arguments: HoldTests.versions)
    func freshMeansANewConnectionAndAFullHandshakeEachTime(_ tls: TestConnection.TLS) async throws {
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        for _ in 1...3 { #expect(try await bench.fire(server.port).isComplete) }
        bench.end()
        server.stop()
        #expect(server.accepted == 3)
        for request in 1...3 {
            let story = bench.recording.events(of: request).story
            #expect(story.contains("challenge serverTrust"))
            #expect(!story.contains("resumed") && !story.contains("reused"))
        }
    }

    @Test(arguments: HoldTests.versions)
    func reuseTellsWhichAnswerStandsBehindIt(_ tls: TestConnection.TLS) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls.asking([pki.root]))
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(
            profile: Self.profile("yes", .reuse),
            identities: [pki.client.identity(chain: [pki.intermediate])]
        )
        for _ in 1...2 { #expect(try await bench.fire(server.port).isComplete) }
        let last = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(server.accepted == 1)
        #expect(last.outcome.codes == [.connectionReused])
        let events = bench.recording.events(of: 3)
        #expect(
            events.story.prefix(4) == [
                "started", "reused", "not raised serverTrust reusedConnection",
                "not raised clientCertificate reusedConnection",
            ]
        )
        for event in events {
            if case .challengeNotRaised(let facts) = event.kind {
                #expect(facts.restsOnRequest == 1)
                #expect(facts.sentence == "reused connection, answer of no. 1")
            }
        }
    }

    /// A request that asks for it connects anew, whatever its client keeps; what is kept stays for the next.
    @Test(arguments: [AnswersKept.reuse, .asIOS]) func aRequestCanConnectAnew(_ kept: AnswersKept) async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", kept))
        for connectsAnew in [false, true, false] {
            #expect(try await bench.fire(server.port) { $0.connectsAnew = connectsAnew }.isComplete)
        }
        bench.end()
        server.stop()
        #expect(server.accepted == 2)
        let anew = bench.recording.events(of: 2)
        #expect(anew.story.contains("challenge serverTrust"))
        #expect(!anew.story.contains("resumed") && !anew.story.contains("reused"))
        let reasons = anew.compactMap { event -> String? in
            if case .connectionOpened(let facts) = event.kind { facts.reason } else { nil }
        }
        #expect(reasons == ["asked to connect anew, whatever is kept"])
        #expect(bench.recording.events(of: 3).story.contains("reused"))
    }

    @Test(arguments: HoldTests.versions)
    func aResumedSessionTellsWhichAnswerStandsBehindIt(_ tls: TestConnection.TLS) async throws {
        let context = TestConnection.context(tls)
        // Closes after each response, so that the next request needs a new connection.
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(headers: ["Connection: close"])
            connection.closeNotify()
        }
        let bench = try Bench(profile: Self.profile("yes", .reuse))
        for _ in 1...3 { #expect(try await bench.fire(server.port).isComplete) }
        bench.end()
        server.stop()
        #expect(server.accepted == 3)
        for request in 2...3 {
            let events = bench.recording.events(of: request)
            #expect(!events.story.contains("challenge serverTrust"))
            let facts = events.compactMap { event -> NoChallengeFacts? in
                if case .challengeNotRaised(let facts) = event.kind { facts } else { nil }
            }
            // Over two resumptions it is still the first handshake's answer.
            #expect(facts.map(\.reason) == [.resumedSession])
            #expect(facts.first?.restsOnRequest == 1)
            #expect(facts.first?.sentence == "resumed session, answer of no. 1")
        }
    }

    @Test(arguments: HoldTests.versions, [true, false])
    func aFlippedSwitchIsObeyedByTheVeryNextRequest(_ tls: TestConnection.TLS, _ closes: Bool) async throws {
        let context = TestConnection.context(tls)
        let server = try TestServer { connection in
            guard connection.handshake(context) else { return }
            while connection.readRequest() != nil {
                connection.respond(headers: closes ? ["Connection: close"] : [])
                if closes { return connection.closeNotify() }
            }
        }
        let bench = try Bench(profile: Self.profile("yes", .reuse), decisions: Self.byName)
        for _ in 1...2 { #expect(try await bench.fire(server.port).isComplete) }
        bench.session.setClient(ClientSetup(profile: Self.profile("no", .reuse)))
        let flipped = try await bench.fire(server.port)
        bench.session.setClient(ClientSetup(profile: Self.profile("yes", .reuse)))
        let back = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(flipped.outcome.refusal == .weRefusedServer)
        #expect(bench.recording.events(of: 3).story.contains("challenge serverTrust"))
        // Flipped back, the old connections and sessions do not come back either.
        #expect(back.isComplete)
        #expect(bench.recording.events(of: 4).story.contains("challenge serverTrust"))
    }

    @Test func asOnIOSTheOldAnswerOutlivesTheFlip() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", .asIOS), decisions: Self.byName)
        #expect(try await bench.fire(server.port).isComplete)
        bench.session.setClient(ClientSetup(profile: Self.profile("no", .asIOS)))
        let flipped = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(flipped.isComplete)
        #expect(bench.recording.events(of: 2).story.contains("not raised serverTrust reusedConnection"))
    }

    @Test func whatRunsWhenASwitchFlipsGoesOnAsItBegan() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", .reuse), decisions: Self.byName)
        let holder = HoldingResponder()
        let running = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        bench.session.setClient(ClientSetup(profile: Self.profile("no", .reuse)))
        #expect(try await bench.fire(server.port).outcome.refusal == .weRefusedServer)
        held.answerAsPolicy(by: "you")
        #expect(await running.finished().isComplete)
        bench.end()
        server.stop()
    }

    @Test func namesThatAreNotTheURLsShareNoConnection() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", .reuse))
        _ = try await bench.fire(server.port)
        _ = try await bench.fire(server.port) { $0.serverName = .name("other.example.test") }
        _ = try await bench.fire(server.port) { $0.validateAs = .other("third.example.test") }
        bench.end()
        server.stop()
        #expect(server.accepted == 3)
    }

    @Test func anInvalidatedSessionEndsWhatRunsAndTakesNoMore() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", .reuse))
        _ = try await bench.fire(server.port)
        let holder = HoldingResponder()
        let running = try bench.start(server.port, host: "127.0.0.1", responder: holder)
        _ = try holder.challenge()
        bench.session.invalidate(reason: "test")
        #expect(await running.finished().outcome.refusal == .stopped)
        #expect(throws: Problem.sessionInvalidated(number: 1)) { try bench.start(server.port) }
        let next = bench.engine.openSession(
            SessionConfiguration(client: ClientSetup(profile: Self.profile("yes", .reuse))),
            reason: "again"
        )
        _ = await (try next.start(try Request("https://localhost:\(server.port)/"))).finished()
        bench.end()
        server.stop()
        // Nothing of the old session answered for the new one.
        #expect(bench.recording.events(of: 3).story.contains("challenge serverTrust"))
        #expect(bench.recording.events.map(\.word).contains("invalidated session"))
    }

    @Test func aRequestAlwaysGoesToTheSameThread() throws {
        for threads in 1...8 {
            for port in [443, 8443] {
                let indices = Set(
                    try ["https://A.example:\(port)/x", "https://a.example:\(port)/y?z"].map {
                        Router.index(of: try RequestURL($0), among: threads)
                    }
                )
                #expect(indices.count == 1)
                #expect(indices.allSatisfy { (0..<threads).contains($0) })
            }
        }
    }

    @Test func anIdlePoolIsClosedAndItsNextRequestIsAsked() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: Self.profile("yes", .reuse), idleLimit: { _ in .milliseconds(20) })
        #expect(try await bench.fire(server.port).isComplete)
        let closed = try bench.recording.wait("the end of the connection") { $0.word == "closed by us" }
        // It belongs to no request any more.
        #expect(closed.request == nil)
        #expect(closed.connection == 1)
        #expect(try await bench.fire(server.port).isComplete)
        bench.end()
        server.stop()
        #expect(bench.recording.events(of: 2).story.contains("challenge serverTrust"))
    }

    @Test func poolsAreIdleForTwoMinutesAndAsOnIOSForTen() {
        #expect(Shard.idleLimit(.fresh) == .seconds(120))
        #expect(Shard.idleLimit(.reuse) == .seconds(120))
        #expect(Shard.idleLimit(.asIOS) == .seconds(600))
    }

    /// In a process of its own, because the counters are the process's.
    @Test func nothingIsLeftBehind() async {
        await #expect(processExitsWith: .success) {
            let context = TestConnection.context(.v13.asking(required: false))
            let server = try TestServer { $0.serve(context) }
            for kept in AnswersKept.allCases {
                let bench = try Bench(profile: PoolTests.profile("yes", kept))
                let holder = HoldingResponder()
                let answered = try bench.start(server.port, responder: holder)
                try holder.challenge().answer(.useCredential, credential: .serverTrust, by: "you")
                try holder.challenge(2).answer(.performDefaultHandling, by: "you")
                _ = await answered.finished()
                let left = try bench.start(server.port, host: "127.0.0.1", responder: holder)
                let stopped = try bench.start(server.port, host: "127.0.0.1", responder: holder)
                try Waiting.until("two more holds") { holder.held.count == 4 }
                stopped.cancel(by: "you")
                _ = await stopped.finished()
                for _ in 0..<5 { _ = try await bench.fire(server.port) }
                bench.session.setClient(ClientSetup(profile: PoolTests.profile("no", kept)))
                _ = try await bench.fire(server.port)
                bench.end()
                _ = await left.finished()
            }
            server.stop()
            precondition(LiveObjects.easyHandles == 0, "easy handles: \(LiveObjects.easyHandles)")
            precondition(LiveObjects.connections == 0, "connections: \(LiveObjects.connections)")
            precondition(LiveObjects.pools == 0, "pools: \(LiveObjects.pools)")
        }
    }
}
