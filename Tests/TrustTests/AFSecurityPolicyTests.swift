import Foundation
import Testing

@testable import Trust

/// The whole truth table of AFSecurityPolicy 4.0: 15 situations by 3 modes by 4 settings of the two switches.
@Suite struct AFSecurityPolicyTests {
    /// `a` accept, `r` refuse, `E` refused before any evaluation; four letters a mode, in the order NN NY YN YY of
    /// allowInvalidCertificates and validatesDomainName.
    struct Row: CustomStringConvertible, Sendable {
        let name: String
        let none: String
        let publicKey: String
        let certificate: String
        let make: @Sendable (Fixtures) -> (request: EvaluationRequest, pins: [Pin])

        var description: String { name }
    }

    struct Fixtures: Sendable {
        let chain: TestChain
        let alone: TestIdentity
        let expired: TestIdentity
        let stranger: TestIdentity

        init() throws {
            chain = try TestChain()
            alone = try TestIdentity.selfSigned(Recipe())
            expired = try TestIdentity.selfSigned(
                Recipe().with {
                    $0.from = Date(timeIntervalSince1970: 1_700_000_000)
                    $0.to = Date(timeIntervalSince1970: 1_710_000_000)
                }
            )
            stranger = try TestIdentity.selfSigned(Recipe().with { $0.subject = "other.test" })
        }

        func trusted(host: String = TestChain.host) -> EvaluationRequest { chain.request(host: host, withRoot: true) }

        func privately(host: String = TestChain.host, sent: Bool = true) -> EvaluationRequest {
            chain.request(anchors: Anchors(), host: host, withRoot: sent)
        }

        func single(_ identity: TestIdentity, host: String = TestChain.host) -> EvaluationRequest {
            var request = EvaluationRequest(chain: [identity.presented], host: host, date: TestChain.now)
            request.anchors = Anchors()
            return request
        }
    }

    static let rows: [Row] = [
        Row(name: "1a", none: "aaaE", publicKey: "aaaa", certificate: "aaaa") { ($0.trusted(), [$0.chain.leaf.pin]) },
        Row(name: "1b", none: "aaaE", publicKey: "rrrr", certificate: "rrrr") { ($0.trusted(), [$0.stranger.pin]) },
        Row(name: "2a", none: "araE", publicKey: "araa", certificate: "arar") {
            ($0.trusted(host: "wrong.test"), [$0.chain.leaf.pin])
        },
        Row(name: "2b", none: "araE", publicKey: "rrrr", certificate: "rrrr") {
            ($0.trusted(host: "wrong.test"), [$0.stranger.pin])
        },
        Row(name: "3", none: "rraE", publicKey: "rraa", certificate: "rraa") { ($0.single($0.alone), [$0.alone.pin]) },
        Row(name: "4", none: "rraE", publicKey: "rraa", certificate: "rrar") {
            ($0.single($0.alone, host: "wrong.test"), [$0.alone.pin])
        },
        Row(name: "5", none: "rraE", publicKey: "rrrr", certificate: "rrrr") {
            ($0.single($0.alone), [$0.stranger.pin])
        },
        Row(name: "6", none: "rraE", publicKey: "rraa", certificate: "rrrr") {
            ($0.single($0.expired), [$0.expired.pin])
        },
        Row(name: "7a", none: "rraE", publicKey: "rraa", certificate: "rraa") { ($0.privately(), [$0.chain.root.pin]) },
        Row(name: "7b", none: "rraE", publicKey: "rrrr", certificate: "rraa") {
            ($0.privately(sent: false), [$0.chain.root.pin])
        },
        Row(name: "7c", none: "rraE", publicKey: "rraa", certificate: "rrar") {
            ($0.privately(host: "wrong.test"), [$0.chain.root.pin])
        },
        Row(name: "7d", none: "aaaE", publicKey: "aaaa", certificate: "aaaa") { ($0.trusted(), [$0.chain.root.pin]) },
        Row(name: "8a", none: "aaaE", publicKey: "rrrE", certificate: "rrrE") { ($0.trusted(), []) },
        Row(name: "8b", none: "araE", publicKey: "rrrE", certificate: "rrrE") { ($0.trusted(host: "wrong.test"), []) },
        Row(name: "8c", none: "rraE", publicKey: "rrrE", certificate: "rrrE") { ($0.single($0.alone), []) },
    ]

    @Test(arguments: rows) func truthTable(_ row: Row) throws {
        let (request, pins) = row.make(try Fixtures())
        for (mode, wanted) in [
            (AFSecurityPolicy.PinningMode.none, row.none), (.publicKey, row.publicKey), (.certificate, row.certificate),
        ] {
            let policies = [(false, false), (false, true), (true, false), (true, true)].map {
                Policy(
                    AFSecurityPolicy(
                        pinningMode: mode,
                        pins: pins,
                        allowInvalidCertificates: $0.0,
                        validatesDomainName: $0.1
                    )
                )
            }
            let evaluations = Evaluator.evaluate(request, policies: policies)
            let letters = evaluations.map { evaluation -> Character in
                if evaluation.step?.number == 1 { return "E" }
                return evaluation.verdict == .accept ? "a" : "r"
            }
            #expect(String(letters) == wanted, "\(row.name) \(mode)")
            for (evaluation, policy) in zip(evaluations, policies) {
                #expect(
                    evaluation.disposition
                        == (evaluation.verdict == .accept ? .useCredential : .cancelAuthenticationChallenge)
                )
                #expect((evaluation.code == nil) == (evaluation.verdict == .accept))
                #expect(evaluation.checks.count { $0.decides } == (evaluation.verdict == .accept ? 0 : 1))
                #expect(evaluation.failed.isEmpty == (evaluation.verdict == .accept))
                // One evaluation alone gives what the several together gave.
                #expect(Evaluator.evaluate(request.with { $0.policy = policy }) == evaluation)
            }
        }
    }

    @Test(arguments: rows) func withoutADomainNothingIsRefusedEarly(_ row: Row) throws {
        let (request, pins) = row.make(try Fixtures())
        for mode in AFSecurityPolicy.PinningMode.allCases {
            let policy = Policy(
                AFSecurityPolicy(
                    pinningMode: mode,
                    pins: pins,
                    allowInvalidCertificates: true,
                    validatesDomainName: true
                )
            )
            let evaluation = Evaluator.evaluate(
                request.with {
                    $0.host = nil
                    $0.policy = policy
                }
            )
            #expect(evaluation.step?.number != 1)
            if mode == .none { #expect(evaluation.verdict == .accept) }
            if pins.isEmpty, mode != .none { #expect(evaluation.code == .pinEmpty) }
        }
    }

    @Test func anEmptyHostIsAHost() throws {
        let fixtures = try Fixtures()
        let policy = AFSecurityPolicy(allowInvalidCertificates: true, validatesDomainName: true)
        let request = fixtures.trusted(host: "").with { $0.policy = Policy(policy) }
        #expect(Evaluator.evaluate(request).code == .policyContradiction)
    }

    @Test func stepsAndCodesSayWhatDecided() throws {
        let fixtures = try Fixtures()
        func evaluate(_ policy: AFSecurityPolicy, _ request: EvaluationRequest) -> Evaluation {
            Evaluator.evaluate(request.with { $0.policy = Policy(policy) })
        }
        let pinned = evaluate(
            AFSecurityPolicy(
                pinningMode: .certificate,
                pins: [fixtures.chain.root.pin],
                allowInvalidCertificates: true,
                validatesDomainName: false
            ),
            fixtures.privately(host: "wrong.test", sent: false)
        )
        #expect(pinned.verdict == .accept)
        #expect(
            pinned.step
                == DecidingStep(
                    flow: "AFSecurityPolicy 4.0",
                    number: 5,
                    text: "the pins become the anchors, evaluate again, then a member of that chain must be a pin"
                )
        )
        // The chain of the second evaluation, which ends at the pin that was not sent.
        #expect(pinned.path.last == fixtures.chain.root.certificate.sha256)
        #expect(pinned.certificates.last?.anchor == "app")
        #expect(pinned.trustResult == .unspecified)
        #expect(pinned.result(.host) == .letBy)
        #expect(pinned.checks.first { $0.id == .host }?.detail.contains("validatesDomainName is OFF") == true)
        #expect(pinned.checks.first { $0.id == .issuer }?.detail.contains("allowInvalidCertificates is ON") == true)
        #expect(pinned.codeTexts == ["host.mismatch", "chain.missing-issuer", "ats.exception-needed"])

        let blind = evaluate(
            AFSecurityPolicy(allowInvalidCertificates: true, validatesDomainName: false),
            fixtures.single(fixtures.expired)
        )
        #expect(blind.verdict == .accept)
        #expect(blind.trustResult == .invalid)
        #expect(blind.result(.date) == .letBy)
        #expect(blind.step?.number == 3)

        let early = evaluate(AFSecurityPolicy(), fixtures.single(fixtures.expired))
        #expect(early.step?.number == 3)
        #expect(early.verdict == .refuse)
        #expect(early.codeTexts.contains("date.expired"))
        #expect(early.codeTexts.contains("chain.self-signed"))
    }

    @Test func keyHashesArePinsInKeyMode() throws {
        let fixtures = try Fixtures()
        let right = Pin.publicKey(fixtures.chain.intermediate.certificate.publicKeySHA256)
        let wholeCertificate = Pin.publicKey(fixtures.chain.leaf.certificate.sha256)
        func evaluate(_ pin: Pin) -> Evaluation {
            let policy = AFSecurityPolicy(pinningMode: .publicKey, pins: [pin])
            return Evaluator.evaluate(fixtures.trusted().with { $0.policy = Policy(policy) })
        }
        #expect(evaluate(right).verdict == .accept)
        let wrong = evaluate(wholeCertificate)
        #expect(wrong.code == .pinNoMatch)
        #expect(wrong.reason.contains("hash of the whole certificate 0"))
        #expect(wrong.reason.contains(fixtures.chain.leaf.certificate.spkiPin))
    }

    @Test func switchesReadAndSetThemselves() {
        var policy = AFSecurityPolicy()
        for (identifier, value) in [
            ("pinningMode", "certificate"), ("allowInvalidCertificates", "ON"), ("validatesDomainName", "OFF"),
        ] {
            let isSet = policy.set(identifier, to: value)
            #expect(isSet)
            #expect(policy.switches.first { $0.identifier == identifier }?.value == value)
        }
        let before = policy
        let wasSet = policy.set("pinningMode", to: "both") || policy.set("nothing", to: "ON")
        #expect(!wasSet)
        #expect(policy == before)
        #expect(policy.words.map(\.text) == ["certificate (0 pins)", "allowInvalid ON", "domain OFF"])
        #expect(policy.words.map(\.loosens) == [false, true, true])
    }
}
