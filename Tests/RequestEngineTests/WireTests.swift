import COpenSSL
import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Connections that fail before or beside trust: each gets its own code, and none is called a certificate problem.
@Suite struct WireTests {
    /// Fires at a server that does as the script says, and gives the outcome and the story.
    private func fire(
        _ profile: ClientProfile = ClientProfile(),
        limits: TimeLimits = TimeLimits(),
        scheme: String = "https",
        _ script: @escaping TestServer.Script
    ) async throws -> (outcome: OutcomeFacts, story: [String]) {
        let server = try TestServer(script)
        let bench = try Bench(profile: profile, limits: limits)
        let result = try await bench.fire(server.port, scheme: scheme)
        bench.end()
        server.stop()
        #expect([.undecided, .peerAlert].contains(result.outcome.refusal) || result.isComplete)
        if let code = result.outcome.code, code.area == "wire" {
            #expect(!result.outcome.reason.lowercased().contains("certificate"))
        }
        return (result.outcome, bench.recording.events(of: 1).story)
    }

    @Test func nobodyListens() async throws {
        let port = try LoopbackPort.free()
        let bench = try Bench()
        let result = try await bench.fire(port, host: "127.0.0.1")
        bench.end()
        #expect(result.outcome.code == .wireRefused)
        #expect(result.outcome.clientError?.name == "cannotConnectToHost")
        #expect(result.outcome.reason.contains("127.0.0.1:\(port)"))
        #expect(result.outcome.phase == "tcp")
        #expect(bench.recording.events(of: 1).story == ["started", "not raised serverTrust refusedBefore", "failed"])
    }

    @Test func aNameDoesNotResolve() async throws {
        let bench = try Bench()
        let result = try await bench.fire(443, host: "nowhere.invalid")
        bench.end()
        #expect(result.outcome.code == .wireNameNotFound)
        #expect(result.outcome.clientError?.code == -1003)
        #expect(result.outcome.reason.contains("nowhere.invalid"))
        #expect(result.outcome.phase == "name")
    }

    @Test(
        arguments: [
            ("HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP"), ("SSH-2.0-OpenSSH_9.2\r\n", "SSH"),
            ("220 mail ESMTP\r\n", "SMTP"), ("\u{1}\u{2}\u{3}\u{4}\u{5}", nil),
        ] as [(String, String?)]
    )
    func theAnswerIsNoTLS(_ row: (answer: String, likeness: String?)) async throws {
        let (outcome, _) = try await fire { connection in
            _ = connection.read()
            connection.write(row.answer)
        }
        #expect(outcome.code == .wireNotTls)
        #expect(outcome.reason.contains(row.likeness ?? "01 02 03 04 05"))
        // More than the five bytes that a record's header has.
        if row.likeness == "HTTP" { #expect(outcome.reason.contains("HTTP/1.1 400 Bad Request")) }
    }

    @Test func theServerClosesInTheHandshake() async throws {
        let (outcome, story) = try await fire { _ = $0.read() }
        #expect(outcome.code == .wireEofInHandshake)
        #expect(outcome.reason.contains("ClientHello was sent"))
        #expect(outcome.reason.contains("0 bytes"))
        #expect(outcome.clientError?.isAssumed == true)
        #expect(story.contains("not raised serverTrust refusedBefore"))
    }

    @Test func theServerClosesAtOnce() async throws {
        let (outcome, _) = try await fire { _ in }
        // Closed with our hello unread: the system may make a reset of it.
        #expect([.wireEofInHandshake, .wireReset].contains(outcome.code))
    }

    @Test func theConnectionIsReset() async throws {
        let (outcome, _) = try await fire { connection in
            _ = connection.read()
            connection.reset()
        }
        #expect(outcome.code == .wireReset)
        #expect(outcome.reason.contains("ClientHello"))
    }

    @Test(arguments: [("1.3", "1.3", TestConnection.TLS.v12), ("1.2", "1.2", .v13)])
    func thereIsNoCommonVersion(_ row: (low: String, high: String, tls: TestConnection.TLS)) async throws {
        var profile = ClientProfile()
        (profile.minimumTLS, profile.maximumTLS) = (row.low, row.high)
        let context = TestConnection.context(row.tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: profile)
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .wireVersion)
        #expect(result.outcome.reason.contains("TLS \(row.low)"))
    }

    @Test func theServersVersionIsBelowTheMinimum() async throws {
        var profile = ClientProfile()
        profile.minimumTLS = "1.2"
        var tls = TestConnection.TLS.v12
        (tls.minimum, tls.maximum, tls.level) = (TLS1_VERSION, TLS1_VERSION, 0)
        let context = TestConnection.context(tls)
        let (outcome, _) = try await fire(profile) { $0.serve(context) }
        #expect(outcome.code == .wireVersion)
    }

    @Test(arguments: ["1.0", "1.1"])
    func anOldVersionIsSpokenWhereItIsOffered(_ version: String) async throws {
        var profile = ClientProfile()
        profile.minimumTLS = version
        var tls = TestConnection.TLS.v12
        let number = version == "1.0" ? TLS1_VERSION : TLS1_1_VERSION
        (tls.minimum, tls.maximum, tls.level) = (number, number, 0)
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(profile: profile)
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        let secured = try bench.recording.wait("secured") { $0.word == "secured" }
        guard case .secured(let facts) = secured.kind else { return }
        #expect(facts.version == version)
    }

    @Test func theGroupIsTooSmall() async throws {
        var tls = TestConnection.TLS.v12
        (tls.ciphers, tls.dhGroup, tls.level) = ("DHE-ECDSA-AES128-GCM-SHA256:DHE", "modp_1536", 0)
        tls.entity = TestPKI.make(
            .init(commonName: "localhost", issuer: TestPKI.shared.intermediate, usage: "serverAuth", rsaBits: 2048)
        )
        let context = TestConnection.context(tls)
        let (outcome, _) = try await fire { $0.serve(context) }
        #expect(outcome.code == .wireDhTooSmall)
        #expect(outcome.reason.contains("2048"))
    }

    @Test func bytesThatAreNoMessageAreAProtocolError() async throws {
        let (outcome, story) = try await fire { connection in
            _ = connection.read()
            // A handshake record with a message that cannot come here (Finished).
            connection.write(bytes: [22, 3, 3, 0, 4, 20, 0, 0, 0])
            _ = connection.read()
        }
        #expect(outcome.code == .wireProtocolError)
        #expect(outcome.reason.contains("we sent alert 10"))
        #expect(story.contains("> alert 10"))
    }

    @Test func theServerSaysNothingAfterTheHandshake() async throws {
        let context = TestConnection.context(.v12)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context) else { return }
            _ = connection.readRequest()
            connection.closeNotify()
        }
        #expect(outcome.code == .wireTruncatedPossible)
        #expect(outcome.clientError?.name == "networkConnectionLost")
    }

    @Test func aBodyIsCutShort() async throws {
        let context = TestConnection.context(.v12)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        }
        #expect(outcome.code == .wireTruncatedPossible)
        #expect(outcome.reason.contains("9 of the 100 bytes"))
        #expect(outcome.status == 200)
    }

    /// What a response was when its connection was closed in order: the code, and what the sentence must say.
    @Test(
        arguments: [
            ("", .wireTruncatedPossible, "Nothing of the response had come."),
            ("HTTP/1.1 200 OK\r\nX-Half: ", .wireTruncatedPossible, "The head of the response is not whole."),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf", .wireTruncatedPossible,
                "something is missing after 4 bytes"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", .wireTruncatedPossible,
                "something is missing after 2 bytes"
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .wireProtocolError, "chunk"),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nok", .wireProtocolError,
                "chunk"
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nok", .wireProtocolError,
                "two lengths are announced, 2 and 5"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", .wireProtocolError, "no valid message"),
            (
                "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 200_000))\r\n\r\n", .wireProtocolError,
                "no valid message"
            ),
            ("SSH-2.0-OpenSSH\r\n", .wireProtocolError, "no valid message"),
        ] as [(String, DiagnosisCode, String)]
    )
    func aResponseThatIsNotWholeSaysHow(_ row: (response: String, code: DiagnosisCode, words: String)) async throws {
        let context = TestConnection.context(.v13)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write(row.response)
            connection.closeNotify()
        }
        #expect(outcome.code == row.code)
        #expect(outcome.reason.contains(row.words), "\(outcome.reason)")
        #expect(outcome.refusal == .undecided)
    }

    /// libcurl does not count so far, and takes the close for the end.
    @Test func aLengthBeyondCountingIsNotReached() async throws {
        let context = TestConnection.context(.v12)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nok")
            connection.closeNotify()
        }
        #expect(outcome.status == 200)
        #expect(outcome.codes == [.wireTruncatedPossible])
    }

    @Test(arguments: [true, false])
    func aBodyWithoutLengthThatEndsAbruptlyMayBeCutShort(_ closesInOrder: Bool) async throws {
        let context = TestConnection.context(.v12)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it?")
            if closesInOrder { connection.closeNotify() }
        }
        // Both end as a success; only the second leaves a doubt.
        #expect(outcome.code == nil)
        #expect(outcome.status == 200)
        #expect(outcome.codes == (closesInOrder ? [] : [.wireTruncatedPossible]))
    }

    @Test func aResetInTheBody() async throws {
        let context = TestConnection.context(.v12)
        let (outcome, _) = try await fire { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
            _ = connection.waitForQuiet()
            connection.reset()
        }
        #expect(outcome.code == .wireReset || outcome.code == .wireTruncatedPossible)
        #expect(outcome.phase == "body")
    }

    @Test func inTheClearThereIsNoChallenge() async throws {
        let (outcome, story) = try await fire(scheme: "http") { connection in
            guard connection.readRequest() != nil else { return }
            connection.respond(body: "in the clear")
        }
        #expect(outcome.status == 200)
        #expect(
            story.prefix(4) == ["started", "not raised serverTrust cleartext", "connected", "response 200"]
        )
    }

    @Test func transportSecurityRefusesCleartext() async throws {
        var profile = ClientProfile()
        profile.transportSecurity = TransportSecurity()
        let bench = try Bench(profile: profile)
        let result = try await bench.fire(1, scheme: "http")
        bench.end()
        #expect(result.outcome.code == .atsCleartext)
        #expect(result.outcome.clientError?.code == -1022)
        #expect(bench.recording.events(of: 1).story == ["started", "not raised serverTrust refusedBefore", "failed"])
    }
}
