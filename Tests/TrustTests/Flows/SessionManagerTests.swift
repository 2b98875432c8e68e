import Diagnosis
import Foundation
import Testing

@testable import Trust

/// AFURLSessionManager around its policy: the table of the challenge handler, the session block, and how it is set up.
@Suite struct SessionManagerTests {
    private let chain: TestChain
    private let pinned: AFSecurityPolicy

    init() throws {
        chain = try TestChain()
        pinned = AFSecurityPolicy(
            pinningMode: .certificate,
            pins: [chain.root.pin],
            allowInvalidCertificates: true,
            validatesDomainName: false
        )
    }

    private var asked: ClientCertificateRequest {
        ClientCertificateRequest(
            issuers: [],
            signatureAlgorithms: [],
            keyTypes: [],
            host: "a.test",
            date: TestChain.now
        )
    }

    private func decide(
        _ change: (inout AFSessionManager) -> Void,
        _ request: EvaluationRequest? = nil
    ) -> (trust: ClientDecision, other: ClientDecision) {
        var manager = AFSessionManager(policy: pinned)
        change(&manager)
        let policy = Policy(manager)
        let profile = ClientProfile(policy: policy)
        return (
            Decider.serverTrust((request ?? chain.request()).with { $0.policy = policy }, profile: profile),
            Decider.clientCertificate(asked, profile: profile, bundle: BundleSnapshot(), identities: [])
        )
    }

    @Test func theHandlersTable() throws {
        let bad = chain.request(anchors: Anchors(), host: "wrong.test").with { $0.chain = [$0.chain[1]] }
        let rows: [(AFSessionManager.Handler, trust: [String], refused: [String], other: [String])] = [
            (.absent, ["use"], ["cancel"], ["default"]), (.none, [], [], []),
            (.error, ["cancel"], ["cancel"], ["cancel"]), (.credential, ["use"], ["use"], ["use"]),
            (.performDefault, ["use"], ["cancel"], ["default"]), (.cancel, ["cancel"], ["cancel"], ["cancel"]),
            (.reject, ["reject"], ["reject"], ["reject"]), (.other, [], [], []),
        ]
        for (handler, trust, refused, other) in rows {
            var decided = decide { $0.handler = handler }
            #expect(decided.trust.words == trust, "\(handler)")
            #expect(decided.other.words == other, "\(handler)")
            #expect((decided.trust.crash != nil) == (handler == .other))
            #expect((decided.other.crash != nil) == (handler == .other))
            #expect(decided.trust.codes.contains(.challengeNeverAnswered) == (handler == .none))
            decided = decide(
                {
                    $0.handler = handler
                    $0.policy.pins = []
                },
                bad
            )
            #expect(decided.trust.words == refused, "\(handler)")
        }
        let bypassed = decide({ $0.handler = .credential }, bad).trust
        #expect(bypassed.evaluation?.step?.defect == "the policy is bypassed")
        #expect(bypassed.evaluation?.verdict == .accept)
        // Before 4.0 there is no such handler.
        #expect(decide { ($0.policy.version, $0.handler) = ("3.2", .cancel) }.trust.words == ["use"])
    }

    @Test func theSessionBlockReplacesThePolicy() {
        let rows: [(AFSessionManager.Block, [String], DiagnosisCode?)] = [
            (.use, ["use"], nil), (.performDefault, ["default"], nil), (.cancel, ["cancel"], .policyBypassed),
            (.reject, ["reject"], .policyBypassed), (.asksPolicy, ["use"], nil),
        ]
        for (block, words, code) in rows {
            let decided = decide { $0.block = block }.trust
            #expect(decided.words == words, "\(block)")
            #expect(decided.evaluation?.code == code)
            #expect(
                decided.evaluation?.checks.contains { $0.id == .pin && $0.result == .pass } == (block == .asksPolicy)
            )
        }
        // A refusal of the system's stays one behind a block that answers default.
        let bad = decide({ $0.block = .performDefault }, chain.request(host: "wrong.test")).trust
        #expect(bad.evaluation?.code == .hostMismatch)
    }

    @Test func howItIsSetUpCounts() {
        let gone = decide {
            $0.block = .asksPolicy
            $0.isManagerKept = false
        }.trust
        #expect(gone.words == ["cancel"])
        #expect(gone.evaluation?.code == .policyGone)
        // Never set: the default policy judges, which lets the private chain not pass, and says so.
        let unset = decide({ $0.isPolicySet = false }, chain.request(anchors: Anchors(), withRoot: true)).trust
        #expect(unset.words == ["cancel"])
        #expect(unset.evaluation?.codes.contains(.policyNotSet) == true)
        let accepted = decide { $0.isPolicySet = false }.trust
        #expect(accepted.words == ["use"])
        #expect(accepted.evaluation?.reason.contains("never set") == true)
        for (version, crashes) in [("3.1.0", false), ("3.2.0", true), ("4.0.1", true)] {
            let decided = decide {
                $0.policy.version = version
                $0.hasSecureBaseURL = false
            }.trust
            #expect((decided.crash != nil) == crashes, "\(version)")
            #expect((decided.evaluation?.code == .policyBaseUrl) == crashes)
        }
        // Without pinning nothing is raised.
        let plain = decide {
            $0.policy = AFSecurityPolicy()
            $0.hasSecureBaseURL = false
        }.trust
        #expect(plain.crash == nil)
    }

    @Test func itsSwitchesReadAndSetThemselves() throws {
        var manager = AFSessionManager(policy: pinned)
        for (identifier, value) in [
            ("session block", "use"), ("challenge handler", "NSError"), ("policy set", "OFF"), ("manager kept", "OFF"),
            ("https base URL", "OFF"), ("validatesDomainName", "ON"),
        ] {
            let isSet = manager.set(identifier, to: value)
            #expect(isSet, "\(identifier)")
            #expect(manager.switches.first { $0.identifier == identifier }?.value == value)
        }
        let wasSet = manager.set("session block", to: "nothing") || manager.set("nothing", to: "ON")
        #expect(!wasSet)
        let read = try JSONDecoder().decode(Policy.self, from: JSONEncoder().encode(Policy(manager)))
        #expect(read == Policy(manager))
        #expect(try FlowClient("af-manager").serverTrust(chain.request()).words == ["use"])
    }
}
