import EventSamples
import Testing
import Trust

@testable import Events

@Suite struct TimelineTests {
    static func lines(_ request: SampleRequest, after micros: Int64 = 0) -> [String] {
        TimelineLine.lines(of: request.events, now: request.now + micros).map {
            [$0.elapsedText, $0.word, $0.text].joined(separator: "|")
        }
    }

    @Test func bothChallengesOfAMutualRequest() {
        let expected = [
            "+0 ms|request|new connection (nothing to resume)",
            "+2 ms|connect|127.0.0.1:9443",
            "+4 ms|hello|TLS 1.2  ECDHE-ECDSA-AES128-GCM-SHA256  X25519  h2  chain of 2",
            "+6 ms|CHALLENGE 1|server trust: you check the server   mutual.lab.test:9443  first try",
            "|checks|6 ok  0 FAIL  1 off",
            "+8 ms|answer|use   step 5: the built chain holds pin lab-ca.cer",
            "+9 ms|CHALLENGE 2|client certificate: the server asks who you are   mutual.lab.test:9443  first try",
            "|asked for|1 issuer: CN=Lab CA   keys: EC, RSA",
            "|identity|client.p12  alice  under Lab CA, which is named: fits",
            "+11 ms|answer|use   sent the leaf and 1 intermediate",
            "+13 ms|secured|full handshake, 4 messages, signed with our key",
            "+15 ms|finished|200  application/json  214 bytes",
        ]
        #expect(Self.lines(.mutual()) == expected)
    }

    @Test func aHeldChallengeCountsDown() {
        let expected = [
            "+0 ms|request|new connection (nothing to resume)",
            "+2 ms|connect|127.0.0.1:9443",
            "+4 ms|hello|TLS 1.3  TLS_AES_128_GCM_SHA256  X25519  h2  chain of 2",
            "+6 ms|CHALLENGE|server trust: you check the server   pinned.lab.test:9443  first try",
            "|checks|5 ok  1 FAIL  1 off   FAIL pin: no pin matches",
            "|policy|cancel   step 5: the built chain holds pin lab-ca.cer",
            "+8 ms|HELD|waiting for you, 0:24 left, then cancel",
        ]
        #expect(Self.lines(.held(), after: 6_000_000) == expected)
    }

    @Test func whatTheLabSawOfUsBearsOurName() {
        var request = SampleRequest(host: "mutual.lab.test")
        var facts = LabClientFacts(scenario: "mutual", connection: 7, peer: "127.0.0.1:40000")
        facts.conduct = .refused
        request.add(.labVerdict(facts))
        let lines = Self.lines(request)
        #expect(lines.contains { $0.hasSuffix("lab saw|countersign  mutual  refused by the lab") }, "\(lines)")
    }

    @Test func aRefusalSaysWhoRefusedWhomAndEachError() {
        var request = SampleRequest.refused()
        #expect(
            Self.lines(request).suffix(3) == [
                "+9 ms|alert|we say 45 certificate_expired  fatal, handshake",
                "+10 ms|failed|date.expired: The leaf ended 412 days ago.",
                "|refused|we refused the server",
            ]
        )
        request.add(.requestFailed(EventSamples.failed))
        #expect(
            Self.lines(request).suffix(2) == [
                "|error|client -1202 serverCertificateUntrusted   curl 60   X509 10", "|remedy|Renew it.",
            ]
        )
    }

    @Test func theServersRefusalInTLS13ComesAfterSecured() {
        let words = Self.lines(.refusedIdentity()).map { $0.split(separator: "|", omittingEmptySubsequences: false)[1] }
        #expect(words.suffix(4) == ["secured", "alert", "failed", "refused"])
    }

    @Test func aResumedSessionSaysWhoseAnswerItRestsOn() {
        let lines = Self.lines(.resumed())
        #expect(lines.first == "+0 ms|request|new connection, session resumed (resumed)")
        #expect(lines.contains("+5 ms|unasked|server trust: resumed session, answer of no. 1"))
    }

    @Test func whatRunsEndsWithItsPhase() {
        var request = SampleRequest(host: "slow.lab.test")
        request.connect()
        #expect(Self.lines(request, after: 2_000_000).last == "+2005 ms|tls|waiting 2.0 s")
    }

    @Test func everyKindHasALineOrNone() {
        for kind in EventSamples.everyKind {
            var request = SampleRequest()
            request.add(kind, challenge: 1)
            for line in TimelineLine.lines(of: request.events, now: request.now) {
                #expect(!line.word.isEmpty && line.word.count <= 11)
                #expect(line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
            }
        }
    }
}
