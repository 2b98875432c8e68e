import EventSamples
import Events
import Terminal
import Testing
import Trust

@testable import Inspector

/// View 7: what went over the wire.
@MainActor @Suite struct HandshakeTests {
    /// A two-way handshake with its messages.
    private func twoWay() -> SampleRequest {
        var request = SampleRequest(1, host: "mutual.lab.test")
        request.connect()
        request.serverTrust()
        request.answer(.useCredential, proceeds: true)
        request.message(.received, "CertificateRequest", 13)
        request.clientCertificate([], ClientAnswer(.useCredential))
        request.answer(.useCredential, proceeds: true, identity: EventSamples.identity())
        request.message(.sent, "Certificate", 11)
        request.message(.sent, "CertificateVerify", 15)
        request.message(.sent, "Finished", 20)
        request.secure()
        request.finish(200)
        return request
    }

    @Test func messagesAreDrawnOnTheirSendersSide() throws {
        let played = try Played("7", on: FakeBackend([twoWay()]))
        let content = HandshakeView.content(played.state, played.state.size)
        #expect(content.title?.contains("two-way") == true)
        let body = content.body
        let hello = try #require(body.firstIndex { $0.text.contains("ClientHello") })
        #expect(body[hello + 1].text.contains("->|"))
        let certificate = try #require(body.firstIndex { $0.text.contains("CertificateRequest") })
        #expect(body[certificate + 1].text.contains("|<-"))
        let first = try #require(body.firstIndex { $0.text.contains("CHALLENGE  server trust") })
        let second = try #require(body.firstIndex { $0.text.contains("CHALLENGE  client certificate") })
        #expect(hello < first && first < second)
    }

    @Test func theMessageUnderTheCursorIsExplained() throws {
        var played = try Played("7g", on: FakeBackend([twoWay()]))
        #expect(played.text.contains("ClientHello, message 1 of"))
        #expect(played.text.contains("The client begins"))
        try played.play("/CertificateRequest<enter>")
        #expect(played.text.contains("The server asks who the client is"))
        try played.play("]<enter>")
        #expect(played.state.pane == .detail)
        #expect(played.state.challenge == 2)
    }

    @Test func whereThereWasNoneItIsSaidWhy() throws {
        let played = try Played("7", on: FakeBackend([.accepted(1), .resumed(2, on: 1)]))
        #expect(played.text.contains("resumed session, answer of no. 1"), "\(played.text)")
    }

    @Test(arguments: ["1.2", "1.3"]) func everyMessageHasItsWords(_ version: String) {
        let names = [
            "HelloRequest", "ClientHello", "ServerHello", "NewSessionTicket", "EndOfEarlyData", "EncryptedExtensions",
            "Certificate", "ServerKeyExchange", "CertificateRequest", "ServerHelloDone", "CertificateVerify",
            "ClientKeyExchange", "Finished", "CertificateStatus", "KeyUpdate", "ChangeCipherSpec",
        ]
        for name in names {
            for isSent in [true, false] {
                let words = HandshakeWords.explanation(name, isSent: isSent, version: version).filter { !$0.isEmpty }
                #expect(!words.isEmpty && words.allSatisfy { $0.count < 120 && !$0.hasPrefix(name + ":") }, "\(name)")
            }
        }
    }

    private func message(_ name: String, _ direction: Direction, _ version: String) -> HandshakeMessageFacts {
        HandshakeMessageFacts(direction: direction, name: name, type: 1, version: version, bytes: 10)
    }

    @Test func theTextbookIsHeldAgainstTheWire() throws {
        let messages = [
            message("ClientHello", .sent, "1.2"), message("ServerHello", .received, "1.2"),
            message("Certificate", .received, "1.2"), message("ServerKeyExchange", .received, "1.2"),
            message("ServerHelloDone", .received, "1.2"), message("ClientKeyExchange", .sent, "1.2"),
            message("Finished", .sent, "1.2"), message("Finished", .received, "1.2"),
        ]
        func mark(_ text: String, _ version: String, _ suite: String) -> String? {
            Textbook.steps(messages, version: version, suite: suite).first { $0.text.contains(text) }?.mark
        }
        #expect(mark("server: its certificate", "1.2", "ECDHE-RSA-AES128-GCM-SHA256") == "message 3, Certificate")
        #expect(
            mark("a secret encrypted", "1.2", "ECDHE-RSA-AES128-GCM-SHA256")?.contains("RSA key transport only") == true
        )
        #expect(mark("a secret encrypted", "1.2", "AES128-SHA") == "message 6, ClientKeyExchange")
        #expect(mark("a secret encrypted", "1.3", "AES_128_GCM_SHA256")?.contains("does not exist in 1.3") == true)
        #expect(mark("asks for the client's", "1.2", "AES128-SHA")?.contains("one-way") == true)
        #expect(mark("client checks", "1.2", "AES128-SHA")?.contains("server-trust challenge") == true)
    }

    @Test func whatIsInAMessageIsListed() {
        var content = HandshakeContent()
        content.versions = ["1.3", "1.2"]
        content.serverName = "good.lab.test"
        content.authorityCount = 0
        content.resumes = false
        let facts = HandshakeFacts.facts(content).map { "\($0.name): \($0.value)" }
        #expect(facts.contains("versions: 1.3, 1.2"))
        #expect(facts.contains("name (SNI): good.lab.test"))
        #expect(facts.contains("authorities: none named: any will do"))
        #expect(facts.contains("resumes: no: a full handshake"))
        var message = message("ClientHello", .sent, "1.2")
        message.content = content
        #expect(HandshakeFacts.text(message).contains("name (SNI)     good.lab.test"))
    }

    @Test func bLaysTheTextbookBesideIt() throws {
        var played = try Played("7b", on: FakeBackend([.mutual(1)]))
        #expect(played.text.contains("AS ARTICLES TELL IT"))
        try played.play("b")
        #expect(!played.text.contains("AS ARTICLES TELL IT"))
    }
}
