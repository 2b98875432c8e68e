import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct AppleRulesTests {
    enum Anchor: CaseIterable, Sendable { case app, user, system }

    private func anchors(_ kind: Anchor, _ certificate: Certificate) -> Anchors {
        switch kind {
        case .app: Anchors(app: [certificate], appOnly: true)
        case .user: Anchors(user: [certificate])
        case .system: Anchors(system: [certificate])
        }
    }

    private func judge(
        _ recipe: Recipe,
        _ kind: Anchor,
        intermediate: Recipe = .authority("Test Intermediate"),
        isLeafAnchor: Bool = false,
        at date: Date? = nil,
        policy: SecTrustPolicy = SecTrustPolicy()
    ) throws -> Evaluation {
        let chain = try TestChain(leaf: recipe, intermediate: intermediate)
        let anchor = isLeafAnchor ? chain.leaf.certificate : chain.root.certificate
        let request = chain.request(anchors: anchors(kind, anchor), policy: Policy(policy))
        return Evaluator.evaluate(request.with { $0.date = date ?? recipe.from.addingTimeInterval(60) })
    }

    private func lived(_ seconds: Double, from: Double) -> Recipe {
        Recipe().with {
            $0.from = Date(timeIntervalSince1970: from)
            $0.to = Date(timeIntervalSince1970: from + seconds)
        }
    }

    private static let day = 86_400.0
    private static let july2016 = 1_467_331_200.0
    private static let march2018 = 1_519_862_400.0
    private static let july2019 = 1_561_935_600.0
    private static let september2020 = 1_598_918_400.0

    /// Issued, seconds of validity, kind of anchor, whether the leaf itself is the anchor, accepted.
    @Test(arguments: [
        (july2016 - 1, 4000 * day, Anchor.system, false, true), (july2016, 1188 * day + 3600, .system, false, true),
        (july2016, 1188 * day + 3601, .system, false, false), (july2016 - 1, 4000 * day, .app, false, true),
        (march2018 - 1, 1188 * day + 3601, .system, false, false), (march2018 - 1, 1000 * day, .system, false, true),
        (march2018, 825 * day + 3600, .system, false, true),
        (march2018, 825 * day + 3601, .system, false, false), (september2020 - 1, 825 * day, .system, false, true),
        (september2020, 398 * day, .system, false, true), (september2020, 398 * day + 1, .system, false, false),
        (july2019, 2000 * day, .app, false, true), (july2019 + 1, 825 * day + 3600, .app, false, true),
        (july2019 + 1, 825 * day + 3601, .app, false, false), (july2019 + 1, 825 * day + 3601, .user, false, false),
        (july2019 + 1, 2000 * day, .user, true, true), (july2019 + 1, 2000 * day, .app, true, false),
        (september2020, 800 * day, .user, false, true), (september2020, 800 * day, .app, false, true),
    ])
    func lifetime(_ issued: Double, _ seconds: Double, _ kind: Anchor, _ isLeafAnchor: Bool, _ accepted: Bool) throws {
        let recipe = lived(seconds, from: issued)
        let ssl = try judge(recipe, kind, isLeafAnchor: isLeafAnchor)
        #expect(ssl.verdict == (accepted ? .accept : .refuse))
        #expect(ssl.code == (accepted ? nil : .policyLifetime))
        let basic = try judge(recipe, kind, isLeafAnchor: isLeafAnchor, policy: SecTrustPolicy(policy: .basicX509))
        #expect(basic.verdict == .accept)
        #expect(basic.codes.contains(.policyLifetime) == !accepted)
    }

    /// Usage of the leaf, issued, kind of anchor, accepted.
    @Test(
        arguments: [
            ("serverAuth", july2019 + 1, Anchor.system, true), ("anyExtendedKeyUsage", july2019 + 1, .system, false),
            ("anyExtendedKeyUsage", july2019, .app, true), ("anyExtendedKeyUsage", july2019 + 1, .app, false),
            ("anyExtendedKeyUsage", july2019 + 1, .user, true), (nil, july2019, .app, true),
            (nil, july2019 + 1, .app, false),
            (nil, july2019 + 1, .user, true), (nil, july2019 - 1, .system, false),
            ("clientAuth", july2019 - 9, .app, false),
            ("clientAuth", july2019 + 9, .user, false), ("msSGC", july2019, .app, true),
            ("clientAuth,serverAuth", july2019 + 1, .system, true),
        ] as [(String?, Double, Anchor, Bool)]
    )
    func usage(_ usage: String?, _ issued: Double, _ kind: Anchor, _ accepted: Bool) throws {
        let recipe = lived(100 * Self.day, from: issued).with { $0.extendedKeyUsage = usage }
        let evaluation = try judge(recipe, kind)
        #expect(evaluation.verdict == (accepted ? .accept : .refuse))
        #expect(evaluation.code == (accepted ? nil : .chainPurpose))
        let basic = try judge(recipe, kind, policy: SecTrustPolicy(policy: .basicX509))
        #expect(basic.verdict == .accept)
    }

    @Test(arguments: [
        ("emailProtection", Anchor.system, false), ("emailProtection", .app, false), ("emailProtection", .user, true),
        ("anyExtendedKeyUsage", .system, true), ("serverAuth", .app, true),
    ])
    func usageOfAuthorities(_ usage: String, _ kind: Anchor, _ accepted: Bool) throws {
        let intermediate = Recipe.authority("Test Intermediate").with { $0.extendedKeyUsage = usage }
        let evaluation = try judge(lived(100 * Self.day, from: Self.september2020), kind, intermediate: intermediate)
        #expect(evaluation.verdict == (accepted ? .accept : .refuse))
    }

    /// Both ends of validity are inclusive, and a fraction within the last second is inside.
    @Test(
        arguments: [
            (-1.0, "date.not-yet-valid"), (-0.25, "date.not-yet-valid"), (0, nil), (99, nil), (100, nil),
            (100.999, nil),
            (101, "date.expired"),
        ] as [(Double, String?)]
    )
    func dates(_ offset: Double, _ code: String?) throws {
        let from = 1_700_000_000.0
        let recipe = lived(100, from: from)
        for rules in [RuleSet.apple, .openssl] {
            let chain = try TestChain(leaf: recipe)
            let request = chain.request(rules: rules).with { $0.date = Date(timeIntervalSince1970: from + offset) }
            let evaluation = Evaluator.evaluate(request)
            #expect(evaluation.code?.rawValue == code, "\(rules) \(offset)")
        }
    }

    @Test func anExpiredAuthorityIsNamedAndNotTheLeaf() throws {
        let old = Recipe.authority("Old Intermediate").with { $0.to = Date(timeIntervalSince1970: 1_755_000_000) }
        let chain = try TestChain(intermediate: old)
        let evaluation = Evaluator.evaluate(chain.request())
        #expect(evaluation.code == .dateExpired)
        #expect(evaluation.failed.first?.certificate == 1)
        #expect(evaluation.reason.hasPrefix("certificate 1 (Old Intermediate) ended on 2025-08-12"))
        #expect(evaluation.x509Error == 10)
    }

    @Test func clocksOfThePastAreSuspected() throws {
        let chain = try TestChain()
        let evaluation = Evaluator.evaluate(
            chain.request().with { $0.date = Date(timeIntervalSince1970: 1_000_000_000) }
        )
        #expect(evaluation.code == .dateNotYetValid)
        #expect(evaluation.reason.contains("suspect the clock"))
    }

    /// Key, kind of anchor, whether the leaf is the anchor, SSL accepts, basic X.509 accepts.
    @Test(arguments: [
        (TestKey.Kind.rsa(2048), Anchor.system, false, true, true), (.rsa(1024), .system, false, false, true),
        (.rsa(1024), .user, true, true, true), (.rsa(1024), .app, true, false, true),
        (.rsa(512), .user, true, false, false),
        (.curve("P-224"), .system, false, false, true), (.curve("P-256"), .system, false, true, true),
        (.ed25519, .system, false, false, true),
    ])
    func keys(_ key: TestKey.Kind, _ kind: Anchor, _ isLeafAnchor: Bool, _ ssl: Bool, _ basic: Bool) throws {
        let root = try TestIdentity.selfSigned(.authority("Test Root"))
        let leaf = try root.issue(key: TestKey(key))
        var request = EvaluationRequest(chain: [leaf.presented], host: TestChain.host, date: TestChain.now)
        request.anchors = anchors(kind, isLeafAnchor ? leaf.certificate : root.certificate)
        for (policy, accepted) in [(SecTrustPolicy.Kind.ssl, ssl), (.basicX509, basic)] {
            let evaluation = Evaluator.evaluate(request.with { $0.policy = Policy(SecTrustPolicy(policy: policy)) })
            #expect(evaluation.verdict == (accepted ? .accept : .refuse), "\(policy)")
            if !accepted {
                #expect(evaluation.code == .chainWeakKey)
                let isFatal = key == .rsa(512)
                #expect(evaluation.trustResult == (isFatal ? .fatalTrustFailure : .recoverableTrustFailure))
            }
        }
    }

    @Test(arguments: [("sha1", false, true), ("md5", false, false), ("sha224", true, true), ("sha256", true, true)])
    func digests(_ digest: String, _ ssl: Bool, _ basic: Bool) throws {
        let recipe = Recipe().with { $0.digest = digest }
        for (policy, accepted) in [(SecTrustPolicy.Kind.ssl, ssl), (.basicX509, basic)] {
            let root = try TestIdentity.selfSigned(.authority("Test Root"), key: TestKey(.rsa(2048)))
            let leaf = try root.issue(recipe)
            var request = EvaluationRequest(chain: [leaf.presented], host: TestChain.host, date: TestChain.now)
            request.anchors = Anchors(system: [root.certificate])
            request.policy = Policy(SecTrustPolicy(policy: policy))
            let evaluation = Evaluator.evaluate(request)
            #expect(evaluation.verdict == (accepted ? .accept : .refuse), "\(policy)")
            if !accepted { #expect(evaluation.code == .chainWeakDigest) }
        }
        // A self-signed certificate's own signature proves nothing, so its digest does not count.
        let alone = try TestIdentity.selfSigned(recipe, key: TestKey(.rsa(2048)))
        var request = EvaluationRequest(chain: [alone.presented], host: TestChain.host, date: TestChain.now)
        request.anchors = Anchors(user: [alone.certificate])
        #expect(Evaluator.evaluate(request).verdict == .accept)
        #expect(Evaluator.evaluate(request).trustResult == .proceed)
    }

    @Test func constraintsOfAuthorities() throws {
        let cases: [(Recipe, Recipe, String?)] = [
            (Recipe(), .authority("I"), nil),
            (Recipe(), .authority("I").with { $0.isAuthority = false }, "chain.issuer-not-ca"),
            (Recipe(), .authority("I").with { $0.isAuthority = nil }, "chain.issuer-not-ca"),
            (Recipe(), .authority("I").with { $0.keyUsage = "digitalSignature" }, "chain.key-usage"),
            (
                Recipe(), .authority("I").with { $0.nameConstraints = "permitted;DNS:other.test" },
                "chain.name-constraints"
            ),
            (
                Recipe(), .authority("I").with { $0.nameConstraints = "excluded;DNS:leaf.test" },
                "chain.name-constraints"
            ),
            (Recipe(), .authority("I").with { $0.nameConstraints = "permitted;DNS:leaf.test" }, nil),
            (Recipe().with { $0.critical = "1.2.3.4" }, .authority("I"), "chain.critical-extension"),
        ]
        for rules in [RuleSet.apple, .openssl] {
            for (leaf, intermediate, code) in cases {
                let chain = try TestChain(leaf: leaf, intermediate: intermediate)
                let evaluation = Evaluator.evaluate(chain.request(rules: rules))
                #expect(evaluation.code?.rawValue == code, "\(rules) \(code ?? "")")
            }
        }
        let chain = try TestChain(
            intermediate: .authority("I").with { $0.nameConstraints = "permitted;DNS:other.test" }
        )
        let reason = Evaluator.evaluate(chain.request()).reason
        #expect(reason.contains("permits dns:other.test"))
        #expect(reason.contains("is for dns:leaf.test"))
    }

    @Test func pathLengths() throws {
        let root = try TestIdentity.selfSigned(.authority("Root", pathLength: 1))
        let upper = try root.issue(.authority("Upper", pathLength: 0))
        let lower = try upper.issue(.authority("Lower"))
        for (leaf, sent, accepted) in [
            (try upper.issue(), [upper], true), (try lower.issue(), [lower, upper], false),
        ] {
            var request = EvaluationRequest(
                chain: [leaf.presented] + sent.map(\.presented),
                host: TestChain.host,
                date: TestChain.now
            )
            request.anchors = Anchors(app: [root.certificate])
            for rules in [RuleSet.apple, .openssl] {
                let evaluation = Evaluator.evaluate(request.with { $0.rules = rules })
                #expect(evaluation.verdict == (accepted ? .accept : .refuse))
                if !accepted { #expect(evaluation.code == .chainPathlen) }
            }
        }
    }

    @Test func signatureParametersAreNotCompared() throws {
        let root = try TestIdentity.selfSigned(.authority("Test Root"), key: TestKey(.rsa(2048)))
        let leaf = try root.issue()
        let der = leaf.certificate.der
        // The outer AlgorithmIdentifier loses its NULL: 30 0d 06 09 … 05 00 becomes 30 0b 06 09 ….
        let outer = try #require(DERElement(der[...]))
        let signed = try #require(DERElement(outer.content))
        let algorithm = try #require(DERElement(signed.rest))
        let signature = try #require(DERElement(algorithm.rest))
        #expect(algorithm.content.suffix(2) == [0x05, 0x00])
        let shorter = DERElement.sequence(Array(algorithm.content.dropLast(2)))
        let changed = DERElement.sequence(Array(signed.whole) + shorter + Array(signature.whole))
        var request = EvaluationRequest(
            chain: [PresentedCertificate(encoded: changed)],
            host: TestChain.host,
            date: TestChain.now
        )
        request.anchors = Anchors(system: [root.certificate])
        #expect(Evaluator.evaluate(request).verdict == .accept)
        let openSSL = Evaluator.evaluate(request.with { $0.rules = .openssl })
        #expect(openSSL.code == .chainSignature)
        #expect(openSSL.x509Error == 7)
        // A changed signature is no matter of parameters.
        var broken = changed
        broken[broken.count - 1] ^= 1
        let wrong = request.with { $0.chain = [PresentedCertificate(encoded: broken)] }
        #expect(Evaluator.evaluate(wrong).code == .chainSignature)
    }
}
