import Foundation
import Testing

@testable import Trust

@Suite struct EvaluationRequestCodableTests {
    private func decode(_ text: String) throws -> EvaluationRequest {
        try JSONDecoder().decode(EvaluationRequest.self, from: Data(text.utf8))
    }

    @Test func absentFieldsHaveDefaults() throws {
        let request = try decode(
            #"{"chain":["nothing"],"at":"2026-11-30T12:00:00.5+01:00","policy":{"kind":"system"}}"#
        )
        #expect(request.id == nil)
        #expect(request.host == nil)
        #expect(request.date.timeIntervalSince1970 == 1_796_036_400.5)
        #expect(request.rules == .apple)
        #expect(request.purpose == .serverAuth)
        #expect(request.anchors == Anchors())
        #expect(request.chain.count == 1)
        #expect(request.chain.first?.certificate == nil)
        #expect(request.chain.first?.encoded == [UInt8]("nothing".utf8))
    }

    @Test func emptyTextIsNotTheSameAsNoHost() throws {
        for (json, host) in [("null", nil), ("\"\"", "")] {
            let text =
                "{\"chain\":[],\"at\":\"2026-01-01T00:00:00Z\",\"host\":\(json),\"policy\":{\"kind\":\"acceptAny\"}}"
            #expect(try decode(text).host == host)
        }
    }

    @Test func aPinningPolicyReadsItsPins() throws {
        let hash = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
        let request = try decode(
            """
            {"chain":[],"at":"2026-01-01T00:00:00Z","policy":{"kind":"afSecurityPolicy","pinningMode":"publicKey",
            "pinnedCertificates":["\(hash)","rubbish"],"allowInvalidCertificates":true}}
            """
        )
        let policy = try #require(request.policy.base as? AFSecurityPolicy)
        #expect(policy.version == "4.0")
        #expect(policy.pinningMode == .publicKey)
        #expect(policy.allowInvalidCertificates)
        #expect(policy.validatesDomainName)
        let digest = try #require(SHA256Digest(bytes: [UInt8](repeating: 7, count: 32)))
        #expect(policy.pins.first == .publicKey(digest))
        #expect(policy.pins.count == 2)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var request = EvaluationRequest(
            chain: [PresentedCertificate(encoded: [1, 2, 3])],
            host: "a.test",
            date: Date(timeIntervalSince1970: 1_700_000_000)
        )
        request.id = "x"
        request.crls = [[0x30, 0x00]]
        request.maximumDepth = 3
        request.allowsPartialChain = false
        request.flow = FlowReference("F6", repaired: true)
        request.transportSecurity = TransportSecurity(hasException: true)
        request.policy = Policy(AFSecurityPolicy(pinningMode: .certificate, validatesDomainName: false))
        request.connection = NegotiatedConnection(version: "1.3", cipherSuite: "TLS_AES_128_GCM_SHA256")
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(EvaluationRequest.self, from: data) == request)
    }

    @Test(arguments: [
        #"{}"#, #"{"chain":[],"at":"yesterday","policy":{"kind":"system"}}"#,
        #"{"chain":[],"at":"2026-01-01T00:00:00Z","policy":{"kind":"unheard"}}"#,
        #"{"chain":[],"at":"2026-01-01T00:00:00Z","policy":{"kind":"system"},"anchors":{"app":["no"]}}"#,
        #"{"chain":[],"at":"2026-01-01T00:00:00Z","policy":{"kind":"system"},"crls":["no"]}"#,
        #"{"chain":[],"at":"2026-01-01T00:00:00Z","policy":{"kind":"system"},"rules":"mine"}"#,
    ])
    func whatIsNoRequestIsAnError(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }
}
