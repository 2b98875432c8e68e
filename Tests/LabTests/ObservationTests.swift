import COpenSSL
import Events
import Foundation
import TestSupport
import Testing

@testable import Lab

@Suite struct ObservationTests {
    @Test(
        arguments: [
            (X509_V_ERR_CERT_HAS_EXPIRED, 45), (X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, 48),
            (X509_V_ERR_CERT_REVOKED, 44),
        ],
        [TLS1_2_VERSION, TLS1_3_VERSION]
    )
    func aClientThatRefusesLeavesWithItsAlert(_ refusal: (error: Int32, alert: Int), _ version: Int32) throws {
        let lab = try RunningLab(only: ["expired"])
        let client = try lab.client("expired") {
            $0.refusal = refusal.error
            $0.maximum = version
        }
        #expect(throws: TLSClient.Failure.self) { try client.handshake() }
        let facts = try lab.verdict("expired")
        #expect(facts.conduct == .leftWithAlert)
        #expect(facts.alert?.number == refusal.alert)
        #expect(facts.alert?.name == AlertFacts.name(of: refusal.alert))
        #expect(facts.alert?.direction == .received)
        #expect(facts.alert?.isFatal == true)
        #expect(facts.alert?.stage == "handshake")
        #expect(facts.requestLine == nil && facts.status == nil)
    }

    @Test(arguments: [true, false]) func aClientThatGoesWithoutARequestLeavesSilently(_ politely: Bool) throws {
        let lab = try RunningLab(only: ["wrong-host"])
        let client = try lab.client("wrong-host").handshake()
        client.leave(politely: politely)
        let facts = try lab.verdict("wrong-host")
        #expect(facts.conduct == .leftSilently)
        #expect(facts.alert?.number == (politely ? 0 : nil))
        #expect(facts.alert?.stage ?? "after handshake" == "after handshake")
    }

    @Test func aClientThatDropsTheHandshakeLeavesSilently() throws {
        let lab = try RunningLab(only: ["good"])
        let hello = ClientHelloTests.message(
            suites: [0x1301],
            extensions: [
                ClientHelloTests.versions, (13, [0, 2, 4, 3]), (10, [0, 2, 0, 29]),
                (51, [0, 36, 0, 29, 0, 32] + [UInt8](repeating: 9, count: 32)),
            ]
        )
        var client: PlainClient? = try PlainClient(port: lab.port("good"))
        client?.send([22, 3, 1, 0, UInt8(hello.count)] + hello)
        try Waiting.until("the server's answer") { client?.readNow() != nil }
        client = nil
        let facts = try lab.verdict("good")
        #expect(facts.conduct == .leftSilently)
        #expect(facts.fingerprint != nil)
        #expect(facts.alert == nil)
    }

    @Test func aClientThatGoesOnHasTalked() throws {
        let lab = try RunningLab(only: ["self-signed"])
        let client = try lab.client("self-signed").handshake()
        _ = try client.get(
            "/login?password=secret",
            headers: ["Authorization: Basic c2VjcmV0"],
            method: "POST",
            body: "x=y"
        )
        _ = try client.get("/status/404")
        client.leave(politely: true)
        try Waiting.until("both requests") { lab.verdicts("self-signed").count == 2 }
        let facts = lab.verdicts("self-signed")
        #expect(facts.map(\.conduct) == [.talked, .talked])
        #expect(facts.map(\.requestLine) == ["POST /login?...", "GET /status/404"])
        #expect(facts.map(\.status) == [200, 404])
        #expect(facts.map(\.userAgent) == ["test/1", "test/1"])
        #expect(facts[0].connection == facts[1].connection)
        #expect(facts[0].peer.hasPrefix("127.0.0.1:"))
        #expect(!"\(lab.told)".contains("secret") && !"\(lab.told)".contains("c2VjcmV0"))
        // It left after it had talked: nothing more is told of it.
        lab.server.stop()
        #expect(lab.verdicts("self-signed").count == 2)
    }

    @Test func whatAClientSaysIsMadeSafe() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        try client.send("GET /\u{1b}[2J HTTP/1.1\r\nUser-Agent: \u{1b}]0;x\u{7}\u{202e}\r\n\r\n")
        _ = try client.reply()
        let facts = try lab.verdict("good")
        #expect(facts.requestLine == "GET /\\u{1b}[2J")
        #expect(facts.userAgent == "\\u{1b}]0;x\\u{7}\\u{202e}")
    }

    @Test func eachClientIsSeenOnceBeforeTheVerdict() throws {
        let lab = try RunningLab(only: ["good"])
        _ = try lab.client("good").handshake().get()
        let kinds = lab.told
        guard case .labClientSeen(let seen) = kinds.first, case .labVerdict(let verdict) = kinds.last else {
            Issue.record("told: \(kinds)")
            return
        }
        #expect(kinds.count == 2)
        #expect(seen.conduct == .undecided && seen.userAgent == nil)
        #expect(seen.connection == verdict.connection && seen.fingerprint == verdict.fingerprint)
    }

    @Test func oneLibraryHasOneFingerprint() throws {
        let lab = try RunningLab(only: ["good"])
        let first = try lab.client("good").handshake()
        _ = try first.get()
        let session = first.session
        defer { SSL_SESSION_free(session) }
        let second = try lab.client("good") { $0.session = session }.handshake()
        _ = try second.get()
        #expect(second.isResumed)
        let old = try lab.client("good") { $0.maximum = TLS1_2_VERSION }.handshake()
        _ = try old.get()
        try Waiting.until("three verdicts") { lab.verdicts("good").count == 3 }
        let fingerprints = lab.verdicts("good").compactMap(\.fingerprint)
        #expect(fingerprints.count == 3)
        #expect(fingerprints[0] == fingerprints[1])
        #expect(fingerprints[0] != fingerprints[2])
    }

    @Test func aClientThatSpeaksHTTPToTLSIsToldSo() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try PlainClient(port: lab.port("good"))
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        let answer = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        #expect(answer.contains("https://"))
        #expect(try lab.verdict("good").conduct == .refused)
    }

    @Test func aConnectionWithoutAByteIsNotTold() throws {
        let lab = try RunningLab(only: ["good"])
        #expect(LoopbackPort.answers(try lab.port("good")))
        _ = try lab.client("good").handshake().get()
        #expect(Set(lab.verdicts("good").map(\.connection)) == [2])
    }

    @Test func curlIsJudgedByWhatItDoes() throws {
        let lab = try RunningLab(only: ["good", "expired", "wrong-host", "mutual", "ip-address"])
        for scenario in lab.server.scenarios {
            let line = scenario.curlCommand(
                rootPath: lab.server.rootPEMPath,
                identityPath: lab.server.clientPEMPath
            )
            let result = try Program.run("sh", ["-c", line + " --silent"])
            #expect((result.status == 0) == !scenario.isFaulty, "\(line): \(result.errors)")
        }
        #expect(try lab.verdict("good").conduct == .talked)
        #expect(try lab.verdict("mutual").clientCertificate == "CN=alice, O=Lab")
        #expect(try lab.verdict("good").userAgent?.hasPrefix("curl/") == true)
        #expect(try lab.verdict("expired").conduct == .leftWithAlert)
        #expect(try lab.verdict("expired").alert?.number == 45)
        #expect(try lab.verdict("wrong-host").conduct == .leftSilently)
    }
}
