import COpenSSL
import Diagnosis
import Foundation
import Testing

@testable import Trust

/// Stapled OCSP responses under the three rule sets: good, revoked, unknown, and each way in which one cannot be used.
@Suite struct StapleTests {
    private let chain: TestChain
    private let demanding: TestChain

    init() throws {
        chain = try TestChain()
        demanding = try TestChain(leaf: Recipe().with { $0.demandsStaple = true })
    }

    private func evaluate(_ staple: [UInt8]?, _ rules: RuleSet, _ change: (inout EvaluationRequest) -> Void = { _ in })
        -> Evaluation
    {
        Evaluator.evaluate(
            chain.request(rules: rules).with {
                $0.staple = staple
                change(&$0)
            }
        )
    }

    private func revocation(_ evaluation: Evaluation) -> Check? { evaluation.checks.first { $0.id == .revocation } }

    @Test(arguments: RuleSet.allCases) func aGoodOneIsSeen(_ rules: RuleSet) throws {
        for signer in [chain.intermediate, try responder(chain)] {
            let staple = try TestStaple(about: chain.leaf, issuer: chain.intermediate, signer: signer).bytes()
            let found = evaluate(staple, rules)
            #expect(revocation(found)?.result == .pass, "\(found.reason)")
            #expect(revocation(found)?.detail.hasPrefix("leaf good by the staple of 2025-10-08") == true)
            #expect(found.verdict == evaluate(nil, rules).verdict)
        }
    }

    @Test(arguments: RuleSet.allCases) func aRevocationRefuses(_ rules: RuleSet) throws {
        var staple = TestStaple(about: chain.leaf, issuer: chain.intermediate, signer: chain.intermediate)
        staple.status = V_OCSP_CERTSTATUS_REVOKED
        let found = evaluate(try staple.bytes(), rules)
        #expect(found.verdict == .refuse)
        #expect(found.codeTexts.contains("revocation.revoked"))
        let detail = try #require(revocation(found)).detail
        #expect(detail.contains("serial \(chain.leaf.certificate.serialNumber)"))
        #expect(detail.contains("reason keyCompromise; so says the stapled OCSP response of CN=Test Intermediate"))
        if rules == .apple { #expect(found.trustResult == .fatalTrustFailure) }
    }

    private struct Row {
        var name: String
        var code: DiagnosisCode
        var words: String
        var bytes: [UInt8]
    }

    private func rows() throws -> [Row] {
        let stranger = try TestIdentity.selfSigned(.authority("Stranger"))
        func staple(_ signer: TestIdentity? = nil, _ change: (inout TestStaple) -> Void = { _ in }) throws -> [UInt8] {
            var made = TestStaple(about: chain.leaf, issuer: chain.intermediate, signer: signer ?? chain.intermediate)
            change(&made)
            return try made.bytes()
        }
        var broken = try staple { $0.flags = UInt(OCSP_NOCERTS) }
        broken[broken.count - 5] ^= 1
        return [
            Row(
                name: "unknown",
                code: .revocationUnknown,
                words: "neither good nor revoked",
                bytes: try staple {
                    $0.status = V_OCSP_CERTSTATUS_UNKNOWN
                }
            ),
            Row(
                name: "stale",
                code: .revocationBadResponse,
                words: "it ended on 2025-",
                bytes: try staple {
                    $0.until = TestChain.now.addingTimeInterval(-3600)
                }
            ),
            Row(
                name: "early",
                code: .revocationBadResponse,
                words: "it holds from 2025-",
                bytes: try staple {
                    $0.from = TestChain.now.addingTimeInterval(3600)
                }
            ),
            Row(
                name: "another certificate",
                code: .revocationBadResponse,
                words: "is about serial",
                bytes: try staple {
                    $0.subject = chain.intermediate
                    $0.issuer = chain.root
                }
            ),
            Row(name: "signature", code: .revocationBadResponse, words: "does not verify", bytes: broken),
            Row(
                name: "a stranger's",
                code: .revocationBadResponse,
                words: "not certified by",
                bytes: try staple(stranger)
            ),
            Row(
                name: "no usage",
                code: .revocationBadResponse,
                words: "no usage OCSPSigning",
                bytes: try staple(chain.leaf)
            ),
            Row(
                name: "an old delegate",
                code: .revocationBadResponse,
                words: "is valid from",
                bytes: try staple(responder(chain) { $0.to = Date(timeIntervalSince1970: 1_755_000_000) })
            ),
            Row(
                name: "try later",
                code: .revocationBadResponse,
                words: "trylater",
                bytes: try staple { $0.answer = 3 }
            ),
            Row(name: "garbage", code: .revocationBadResponse, words: "3 bytes are no OCSP", bytes: [1, 2, 3]),
            Row(name: "nothing", code: .revocationBadResponse, words: "0 bytes are no OCSP", bytes: []),
        ]
    }

    @Test func whatCannotBeUsedRefusesUnderTheStrictRulesAlone() throws {
        for row in try rows() {
            for rules in RuleSet.allCases {
                let found = evaluate(row.bytes, rules)
                let check = try #require(revocation(found))
                #expect(check.code == row.code, "\(row.name) \(rules)")
                #expect(check.detail.contains(row.words), "\(row.name): \(check.detail)")
                #expect(check.result == (rules == .strict ? .fail : .letBy), "\(row.name) \(rules)")
                #expect(found.codes.contains(row.code))
                if rules != .strict { #expect(found.verdict == .accept) } else { #expect(found.verdict == .refuse) }
            }
        }
    }

    @Test func aDemandedStapleIsMissedOnlyWhereItWasAskedFor() throws {
        for rules in RuleSet.allCases {
            func judge(asks: Bool) -> Evaluation {
                Evaluator.evaluate(demanding.request(rules: rules).with { $0.asksForStaple = asks })
            }
            #expect(revocation(judge(asks: false))?.result == .skipped)
            let missed = judge(asks: true)
            #expect(missed.codes.contains(.revocationNoStaple))
            #expect(revocation(missed)?.result == (rules == .strict ? .fail : .letBy))
        }
        #expect(!evaluate(nil, .strict) { $0.asksForStaple = true }.codes.contains(.revocationNoStaple))
    }

    @Test func aStapleIsWrittenAndReadAgain() throws {
        let staple = try TestStaple(about: chain.leaf, issuer: chain.intermediate, signer: chain.intermediate).bytes()
        let request = chain.request().with {
            $0.staple = staple
            $0.asksForStaple = true
        }
        #expect(try JSONDecoder().decode(EvaluationRequest.self, from: JSONEncoder().encode(request)) == request)
    }

    private func responder(_ chain: TestChain, _ change: (inout Recipe) -> Void = { _ in }) throws -> TestIdentity {
        try chain.intermediate.issue(
            Recipe().with {
                $0.subject = "responder"
                $0.alternativeNames = nil
                $0.extendedKeyUsage = "OCSPSigning"
                change(&$0)
            }
        )
    }
}
