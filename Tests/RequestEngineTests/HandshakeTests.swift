import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// The record of a handshake: its messages, and what was agreed on.
@Suite struct HandshakeTests {
    private func events(_ tls: TestConnection.TLS) async throws -> [Event] {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(identities: [pki.client.identity(chain: [pki.intermediate])])
        #expect(try await bench.fire(server.port).isComplete)
        bench.end()
        server.stop()
        return bench.recording.events(of: 1)
    }

    @Test func tls12OneWay() async throws {
        let messages = try await events(.v12).messages
        #expect(
            messages == [
                "> ClientHello", "< ServerHello", "< Certificate", "< ServerKeyExchange", "< ServerHelloDone",
                "> ClientKeyExchange", "> ChangeCipherSpec", "> Finished", "< Finished",
            ]
        )
    }

    @Test func tls12TwoWay() async throws {
        let messages = try await events(.v12.asking()).messages
        #expect(
            messages == [
                "> ClientHello", "< ServerHello", "< Certificate", "< ServerKeyExchange", "< CertificateRequest",
                "< ServerHelloDone", "> Certificate", "> ClientKeyExchange", "> CertificateVerify",
                "> ChangeCipherSpec", "> Finished", "< Finished",
            ]
        )
    }

    @Test func tls13OneWay() async throws {
        let messages = try await events(.v13).messages
        #expect(
            messages == [
                "> ClientHello", "< ServerHello", "< EncryptedExtensions", "< Certificate", "< CertificateVerify",
                "< Finished", "> ChangeCipherSpec", "> Finished", "< NewSessionTicket", "< NewSessionTicket",
            ]
        )
    }

    @Test func tls13TwoWay() async throws {
        let messages = try await events(.v13.asking()).messages
        #expect(
            messages == [
                "> ClientHello", "< ServerHello", "< EncryptedExtensions", "< CertificateRequest", "< Certificate",
                "< CertificateVerify", "< Finished", "> ChangeCipherSpec", "> Certificate", "> CertificateVerify",
                "> Finished", "< NewSessionTicket", "< NewSessionTicket",
            ]
        )
    }

    @Test func whatIsInTheMessagesAndWhatWasAgreedOn() async throws {
        let events = try await events(.v13.asking())
        let facts = events.compactMap { event -> HandshakeMessageFacts? in
            if case .handshakeMessage(let facts) = event.kind { facts } else { nil }
        }
        #expect(facts[0].detail == "TLS 1.2..1.3, SNI localhost, ALPN h2 http/1.1")
        #expect(facts[0].bytes > 100)
        #expect(facts[1].detail == "TLS 1.3  TLS_AES_256_GCM_SHA384")
        #expect(facts.filter { $0.name == "Certificate" }.map(\.detail) == ["chain of 2", "chain of 2"])
        #expect(facts.filter { $0.name == "Certificate" }.map(\.direction) == [.received, .sent])
        let secured = events.compactMap { event -> NegotiatedConnection? in
            if case .secured(let facts) = event.kind { facts } else { nil }
        }
        #expect(
            secured == [
                NegotiatedConnection(version: "1.3", cipherSuite: "TLS_AES_256_GCM_SHA384", group: "X25519")
            ]
        )
    }

    @Test(arguments: HoldTests.versions)
    func theChallengeIsRecordedSoThatItCanBeJudgedAgain(_ tls: TestConnection.TLS) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let recording = Recording()
        let engine = try Engine(threads: 1, decisions: .obedient) { recording.add($0) }
        var setup = ClientSetup(profile: ClientProfile())
        setup.anchors = Anchors(app: [pki.otherRoot.value], system: [pki.root.value, pki.otherRoot.value])
        let session = engine.openSession(SessionConfiguration(client: setup), reason: "test")
        _ = await (try session.start(try Request("https://localhost:\(server.port)/"))).finished()
        engine.shutDown(by: "test")
        server.stop()
        let event = try #require(recording.events.first { $0.word == "challenge serverTrust" })
        guard case .challengeReceived(let facts) = event.kind, let question = facts.question else {
            Issue.record("no question")
            return
        }
        let chain = [pki.server.value.sha256, pki.intermediate.value.sha256]
        #expect(facts.chain == chain)
        // Of the system's anchors the one that the chain leads to, not the other.
        #expect(question.systemAnchors == [pki.root.value.sha256])
        #expect(question.appAnchors == [pki.otherRoot.value.sha256])
        #expect(question.urlHost == "localhost")
        #expect(question.connection?.version == (tls.maximum == TestConnection.TLS.v12.maximum ? "1.2" : "1.3"))
        let stored = Set(event.certificates.map(\.sha256))
        #expect(stored == Set(chain + question.systemAnchors + question.appAnchors))
        #expect(event.profile == setup.profile)
        #expect(event.connection == 1)
        #expect(event.challenge == 1)
    }

    @Test func hellosThatAreCutOffAreNoHellos() {
        let body: [UInt8] = [3, 3] + Array(repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0]
        for extensions in [[UInt8](), [0, 9, 0, 0, 0, 5, 0, 3, 0, 0, 0]] {
            let whole = body + extensions
            for length in 0..<whole.count where length != body.count {
                let message = HandshakeMessage(contentType: .handshake, bytes: [1, 0, 0, 0] + whole.prefix(length))
                #expect(message?.clientHello == nil)
            }
            let message = HandshakeMessage(contentType: .handshake, bytes: [1, 0, 0, 0] + whole)
            #expect(message?.clientHello?.suiteCount == 1)
        }
    }

    @Test func certificateMessagesAreCounted() {
        func count(_ body: [UInt8], isTLS13: Bool) -> Int? {
            HandshakeMessage(contentType: .handshake, bytes: [11, 0, 0, 0] + body)?.certificateCount(isTLS13: isTLS13)
        }
        #expect(count([0, 0, 0], isTLS13: false) == 0)
        #expect(count([0, 0, 0, 0], isTLS13: true) == 0)
        #expect(count([0, 0, 8, 0, 0, 1, 9, 0, 0, 1, 9], isTLS13: false) == 2)
        #expect(count([0, 0, 0, 6, 0, 0, 1, 9, 0, 0], isTLS13: true) == 1)
        #expect(count([0, 0, 8, 0, 0, 1, 9], isTLS13: false) == nil)
        #expect(count([0, 0, 4, 0, 0, 9, 9], isTLS13: false) == nil)
    }
}
