import Foundation
import Testing

@testable import Trust

@Suite struct StrictRulesTests {
    private static let authority = Recipe.authority("Test Intermediate")
    private static let leaf = Recipe().with { $0.keyUsage = "critical,digitalSignature" }

    /// What is wrong, the leaf, the intermediate, the code; nil where nothing is wrong.
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let leaf: Recipe
        let intermediate: Recipe
        let code: String?

        init(
            _ description: String,
            _ code: String?,
            leaf: (inout Recipe) -> Void = { _ in },
            intermediate: (inout Recipe) -> Void = { _ in }
        ) {
            self.description = description
            self.code = code
            self.leaf = StrictRulesTests.leaf.with(leaf)
            self.intermediate = StrictRulesTests.authority.with(intermediate)
        }
    }

    static let cases = [
        Case("nothing", nil),
        Case("no usage", "chain.purpose", leaf: { $0.extendedKeyUsage = nil }),
        Case("any usage", "chain.purpose", leaf: { $0.extendedKeyUsage = "anyExtendedKeyUsage" }),
        Case(
            "any beside serverAuth",
            "chain.profile",
            leaf: { $0.extendedKeyUsage = "serverAuth,anyExtendedKeyUsage" }
        ),
        Case("critical usage", "chain.profile", leaf: { $0.extendedKeyUsage = "critical,serverAuth" }),
        Case("authority for mail", "chain.purpose", intermediate: { $0.extendedKeyUsage = "emailProtection" }),
        Case("no names", "chain.profile", leaf: { $0.alternativeNames = nil }),
        Case("critical names", "chain.profile", leaf: { $0.alternativeNames = "critical,DNS:leaf.test" }),
        Case(
            "empty subject",
            nil,
            leaf: {
                $0.subject = ""
                $0.alternativeNames = "critical,DNS:leaf.test"
            }
        ),
        Case("underscore", "chain.profile", leaf: { $0.alternativeNames = "DNS:leaf.test,DNS:a_b.test" }),
        Case("address as name", "chain.profile", leaf: { $0.alternativeNames = "DNS:leaf.test,DNS:192.0.2.1" }),
        Case("wide wildcard", "chain.profile", leaf: { $0.alternativeNames = "DNS:leaf.test,DNS:*.co.uk" }),
        Case("authority as leaf", "chain.profile", leaf: { $0.isAuthority = true }),
        Case("keyCertSign in a leaf", "chain.profile", leaf: { $0.keyUsage = "keyCertSign" }),
        Case("constraints in a leaf", "chain.profile", leaf: { $0.nameConstraints = "permitted;DNS:test" }),
        Case("no identifiers", "chain.profile", leaf: { $0.hasIdentifiers = false }),
        Case("weak digest", "chain.weak-digest", leaf: { $0.digest = "sha1" }),
        Case(
            "excluded by a wildcard",
            "chain.name-constraints",
            leaf: { $0.alternativeNames = "DNS:leaf.test,DNS:*.b.test" },
            intermediate: { $0.nameConstraints = "excluded;DNS:a.b.test" }
        ),
        Case(
            "malformed constraint",
            "chain.name-constraints",
            intermediate: { $0.nameConstraints = "excluded;DNS:*.b.test" }
        ),
        Case(
            "a constraint that begins with a dot",
            "chain.name-constraints",
            intermediate: { $0.nameConstraints = "permitted;DNS:.test" }
        ),
        Case(
            "a mask with a hole",
            "chain.name-constraints",
            intermediate: { $0.nameConstraints = "excluded;IP:192.0.2.0/255.0.255.0" }
        ),
        Case("a mask", nil, intermediate: { $0.nameConstraints = "excluded;IP:192.0.2.0/255.255.252.0" }),
        Case("every address", nil, intermediate: { $0.nameConstraints = "excluded;IP:0.0.0.0/0.0.0.0" }),
        Case(
            "mail addresses below a domain",
            nil,
            leaf: { $0.alternativeNames = "DNS:leaf.test,email:a@b.test" },
            intermediate: { $0.nameConstraints = "permitted;email:.test" }
        ),
        Case("no mail address", "chain.profile", leaf: { $0.alternativeNames = "DNS:leaf.test,email:a@b@c.test" }),
        Case("unknown critical extension", "chain.critical-extension", leaf: { $0.critical = "1.2.3.4" }),
    ]

    @Test(arguments: cases) func profile(_ found: Case) throws {
        let chain = try TestChain(leaf: found.leaf, intermediate: found.intermediate)
        let evaluation = Evaluator.evaluate(chain.request(rules: .strict))
        #expect(evaluation.verdict == (found.code == nil ? .accept : .refuse))
        #expect(evaluation.code?.rawValue == found.code || found.code.map { evaluation.codeTexts.contains($0) } == true)
        if found.code == "chain.profile" {
            // The same chain is none of the other rules' business.
            #expect(!Evaluator.evaluate(chain.request(rules: .openssl)).codeTexts.contains("chain.profile"))
        }
    }

    @Test(arguments: [
        (TestKey.Kind.curve("P-256"), true), (.curve("P-384"), true), (.curve("P-521"), true), (.curve("P-224"), false),
        (.rsa(2048), true), (.rsa(1024), false), (.rsa(2052), false), (.ed25519, false),
    ])
    func keys(_ key: TestKey.Kind, _ accepted: Bool) throws {
        let root = try TestIdentity.selfSigned(.authority("Test Root"))
        let leaf = try root.issue(Self.leaf, key: TestKey(key))
        var request = EvaluationRequest(chain: [leaf.presented], host: TestChain.host, date: TestChain.now)
        request.anchors = Anchors(app: [root.certificate])
        request.rules = .strict
        let evaluation = Evaluator.evaluate(request)
        #expect(evaluation.verdict == (accepted ? .accept : .refuse))
        if !accepted { #expect(evaluation.code == .chainWeakKey) }
    }

    @Test func oneGoodPathIsEnough() throws {
        let weak = try TestIdentity.selfSigned(.authority("Shared Root").with { $0.extendedKeyUsage = "serverAuth" })
        let good = try TestIdentity.selfSigned(.authority("Shared Root"), key: weak.key)
        let leaf = try good.issue(Self.leaf)
        var request = EvaluationRequest(chain: [leaf.presented], host: TestChain.host, date: TestChain.now)
        request.rules = .strict
        request.anchors = Anchors(app: [weak.certificate])
        #expect(Evaluator.evaluate(request).code == .chainProfile)
        request.anchors = Anchors(app: [weak.certificate, good.certificate])
        #expect(Evaluator.evaluate(request).verdict == .accept)
    }

    @Test func depthCountsNoSelfIssuedAuthorities() throws {
        let chain = try TestChain(leaf: Self.leaf)
        for rules in RuleSet.allCases {
            for (limit, accepted) in [(nil, true), (1, true), (0, false)] as [(Int?, Bool)] {
                let evaluation = Evaluator.evaluate(chain.request(rules: rules).with { $0.maximumDepth = limit })
                #expect(evaluation.verdict == (accepted ? .accept : .refuse))
                if !accepted { #expect(evaluation.code == .chainDepth) }
            }
        }
    }
}
