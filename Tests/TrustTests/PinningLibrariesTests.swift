import Diagnosis
import Foundation
import Testing

@testable import Trust

/// Older AFNetworking, Alamofire, TrustKit and NSPinnedDomains.
@Suite struct PinningLibrariesTests {
    private let chain: TestChain
    private let stranger: TestIdentity

    init() throws {
        chain = try TestChain()
        stranger = try TestIdentity.selfSigned(Recipe().with { $0.subject = "other.test" })
    }

    private func evaluate(_ policy: some TrustPolicy, _ request: EvaluationRequest? = nil) -> Evaluation {
        Evaluator.evaluate((request ?? chain.request(withRoot: true)).with { $0.policy = Policy(policy) })
    }

    // AFNetworking by version: what differs from 4.0.

    @Test func captured26ComparesTheChainBeforeTheAnchors() {
        let unsent = chain.request(anchors: Anchors())
        for (version, accepted) in [("2.6", false), ("2.7.0", false), ("3.0.0", true), ("4.0.1", true)] {
            let policy = AFSecurityPolicy(
                version: version,
                pinningMode: .certificate,
                pins: [chain.root.pin],
                allowInvalidCertificates: true,
                validatesDomainName: false
            )
            #expect(evaluate(policy, unsent).verdict == (accepted ? .accept : .refuse), "\(version)")
        }
    }

    @Test func before26EveryMemberOrTheLeafHasToBePinned() {
        let all = [chain.leaf, chain.intermediate, chain.root].map(\.pin)
        for (mode, pins, checksChain, accepted) in [
            (AFSecurityPolicy.PinningMode.publicKey, all, true, true), (.publicKey, [chain.leaf.pin], true, false),
            (.publicKey, [chain.leaf.pin], false, true), (.publicKey, [chain.root.pin], false, false),
            (.certificate, all, true, true), (.certificate, [chain.root.pin], true, false),
            (.certificate, [chain.root.pin], false, true),
        ] {
            let policy = AFSecurityPolicy(
                version: "2.5.4",
                pinningMode: mode,
                pins: pins,
                validatesCertificateChain: checksChain
            )
            let evaluation = evaluate(policy)
            #expect(evaluation.verdict == (accepted ? .accept : .refuse), "\(mode) \(pins.count) \(checksChain)")
            if !accepted { #expect(evaluation.code == .pinNoMatch) }
        }
    }

    @Test func version20NeedsAnyPinAndEvaluatesNothing() throws {
        let bad = chain.request(anchors: Anchors(), host: "wrong.test", withRoot: true)
        for mode in [AFSecurityPolicy.PinningMode.certificate, .publicKey] {
            for member in [chain.leaf, chain.intermediate, chain.root] {
                let found = evaluate(AFSecurityPolicy(version: "2.0.0", pinningMode: mode, pins: [member.pin]), bad)
                #expect(found.verdict == .accept)
                #expect(found.step?.text.contains("is enough, unevaluated") == true)
                #expect(found.result(.host) == .letBy)
                #expect(found.checks.first { $0.id == .host }?.detail.contains("2.0 evaluates nothing") == true)
            }
            let stranger = AFSecurityPolicy(version: "2.0.3", pinningMode: mode, pins: [stranger.pin])
            #expect(evaluate(stranger, bad).code == .pinNoMatch)
            #expect(evaluate(AFSecurityPolicy(version: "2.0", pinningMode: mode), bad).code == .pinEmpty)
        }
        // Without pinning the loader's own policy is evaluated, name and all, whatever validatesDomainName says.
        let wrongName = chain.request(host: "wrong.test")
        let plain = AFSecurityPolicy(version: "2.0.0", validatesDomainName: false)
        #expect(evaluate(plain, wrongName).code == .hostMismatch)
        #expect(evaluate(plain).verdict == .accept)
        #expect(evaluate(AFSecurityPolicy(version: "2.0.0", allowInvalidCertificates: true), bad).verdict == .accept)
    }

    @Test func version21WantsAValidTrustBesideThePins() throws {
        let all = [chain.leaf, chain.intermediate, chain.root].map(\.pin)
        let untrusted = chain.request(anchors: Anchors(), withRoot: true)
        func judge(
            _ version: String,
            _ mode: AFSecurityPolicy.PinningMode,
            _ pins: [Pin],
            chain checksChain: Bool = true,
            allowing: Bool = false,
            _ request: EvaluationRequest? = nil
        ) -> Evaluation {
            evaluate(
                AFSecurityPolicy(
                    version: version,
                    pinningMode: mode,
                    pins: pins,
                    allowInvalidCertificates: allowing,
                    validatesCertificateChain: checksChain
                ),
                request
            )
        }
        for version in ["2.1.0", "2.2.0"] {
            for mode in [AFSecurityPolicy.PinningMode.certificate, .publicKey] {
                #expect(judge(version, mode, all).verdict == .accept)
                #expect(judge(version, mode, [chain.leaf.pin]).code == .pinNoMatch)
                #expect(judge(version, mode, [chain.leaf.pin], chain: false).verdict == .accept)
                #expect(judge(version, mode, [chain.root.pin], chain: false).code == .pinNoMatch)
            }
            // Two pins of one key: more pairs than certificates.
            let twice = all + [.publicKey(chain.leaf.certificate.publicKeySHA256)]
            #expect(judge(version, .publicKey, twice).code == .pinNoMatch)
        }
        // 2.1 refuses an invalid trust whatever allowInvalid says, 2.2.0 only without it.
        #expect(judge("2.1.0", .certificate, all, allowing: true, untrusted).code == .chainUntrustedRoot)
        #expect(judge("2.2.0", .certificate, all, allowing: true, untrusted).verdict == .accept)
        #expect(judge("2.2.0", .certificate, all, untrusted).code == .chainUntrustedRoot)
    }

    @Test func version220ComparesTheCommonNameAlone() throws {
        let summary = try TestChain(leaf: Recipe().with { $0.subject = "www.*.test" })
        let pins = [summary.leaf, summary.intermediate, summary.root].map(\.pin)
        func judge(_ version: String, _ host: String) -> Evaluation {
            let policy = AFSecurityPolicy(
                version: version,
                pinningMode: .certificate,
                pins: pins,
                allowInvalidCertificates: true
            )
            return evaluate(policy, summary.request(host: host, withRoot: true))
        }
        // The alternative name leaf.test is not looked at; * stands for any label wherever it is.
        #expect(judge("2.2.0", "leaf.test").code == .hostMismatch)
        #expect(judge("2.2.0", "leaf.test").step?.number == 5)
        #expect(judge("2.2.0", "WWW.anything.test").verdict == .accept)
        #expect(judge("2.2.0", "www.two.labels.test").code == .hostMismatch)
        // Dead code in 2.1: the loader's evaluation alone checks the name.
        #expect(judge("2.1.0", "leaf.test").verdict == .accept)
        #expect(judge("2.1.0", "www.anything.test").code == .hostMismatch)
    }

    @Test func everyVersionCanBeChosen() {
        var policy = AFSecurityPolicy(pinningMode: .certificate, pins: [chain.root.pin])
        for version in AFSecurityPolicy.versions {
            let isSet = policy.set("version", to: version)
            #expect(isSet)
            #expect(policy.switches.last?.value == version)
            let hasSwitch = policy.switches.contains { $0.identifier == "validatesCertificateChain" }
            let wasSet = policy.set("validatesCertificateChain", to: "OFF")
            #expect(
                hasSwitch == wasSet
                    && hasSwitch == (version.hasPrefix("2.") && !["2.0.0", "2.6", "2.7"].contains(version))
            )
            #expect(evaluate(policy).step?.flow == "AFSecurityPolicy \(version)")
        }
        let wasSet = policy.set("version", to: "1.3")
        #expect(!wasSet)
    }

    @Test func aRefusalIsRejectedBy30AndCancelledByTheOthers() {
        let bad = chain.request(host: "wrong.test")
        for (version, wanted) in [
            ("2.7.0", Disposition.cancelAuthenticationChallenge), ("3.0.0", .rejectProtectionSpace),
            ("3.0.4", .rejectProtectionSpace), ("3.1.0", .cancelAuthenticationChallenge),
            ("4.0", .cancelAuthenticationChallenge),
        ] {
            #expect(evaluate(AFSecurityPolicy(version: version), bad).disposition == wanted)
            #expect(evaluate(AFSecurityPolicy(version: version)).disposition == .useCredential)
        }
    }

    @Test func version251AcceptsEverythingWithoutPinning() {
        let bad = chain.request(anchors: Anchors(), host: "wrong.test")
        #expect(evaluate(AFSecurityPolicy(version: "2.5.1"), bad).verdict == .accept)
        #expect(evaluate(AFSecurityPolicy(version: "2.5.1"), bad).step?.defect != nil)
        #expect(evaluate(AFSecurityPolicy(version: "2.5.4"), bad).verdict == .refuse)
        // There is no early refusal before 2.6.
        let contradiction = AFSecurityPolicy(version: "2.5.4", allowInvalidCertificates: true)
        #expect(evaluate(contradiction, bad).verdict == .accept)
    }

    @Test(arguments: ["1.3", "5.0", "x", "", "4.0.0.1"]) func unknownVersionsAreNotRead(
        _ version: String
    ) {
        let json = #"{"kind":"afSecurityPolicy","version":"\#(version)"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Policy.self, from: Data(json.utf8)) }
    }

    // Alamofire.

    @Test func evaluatorsMakeTheirStepsInOrder() {
        let wrong = chain.request(host: "wrong.test", withRoot: true)
        let unanchored = chain.request(anchors: Anchors(), withRoot: true)
        let both = AlamofireEvaluator.Validation()
        let none = AlamofireEvaluator.Validation(performsDefault: false, validatesHost: false)
        let cases: [(AlamofireEvaluator, EvaluationRequest, String?)] = [
            (.default(validatesHost: true), chain.request(), nil),
            (.default(validatesHost: true), wrong, "host.mismatch"),
            (.default(validatesHost: false), wrong, nil), (.revocation(both), chain.request(), nil),
            (.revocation(both), wrong, "host.mismatch"),
            (.pinnedCertificates([], acceptsSelfSigned: false, both), chain.request(), "pin.empty"),
            (.pinnedCertificates([chain.root.certificate], acceptsSelfSigned: true, both), unanchored, nil),
            (
                .pinnedCertificates([chain.root.certificate], acceptsSelfSigned: false, both), unanchored,
                "chain.untrusted-root"
            ),
            // Without validations mere presence in the built chain is enough.
            (.pinnedCertificates([chain.root.certificate], acceptsSelfSigned: false, none), unanchored, nil),
            (.pinnedCertificates([stranger.certificate], acceptsSelfSigned: false, none), unanchored, "pin.no-match"),
            (.publicKeys([chain.leaf.certificate.publicKeySHA256], both), chain.request(), nil),
            (.publicKeys([], both), chain.request(), "pin.empty"),
            (.publicKeys([stranger.certificate.publicKeySHA256], both), chain.request(), "pin.no-match"),
            (
                .composite([.default(validatesHost: true), .publicKeys([stranger.certificate.publicKeySHA256], none)]),
                chain.request(), "pin.no-match"
            ),
            (.composite([]), wrong, nil), (.disabled, unanchored, nil),
        ]
        for (evaluator, request, code) in cases {
            let evaluation = evaluate(AlamofirePolicy(evaluator: evaluator), request)
            #expect(evaluation.code?.rawValue == code, "\(evaluator.name)")
            #expect(evaluation.verdict == (code == nil ? .accept : .refuse), "\(evaluator.name)")
        }
    }

    @Test func theManagerLooksHostsUpExactly() {
        for (table, all, verdict, code) in [
            ("leaf.test", true, Verdict.accept, nil), ("LEAF.test", true, .refuse, "policy.no-evaluator"),
            ("*.test", true, .refuse, "policy.no-evaluator"), ("test", false, .notPinned, nil),
        ] as [(String, Bool, Verdict, String?)] {
            let policy = AlamofirePolicy(hosts: [table: .default(validatesHost: true)], allHostsMustBeEvaluated: all)
            let evaluation = evaluate(policy)
            #expect(evaluation.verdict == verdict)
            #expect(evaluation.code?.rawValue == code)
            if verdict == .notPinned { #expect(evaluation.disposition == .performDefaultHandling) }
        }
    }

    // TrustKit.

    private func domain(_ hashes: [SHA256Digest], _ change: (inout TrustKitPolicy.Domain) -> Void = { _ in })
        -> TrustKitPolicy.Domain
    {
        let other = SHA256Digest(of: [1])
        var domain = TrustKitPolicy.Domain(
            publicKeyHashes: (hashes + [other]).map { Data($0.bytes).base64EncodedString() }
        )
        change(&domain)
        return domain
    }

    @Test func trustKitFindsTheDomainAndThePin() {
        let right = [chain.intermediate.certificate.publicKeySHA256]
        let wrong = [SHA256Digest(of: [2])]
        let excluded = TrustKitPolicy.Domain(isExcluded: true)
        let cases: [([String: TrustKitPolicy.Domain], Verdict, String?)] = [
            (["leaf.test": domain(right)], .accept, nil), (["leaf.test": domain(wrong)], .refuse, "pin.no-match"),
            (["leaf.test": domain(wrong) { $0.enforcesPinning = false }], .accept, nil),
            (["af.test": domain(right)], .notPinned, nil), (["test": domain(right)], .notPinned, nil),
            (["leaf.test": domain(right) { $0.expirationDate = "2020-01-01" }], .notPinned, nil),
            (["leaf.test": domain(right) { $0.expirationDate = "2099-01-01" }], .accept, nil),
            (["leaf.test": TrustKitPolicy.Domain(publicKeyHashes: [])], .refuse, "pin.format"),
            (["leaf.test": excluded], .refuse, "pin.format"),
        ]
        for (domains, verdict, code) in cases {
            let evaluation = evaluate(TrustKitPolicy(domains: domains))
            #expect(evaluation.verdict == verdict, "\(domains)")
            #expect(evaluation.code?.rawValue == code)
        }
        let invalid = chain.request(anchors: Anchors(), withRoot: true)
        let lenient = ["leaf.test": domain(right) { $0.enforcesPinning = false }]
        #expect(evaluate(TrustKitPolicy(domains: lenient), invalid).code == .chainUntrustedRoot)
        #expect(
            evaluate(TrustKitPolicy(domains: ["leaf.test": domain(right)]), chain.request(host: nil)).code
                == .policyNoHost
        )
    }

    @Test func trustKitIncludesAndExcludesSubdomains() throws {
        let recipe = Recipe().with { $0.alternativeNames = "DNS:a.b.leaf.example" }
        let chain = try TestChain(leaf: recipe)
        let wrong = [SHA256Digest(of: [2])]
        let parent = domain(wrong) { $0.includesSubdomains = true }
        let right = domain([chain.leaf.certificate.publicKeySHA256])
        for (domains, verdict) in [
            (["leaf.example": parent], Verdict.refuse), (["leaf.example": domain(wrong)], .notPinned),
            (["leaf.example": parent, "a.b.leaf.example": right], .accept),
            (["leaf.example": parent, "a.b.leaf.example": TrustKitPolicy.Domain(isExcluded: true)], .notPinned),
        ] {
            let request = chain.request(host: "a.b.leaf.example")
            #expect(evaluate(TrustKitPolicy(domains: domains), request).verdict == verdict)
        }
    }

    @Test func trustKitBlocksOnAnUnknownKeyOnTheWayDown() throws {
        let root = try TestIdentity.selfSigned(.authority("Odd Root"), key: TestKey(.curve("P-521")))
        let leaf = try root.issue()
        var request = EvaluationRequest(chain: [leaf.presented], host: TestChain.host, date: TestChain.now)
        request.anchors = Anchors(system: [root.certificate])
        let policy = TrustKitPolicy(domains: ["leaf.test": domain([leaf.certificate.publicKeySHA256])])
        #expect(evaluate(policy, request).code == .pinKeyType)
    }

    // NSPinnedDomains.

    @Test func pinnedDomainsHoldTheirLists() {
        func list(_ digest: SHA256Digest) -> PropertyValue {
            .array([.dictionary(["SPKI-SHA256-BASE64": .string(Data(digest.bytes).base64EncodedString())])])
        }
        let leaf = list(chain.leaf.certificate.publicKeySHA256)
        let authority = list(chain.root.certificate.publicKeySHA256)
        let leafKey = "NSPinnedLeafIdentities"
        let authorityKey = "NSPinnedCAIdentities"
        let cases: [(String, [String: PropertyValue], String?)] = [
            ("leaf.test", [leafKey: leaf], nil), ("LEAF.TEST", [leafKey: leaf, authorityKey: authority], nil),
            ("leaf.test", [leafKey: authority], "pin.no-match"), ("leaf.test", [authorityKey: leaf], "pin.no-match"),
            ("leaf.test", [leafKey: .array([])], "pin.empty"), ("leaf.test", [leafKey: .string("x")], "pin.empty"),
            ("leaf.test", [leafKey: leaf, authorityKey: leaf], "pin.no-match"), ("leaf.test", [:], nil),
            ("other.test", [leafKey: authority], nil), ("test", [leafKey: authority], nil),
            ("test", [leafKey: authority, "NSIncludesSubdomains": .bool(true)], "pin.no-match"),
            ("test", [leafKey: authority, "NSIncludesSubdomains": .string("YES")], nil),
        ]
        for (domain, entry, code) in cases {
            let evaluation = evaluate(PinnedDomains(domains: [domain: .dictionary(entry)]))
            #expect(evaluation.code?.rawValue == code, "\(domain) \(entry.keys)")
        }
        let pinned = PinnedDomains(domains: ["leaf.test": .dictionary([leafKey: leaf])])
        #expect(evaluate(pinned, chain.request(anchors: Anchors())).code == .chainMissingIssuer)
        // A trust without a host has no pins at all.
        #expect(
            evaluate(PinnedDomains(domains: ["leaf.test": .dictionary([leafKey: authority])]), chain.request(host: nil))
                .verdict == .accept
        )
    }

    @Test func everyPolicyIsWrittenAndReadAgain() throws {
        let policies: [Policy] = [
            Policy(
                AFSecurityPolicy(
                    version: "2.5.4",
                    pinningMode: .certificate,
                    pins: [chain.leaf.pin],
                    validatesCertificateChain: false
                )
            ),
            Policy(
                AlamofirePolicy(
                    evaluator: .composite([.disabled, .publicKeys([chain.leaf.certificate.publicKeySHA256], .init())])
                )
            ),
            Policy(
                AlamofirePolicy(hosts: [
                    "a.test": .pinnedCertificates([chain.leaf.certificate], acceptsSelfSigned: true, .init())
                ])
            ),
            Policy(TrustKitPolicy(domains: ["a.test": domain([])])),
            Policy(
                PinnedDomains(domains: [
                    "a.test": .dictionary(["x": .array([.number(1), .bool(true), .null, .string("y")])])
                ])
            ),
            Policy(SecTrustPolicy(policy: .basicX509, host: false)), .system, .acceptAny,
        ]
        for policy in policies {
            let data = try JSONEncoder().encode(policy)
            #expect(try JSONDecoder().decode(Policy.self, from: data) == policy)
        }
    }
}
