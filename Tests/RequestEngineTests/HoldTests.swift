import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Challenges that wait for a person: suspended, answered in every way, lost, and given the safe answer in time.
@Suite struct HoldTests {
    static let versions = [TestConnection.TLS.v12, .v13]
    static let dispositions: [Disposition] = [
        .useCredential, .performDefaultHandling, .cancelAuthenticationChallenge, .rejectProtectionSpace,
        .continueWithoutCredential,
    ]

    @Test func theSelfTestTellsALibraryThatCannotHold() {
        // The one at hand can: else nothing here would be held.
        guard case .works = HoldSelfTest.run() else {
            Issue.record("this libcurl cannot hold")
            return
        }
        let trials: [(HoldSelfTest.Library, String)] = [
            // No challenge is raised inside the handshake.
            (.init(hook: .hasNoEffect), "the handshake went on by itself"),
            (.init(hook: .fails), "the handshake ended: "),
            // It comes to no challenge in time.
            (.init(limit: .zero), "the handshake did not come to a challenge"),
        ]
        for (library, reason) in trials {
            let support = HoldSelfTest.run(library)
            #expect(support.problem?.code == .holdUnsupported)
            #expect(support.problem?.sentence.contains(reason) == true, "\(support)")
            #expect(support.problem?.sentence.contains(CurlTransfer.libraryVersion) == true)
        }
    }

    @Test func thisLibcurlCanHold() { #expect(Engine.holdProblem == nil) }

    @Test(arguments: versions, dispositions)
    func aHeldServerTrustChallengeIsAnswered(_ tls: TestConnection.TLS, _ disposition: Disposition) async throws {
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        _ = try bench.recording.wait("the hold") { $0.word == "held" }
        #expect(exchange.result == nil)
        #expect(held.remaining != nil)
        held.answer(disposition, credential: disposition == .useCredential ? .serverTrust : nil, by: "you")
        let result = await exchange.finished()
        bench.end()
        server.stop()
        let proceeds = disposition == .useCredential || disposition == .continueWithoutCredential
        #expect(result.isComplete == proceeds)
        #expect(result.outcome.refusal == (proceeds ? nil : .weRefusedServer))
        #expect(held.ending == .answered(by: "you"))
        #expect(held.remaining == nil)
        let story = bench.recording.events(of: 1).story
        #expect(
            Array(story.prefix(6)) == [
                "started", "connected", "challenge serverTrust", "evaluated", "held",
                "answered \(disposition.word) by you",
            ]
        )
        #expect(story.filter { $0.hasPrefix("challenge") }.count == 1)
    }

    @Test(arguments: versions, dispositions)
    func aHeldClientCertificateChallengeIsAnswered(
        _ tls: TestConnection.TLS,
        _ disposition: Disposition
    ) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls.asking([pki.root], required: false))
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(body: connection.peerName ?? "nobody")
        }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        let held = try holder.challenge(2)
        guard case .clientCertificate(let asked) = held.challenge.question else {
            Issue.record("the second challenge is another one")
            return
        }
        #expect(asked.issuers.map(\.commonName) == ["Test Root"])
        #expect(asked.keyTypes.contains("EC"))
        #expect(asked.signatureAlgorithms.contains("ecdsa_secp256r1_sha256"))
        #expect(held.challenge.number == 2)
        _ = try bench.recording.wait("the second hold") { $0.word == "held" && $0.challenge == 2 }
        let identity = pki.client.identity(chain: [pki.intermediate])
        let credential: Credential? = disposition == .useCredential ? .identity(identity, sends: .chain) : nil
        held.answer(disposition, credential: credential, by: "you")
        let result = await exchange.finished()
        bench.end()
        server.stop()
        switch disposition {
        case .cancelAuthenticationChallenge:
            #expect(result.outcome.refusal == .weCancelledIdentity)
            #expect(bench.recording.events.story.contains("> alert 80"))
        case .useCredential:
            #expect(String(decoding: result.body, as: UTF8.self) == "alice")
        default:
            #expect(String(decoding: result.body, as: UTF8.self) == "nobody")
        }
    }

    @Test(arguments: versions, [1, 2])
    func aServerThatHangsUpIsNoticedWhileHeld(_ tls: TestConnection.TLS, _ number: Int) async throws {
        let context = TestConnection.context(tls.asking())
        let holder = HoldingResponder()
        let server = try TestServer { connection in
            // Breaks off as soon as the challenge is held; the handshake would wait for ever.
            connection.handshake(context) { try? holder.challenge(number) }
        }
        let bench = try Bench()
        let exchange = try bench.start(server.port, responder: holder)
        if number == 2 { try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you") }
        let held = try holder.challenge(number)
        let result = await exchange.finished()
        #expect(held.ending == .serverLeft)
        #expect(result.outcome.code == .wireEofInHandshake)
        #expect(result.outcome.refusal == .undecided)
        held.answer(.useCredential, credential: .serverTrust, by: "you")
        _ = try bench.recording.wait("the late answer") { $0.word == "answered late" }
        bench.end()
        server.stop()
    }

    @Test(arguments: [1, 2])
    func theSafeAnswerComesWhenTheTimeIsUp(_ number: Int) async throws {
        let context = TestConnection.context(.v13.asking(required: false))
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(limits: TimeLimits(hold: .milliseconds(500)))
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        if number == 2 { try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you") }
        let held = try holder.challenge(number)
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(held.ending == .timedOut)
        #expect(result.outcome.codes.contains(.challengeTimeout))
        let story = bench.recording.events(of: 1).story
        if number == 1 {
            #expect(story.contains("answered cancel by time-out"))
            #expect(result.outcome.refusal == .weRefusedServer)
        } else {
            #expect(story.contains("answered default by time-out"))
            #expect(result.isComplete)
        }
    }

    @Test func aStoppedClockGivesNoSafeAnswerAndGoesOnWhereItStood() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        // The limits of the request are shorter than what the stopped clock covers: they have to stand still too.
        let limits = TimeLimits(handshake: .milliseconds(1000), total: .milliseconds(1200), hold: .milliseconds(600))
        let bench = try Bench(limits: limits)
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        held.stopClock()
        #expect(held.isClockStopped)
        // The responder may be quicker than the hold that follows it: its clock begins stopped then.
        let left = try Waiting.value("the hold") { held.remaining }
        // Other requests take their time meanwhile, more than all the limits together.
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(1500) {
            _ = try await bench.fire(server.port)
        }
        #expect(exchange.result == nil)
        #expect(held.remaining == left)
        held.startClock()
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(held.ending == .timedOut)
        #expect(result.outcome.refusal == .weRefusedServer)
    }

    @Test func fiftyHeldDoNotHinderAHundredOthers() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(threads: 2)
        let holder = HoldingResponder()
        let held = try (0..<50).map { _ in try bench.start(server.port, responder: holder) }
        try Waiting.until("50 held challenges") { holder.held.count == 50 }
        let others = try (0..<100).map { _ in try bench.start(server.port) }
        for exchange in others { #expect(await exchange.finished().isComplete) }
        #expect(held.allSatisfy { $0.result == nil })
        for challenge in holder.held { challenge.answer(.useCredential, credential: .serverTrust, by: "you") }
        for exchange in held { #expect(await exchange.finished().isComplete) }
        bench.end()
        server.stop()
        #expect(Set(holder.held.map(\.challenge.connection)).count == 50)
    }

    @Test func aHeldRequestCanBeStopped() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        exchange.cancel(by: "you")
        let result = await exchange.finished()
        #expect(result.outcome.refusal == .stopped)
        #expect(result.outcome.code == .requestStopped)
        #expect(result.outcome.clientError?.code == -999)
        #expect(held.ending == .requestEnded)
        bench.end()
        server.stop()
    }

    @Test func aLibcurlThatCannotHoldSaysSoAndGivesTheSafeAnswer() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let problem = Problem.holdUnsupported(version: "libcurl 7.0", reason: "the handshake ended")
        let bench = try Bench(canHold: { problem })
        let holder = HoldingResponder()
        let result = try await bench.fire(server.port, responder: holder)
        let policy = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(bench.recording.events(of: 1).story.contains("note hold.unsupported"))
        #expect(!bench.recording.events(of: 1).story.contains("held"))
        #expect(policy.isComplete)
    }

    @Test func aChallengeAfterTheHandshakeIsHeldAndAnswered() async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.askLate(required: true)
            // The answer is read together with whatever the client says next; it says nothing, so this only waits.
            connection.respondWhenKnown()
        }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder) { $0.offersHTTP2 = false }
        try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        let late = try holder.challenge(2)
        #expect(late.challenge.protectionSpace.authenticationMethod == .clientCertificate)
        late.answer(
            .useCredential,
            credential: .identity(pki.client.identity(chain: [pki.intermediate]), sends: .chain),
            by: "you"
        )
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(String(decoding: result.body, as: UTF8.self) == "alice")
    }

    @Test func aRenegotiationIsHeldTwiceAndAnswered() async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(.v12)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.askByRenegotiation(required: true)
            connection.respondWhenKnown()
        }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder) { $0.offersHTTP2 = false }
        try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        try holder.challenge(2).answer(.useCredential, credential: .serverTrust, by: "you")
        try holder.challenge(3).answer(
            .useCredential,
            credential: .identity(pki.client.identity(chain: [pki.intermediate]), sends: .chain),
            by: "you"
        )
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(String(decoding: result.body, as: UTF8.self) == "alice")
        #expect(
            holder.held.map(\.challenge.protectionSpace.authenticationMethod) == [
                .serverTrust, .serverTrust, .clientCertificate,
            ]
        )
    }

    @Test func whatCameWhileHeldIsReadAfterwards() async throws {
        // Without tickets nothing comes after the body: no readiness of the socket helps.
        var tls = TestConnection.TLS.v13
        tls.givesTickets = false
        let context = TestConnection.context(tls)
        let body = String(repeating: "0123456789", count: 20_000)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            // Asks, and answers without waiting: all of it is read ahead while the challenge is held.
            connection.askLate(required: false)
            connection.respond(body: body)
            while connection.read() != nil {}
        }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder) { $0.offersHTTP2 = false }
        try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        let late = try holder.challenge(2)
        // By the time that another request has come and gone, the whole body has.
        #expect(try await bench.fire(server.port).isComplete)
        late.answer(.performDefaultHandling, by: "you")
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.bodyBytes == body.utf8.count)
    }

    @Test func anAlertThatCameWhileHeldEndsTheRequest() async throws {
        let context = TestConnection.context(.v12)
        let server = try TestServer { connection in
            guard let flight = connection.firstFlight(context) else { return }
            // Certificate, then an alert, and the connection stays open.
            connection.write(bytes: flight.throughCertificate + [21, 3, 3, 0, 2, 2, 80])
            while connection.read() != nil {}
        }
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        let held = try holder.challenge()
        _ = try bench.recording.wait("the hold") { $0.word == "held" }
        held.answer(.useCredential, credential: .serverTrust, by: "you")
        let result = await exchange.finished()
        #expect(result.outcome.refusal == .peerAlert)
        #expect(result.outcome.code == .wireAlert(80))
        bench.end()
        server.stop()
    }

    @Test func aPeerThatFloodsAHeldHandshakeIsCutOff() async throws {
        let context = TestConnection.context(.v12)
        let holder = HoldingResponder()
        let server = try TestServer { connection in
            guard let flight = connection.firstFlight(context) else { return }
            connection.write(bytes: flight.throughCertificate)
            let record = [22, 3, 3, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000)
            for _ in 0..<100 { connection.write(bytes: record) }
        }
        let bench = try Bench()
        let exchange = try bench.start(server.port, responder: holder)
        let result = await exchange.finished()
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .undecided)
        #expect(result.outcome.reason.contains("more than a megabyte"))
    }
}
