import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import Trust

/// What OpenSSL's rules, and those near them, make of certificates that are not as they should be.
@Suite struct OpenSSLRulesTests {
    private func judge(
        _ chain: [PresentedCertificate],
        _ anchors: [Certificate],
        _ rules: RuleSet = .openssl
    ) -> Evaluation {
        var request = EvaluationRequest(chain: chain, host: "leaf.test", date: TestChain.now)
        request.anchors = Anchors(app: anchors, appOnly: true)
        request.rules = rules
        return Evaluator.evaluate(request)
    }

    /// OpenSSL reads no time without seconds, with an offset or with a fraction; Apple reads the first two.
    @Test(arguments: [
        ("260528202640Z", true, true), ("2605282026Z", false, true), ("260528202640+0100", false, true),
    ])
    func timesAreWrittenOut(_ text: String, _ isPlain: Bool, _ apple: Bool) throws {
        let chain = try TestChain(leaf: Recipe().with { $0.toText = text })
        let anchors = [chain.root.certificate]
        let openSSL = judge(chain.presented(), anchors)
        #expect(openSSL.verdict == (isPlain ? .accept : .refuse))
        #expect(openSSL.code == (isPlain ? nil : .chainMalformed))
        #expect(openSSL.x509Error == (isPlain ? 0 : 14))
        let strict = judge(chain.presented(), anchors, .strict)
        #expect(strict.codes.contains(.chainProfile) == !isPlain)
        #expect((strict.verdict == .accept) == isPlain)
        #expect((judge(chain.presented(), anchors, .apple).verdict == .accept) == apple)
    }

    /// An extension that does not decode, or comes twice, is said to be that, whatever OpenSSL complains of for it.
    @Test(arguments: ["2.5.29.30", "2.5.29.19", "2.5.29.17"])
    func whatDoesNotDecodeIsSaidSo(_ identifier: String) throws {
        let root = try TestIdentity.selfSigned(.authority("Root"))
        let garbage = Recipe.authority("Between").with { $0.raw = [(identifier, [0x30, 0x03, 0xa0, 0x10, 0x01])] }
        let intermediate = try root.issue(garbage)
        let leaf = try intermediate.issue()
        let found = judge([leaf.presented, intermediate.presented], [root.certificate])
        #expect(found.verdict == .refuse)
        #expect(found.code == .chainMalformed)
        #expect(found.codes == [.chainMalformed])
        #expect(found.reason.contains("certificate 1 (Between)"))
    }

    /// Of several presented issuers OpenSSL takes one and never turns back; the other rules try every way.
    @Test func oneIssuerIsTaken() throws {
        let chain = try TestChain()
        var bytes = chain.intermediate.certificate.der
        bytes[bytes.count - 1] ^= 1
        let broken = PresentedCertificate(encoded: bytes)
        let sound = chain.intermediate.presented
        let anchors = [chain.root.certificate]
        for rules in RuleSet.allCases {
            let first = judge([chain.leaf.presented, broken, sound], anchors, rules)
            #expect(first.verdict == (rules == .openssl ? .refuse : .accept))
            if rules == .openssl { #expect(first.code == .chainSignature) }
            #expect(judge([chain.leaf.presented, sound, broken], anchors, rules).verdict == .accept)
        }
    }

    /// The one that is taken is the first that is valid, else the one that ended last.
    @Test func aValidIssuerIsPreferred() throws {
        let root = try TestIdentity.selfSigned(.authority("Root"))
        let key = try TestKey()
        func issuer(_ end: TimeInterval) throws -> TestIdentity {
            try root.issue(.authority("Between").with { $0.to = Date(timeIntervalSince1970: end) }, key: key)
        }
        let (old, older, valid) = try (issuer(1_755_000_000), issuer(1_754_000_000), issuer(1_790_000_000))
        let leaf = try valid.issue()
        let anchors = [root.certificate]
        #expect(judge([leaf.presented, older.presented, valid.presented], anchors).verdict == .accept)
        let found = judge([leaf.presented, older.presented, old.presented], anchors)
        #expect(found.code == .dateExpired)
        #expect(found.path == [leaf, old, root].map(\.certificate.sha256))
    }

    /// An issuer with another kind of key than the signature's is none.
    @Test func aKeyOfAnotherKindIsPassedOver() throws {
        let root = try TestIdentity.selfSigned(.authority("Root"))
        let right = try root.issue(.authority("Between").with { $0.hasIdentifiers = false })
        let other = try root.issue(
            .authority("Between").with { $0.hasIdentifiers = false },
            key: TestKey(.rsa(2048))
        )
        let leaf = try right.issue(Recipe().with { $0.hasIdentifiers = false })
        let chain = [leaf, other, right].map(\.presented)
        #expect(judge(chain, [root.certificate]).verdict == .accept)
    }

    /// A client that refuses for its pins says so in the same words each time.
    @Test func refusalsForPinsAreTheSameEachTime() throws {
        let chain = try TestChain()
        let hashes = (0..<20).map { SHA256Digest(of: [UInt8($0)]) }
        let texts = hashes.map { Data($0.bytes).base64EncodedString() }
        let list = PropertyValue.array(texts.map { .dictionary(["SPKI-SHA256-BASE64": .string($0)]) })
        let policies = [
            Policy(TrustKitPolicy(domains: ["leaf.test": .init(publicKeyHashes: texts)])),
            Policy(PinnedDomains(domains: ["leaf.test": .dictionary(["NSPinnedLeafIdentities": list])])),
        ]
        var request = EvaluationRequest(chain: chain.presented(), host: "leaf.test", date: TestChain.now)
        request.anchors = Anchors(system: [chain.root.certificate])
        for policy in policies {
            let first = Evaluator.evaluate(request, policies: [policy])
            #expect(first.first?.code == .pinNoMatch)
            for _ in 0..<5 { #expect(Evaluator.evaluate(request, policies: [policy]) == first) }
        }
    }
}
