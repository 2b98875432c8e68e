import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Lab

/// Scenarios whose oddity is in the protocol.
@Suite struct OddServerTests {
    static let hello: [UInt8] = {
        let message = ClientHelloTests.message(extensions: [ClientHelloTests.serverName])
        return [22, 3, 1, 0, UInt8(message.count)] + message
    }()

    @Test func plainHTTPSpeaksHTTP() throws {
        let lab = try RunningLab(only: ["plain-http"])
        let client = try PlainClient(port: lab.port("plain-http"))
        client.send("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n".utf8)
        var parser = ReplyParser()
        parser.feed(try #require(client.readToEnd()))
        let reply = try #require(parser.reply())
        #expect(reply.status == 200)
        #expect(try reply.echo("tls") == nil)
        #expect(try reply.echo("request", "line") as? String == "GET /a HTTP/1.1")
        #expect(try lab.verdict("plain-http").conduct == .talked)
    }

    @Test func plainHTTPAnswersATLSClientInItsOwnWay() throws {
        let lab = try RunningLab(only: ["plain-http"])
        let failure = #expect(throws: TLSClient.Failure.self) { try lab.client("plain-http").handshake() }
        #expect(failure?.description.contains("wrong version number") == true)
        let facts = try lab.verdict("plain-http")
        #expect(facts.conduct == .refused)
        #expect(facts.fingerprint != nil)
    }

    @Test func garbageIsNoTLSAndTheClientsAlertIsKept() throws {
        let lab = try RunningLab(only: ["garbage"])
        let failure = #expect(throws: TLSClient.Failure.self) { try lab.client("garbage").handshake() }
        #expect(failure?.description.contains("wrong version number") == true)
        #expect(try lab.verdict("garbage").conduct == .refused)
    }

    @Test func closesEarlyEndsTheConnectionAfterTheHello() throws {
        let lab = try RunningLab(only: ["closes-early"])
        let client = try PlainClient(port: lab.port("closes-early"))
        client.send(Self.hello.dropLast())
        #expect(client.readNow() == nil)
        client.send(Self.hello.suffix(1))
        // An orderly end, no reset.
        #expect(client.readToEnd() == [])
        #expect(try lab.verdict("closes-early").conduct == .refused)
    }

    @Test func noCommonVersionAnswersWithItsAlert() throws {
        let lab = try RunningLab(only: ["no-common-version"])
        let client = try lab.client("no-common-version")
        #expect(throws: TLSClient.Failure.self) { try client.handshake() }
        #expect(client.alertReceived == 70)
        let facts = try lab.verdict("no-common-version")
        #expect(facts.conduct == .refused)
        #expect(facts.alert?.number == 70 && facts.alert?.direction == .sent)
    }

    @Test func neverAnswersIsSilentUntilTheClientGoes() throws {
        let lab = try RunningLab(only: ["never-answers"])
        var client: PlainClient? = try PlainClient(port: lab.port("never-answers"))
        client?.send(Self.hello)
        try Waiting.until("the hello to be seen") { lab.told.count == 1 }
        #expect(client?.readNow() == nil)
        client?.send([21, 3, 3, 0, 2, 2, 90])
        client = nil
        let facts = try lab.verdict("never-answers")
        #expect(facts.conduct == .leftWithAlert)
        #expect(facts.alert?.number == 90)
    }

    @Test func neverAnswersIsNotSilentForEver() throws {
        let lab = try RunningLab(only: ["never-answers"]) { $0.limits.handshake = .milliseconds(50) }
        let client = try PlainClient(port: lab.port("never-answers"))
        client.send(Self.hello)
        #expect(client.readToEnd() == [])
    }

    @Test func closesInBodyCutsTheBodyWithoutAWord() throws {
        let lab = try RunningLab(only: ["closes-in-body"])
        let reply = try lab.client("closes-in-body").handshake().get()
        #expect(reply.status == 200)
        #expect(reply.headers["content-length"] == nil)
        #expect(reply.endedCleanly == false)
        #expect(!reply.body.isEmpty)
        #expect(throws: (any Error).self) { try reply.echo("scenario") }
    }

    @Test func tricklesByteByByte() throws {
        let lab = try RunningLab(only: ["trickles"]) { $0.limits.trickle = .microseconds(100) }
        let client = try lab.client("trickles").handshake()
        let reply = try client.get()
        #expect(try reply.echo("scenario") as? String == "trickles")
        // The connection is good for another request.
        #expect(try client.get("/status/204").status == 204)
    }

    @Test func anEndlessBodyEndsWithTheClient() throws {
        let lab = try RunningLab(only: ["endless-body"])
        var client: TLSClient? = try lab.client("endless-body").handshake()
        try client?.send("GET / HTTP/1.1\r\n\r\n")
        let bytes = try client?.read(atLeast: 3_000_000) ?? []
        #expect(String(decoding: bytes.prefix(15), as: UTF8.self) == "HTTP/1.1 200 OK")
        client = nil
        try lab.waitForConnections(0)
    }

    @Test func aNameOfItsOwnIsRequired() throws {
        let lab = try RunningLab(only: ["sni-required"])
        #expect(try lab.client("sni-required").handshake().get().status == 200)
        for name in [nil, "other.lab.test"] as [String?] {
            let client = try lab.client("sni-required") { $0.serverName = name }
            #expect(throws: TLSClient.Failure.self) { try client.handshake() }
            #expect(client.alertReceived == 112)
        }
    }

    @Test(
        arguments: [
            ("good", [], nil), ("good", ["h2"], nil), ("good", ["h2", "http/1.1"], "http/1.1"),
            ("http1-only", ["h2", "http/1.1"], "http/1.1"), ("http1-only", [], nil),
        ] as [(String, [String], String?)]
    )
    func agreesOnHTTP1(_ scenario: String, _ offered: [String], _ agreed: String?) throws {
        let lab = try RunningLab(only: [scenario])
        let reply = try lab.client(scenario) { $0.alpn = offered }.handshake().get()
        #expect(try reply.echo("tls", "alpn") as? String == agreed)
    }

    @Test func http1OnlyRefusesHTTP2() throws {
        let lab = try RunningLab(only: ["http1-only"])
        let client = try lab.client("http1-only") { $0.alpn = ["h2"] }
        #expect(throws: TLSClient.Failure.self) { try client.handshake() }
        #expect(client.alertReceived == 120)
    }

    @Test func staticRSAHasNoForwardSecrecy() throws {
        let lab = try RunningLab(only: ["static-rsa"])
        let reply = try lab.client("static-rsa").handshake().get()
        #expect(try reply.echo("tls", "cipher") as? String == "TLS_RSA_WITH_AES_128_GCM_SHA256")
        #expect(try reply.echo("tls", "group") == nil)
    }

    @Test func theNullCipherEncryptsNothing() throws {
        let lab = try RunningLab(only: ["null-cipher"])
        let reply = try lab.client("null-cipher").handshake().get()
        #expect(try reply.echo("tls", "cipher") as? String == "TLS_ECDHE_ECDSA_WITH_NULL_SHA")
        let client = try lab.client("null-cipher") { $0.ciphers = "ALL" }
        #expect(throws: TLSClient.Failure.self) { try client.handshake() }
        #expect(client.alertReceived == 40)
    }

    @Test func theGroupHas1024Bits() throws {
        let lab = try RunningLab(only: ["dh-1024"])
        let client = try lab.client("dh-1024").handshake()
        #expect(client.temporaryKeyBits == 1024)
        #expect(try client.get().echo("tls", "cipher") as? String == "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256")
    }

    @Test(
        arguments: [(["h2", "http/1.1"], "h2"), (["http/1.1"], "http/1.1"), ([], nil)] as [([String], String?)]
    )
    func http2IsForWhoOffersIt(_ offered: [String], _ agreed: String?) throws {
        let lab = try RunningLab(only: ["http2"])
        let client = try lab.client("http2") { $0.alpn = offered }.handshake()
        #expect(client.agreedProtocol == agreed)
        if agreed != "h2" { #expect(try client.get().echo("tls", "alpn") as? String == agreed) }
    }

    @Test func whatIsNoHTTP2IsBrokenOff() throws {
        let lab = try RunningLab(only: ["http2"])
        let client = try lab.client("http2") { $0.alpn = ["h2"] }.handshake()
        try client.send("GET / HTTP/1.1\r\nHost: lab\r\n\r\n")
        _ = try client.readToEnd()
        #expect(try lab.verdict("http2").conduct == .refused)
        try lab.waitForConnections(0)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func goodResumesAndNeverResumesDoesNot(_ version: Int32) throws {
        for (scenario, resumes) in [("good", true), ("resumes-always", true), ("never-resumes", false)] {
            let lab = try RunningLab(only: [scenario])
            let first = try lab.client(scenario) { $0.maximum = version }.handshake()
            _ = try first.get()
            let session = first.session
            defer { SSL_SESSION_free(session) }
            let second = try lab.client(scenario) {
                $0.maximum = version
                $0.session = session
            }.handshake()
            #expect(try second.get().echo("tls", "resumed") as? Bool == resumes)
            #expect(second.isResumed == resumes)
        }
    }

    @Test func basicWantsItsNameAndPassword() throws {
        let lab = try RunningLab(only: ["basic"])
        let client = try lab.client("basic").handshake()
        let refused = try client.get()
        #expect(refused.status == 401)
        #expect(refused.headers["www-authenticate"] == "Basic realm=\"lab\", charset=\"UTF-8\"")
        #expect(try client.get(headers: ["Authorization: Basic bGFiOndyb25n"]).status == 401)
        #expect(try client.get(headers: ["Authorization: Basic bGFiOmxhYg=="]).status == 200)
    }
}
