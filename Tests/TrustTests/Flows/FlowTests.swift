import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct FlowTests {
    private let chain: TestChain
    private let alone: TestIdentity

    init() throws {
        chain = try TestChain()
        alone = try TestIdentity.selfSigned(
            Recipe().with { $0.alternativeNames = "DNS:leaf.test,IP:192.0.2.1" }
        )
    }

    private func decide(
        _ flow: String,
        _ request: EvaluationRequest,
        _ files: [String: BundleSnapshot.Content] = [:],
        settingAnchorsFails: Bool = false
    ) throws -> ClientDecision {
        try FlowClient(flow, files).serverTrust(request, settingAnchorsFails: settingAnchorsFails)
    }

    private func single(_ identity: TestIdentity, host: String) -> EvaluationRequest {
        EvaluationRequest(chain: [identity.presented], host: host, date: TestChain.now)
    }

    private func words(_ decision: ClientDecision) -> [String] { decision.words }

    // F6, outcome by outcome.

    @Test func addressWithAFailingEvaluation() throws {
        // The certificate bears a name alone, which is what IP-direct meets in practice.
        let named = try TestIdentity.selfSigned(Recipe())
        let files = ["server.cer": BundleSnapshot.Content.certificate(named.certificate)]
        let request = single(named, host: "192.0.2.1")
        let published = try decide("F6", request, files)
        #expect(words(published) == ["use"])
        #expect(
            published.answers.first?.step
                == DecidingStep(
                    flow: "F6",
                    number: 4,
                    text: "if the evaluation failed: use",
                    defect: "inverted"
                )
        )
        #expect(published.evaluation?.verdict == .accept)
        #expect(published.evaluation?.result(.host) == .letBy)
        #expect(published.evaluation?.trustResult == .recoverableTrustFailure)
        let repaired = try decide("F6r", request, files)
        #expect(words(repaired) == ["cancel"])
        #expect(repaired.evaluation?.code == .hostMismatch)
    }

    @Test func addressWithAStrangersCertificate() throws {
        let stranger = try TestIdentity.selfSigned(Recipe().with { $0.alternativeNames = "IP:192.0.2.1" })
        let files = ["server.cer": BundleSnapshot.Content.certificate(alone.certificate)]
        let request = single(stranger, host: "192.0.2.1")
        #expect(words(try decide("F6", request, files)) == ["use"])
        #expect(words(try decide("F6r", request, files)) == ["cancel"])
    }

    @Test func addressWhereSettingTheAnchorsFails() throws {
        let files = ["server.cer": BundleSnapshot.Content.certificate(alone.certificate)]
        let request = single(alone, host: "192.0.2.1")
        let published = try decide("F6", request, files, settingAnchorsFails: true)
        #expect(words(published) == ["use"])
        #expect(published.answers.first?.step?.number == 3)
        #expect(published.answers.first?.step?.defect == "inverted")
        #expect(words(try decide("F6r", request, files, settingAnchorsFails: true)) == ["cancel"])
    }

    @Test func addressWithAGoodEvaluation() throws {
        let files = ["server.cer": BundleSnapshot.Content.certificate(alone.certificate)]
        let request = single(alone, host: "192.0.2.1")
        let published = try decide("F6", request, files)
        #expect(words(published) == ["use"])
        #expect(published.answers.first?.step?.number == 5)
        #expect(published.evaluation?.trustResult == .unspecified)
        #expect(words(try decide("F6r", request, files)) == ["use"])
    }

    @Test(arguments: [
        BundleSnapshot.Content?.none,
        .missing(Problem(.fileMissing, "server.cer is not there")),
    ])
    func addressWithoutTheFile(_ content: BundleSnapshot.Content?) throws {
        let files = content.map { ["server.cer": $0] } ?? [:]
        let request = single(alone, host: "192.0.2.1")
        let published = try decide("F6", request, files)
        #expect(published.answers.isEmpty)
        #expect(published.crash == nil)
        #expect(published.codes.contains(.challengeNeverAnswered))
        #expect(published.evaluation?.code == .challengeNeverAnswered)
        let repaired = try decide("F6r", request, files)
        #expect(words(repaired) == ["cancel"])
        #expect(repaired.evaluation?.code == .fileMissing)
        #expect(repaired.filesRead.first?.outcome == "nil")
    }

    @Test func addressWithPEMInTheFile() throws {
        let files = ["server.cer": BundleSnapshot.Content.other(Problem(.fileIsPem, "server.cer is PEM"))]
        let request = single(alone, host: "192.0.2.1")
        let published = try decide("F6", request, files)
        #expect(published.answers.isEmpty)
        #expect(published.crash == "a null certificate is put into an array")
        #expect(published.evaluation?.code == .fileIsPem)
        let repaired = try decide("F6r", request, files)
        #expect(words(repaired) == ["cancel"])
        #expect(repaired.evaluation?.code == .fileIsPem)
    }

    @Test(arguments: ["leaf.test", "::1", "127.1", "0x7f.1", "2130706433", "evil.test"])
    func hostsThatThePatternDoesNotKnow(_ host: String) throws {
        let published = try decide("F6", single(alone, host: host))
        #expect(words(published) == ["use"])
        #expect(published.answers.first?.step?.defect == "unseen")
        #expect(published.evaluation?.trustResult == .invalid)
        #expect(published.filesRead.isEmpty)
        let repaired = try decide("F6r", single(alone, host: host))
        #expect(words(repaired) == ["cancel"])
    }

    @Test func repairedNamesAreJudgedBySSLWithTheName() throws {
        #expect(words(try decide("F6r", chain.request())) == ["use"])
        let wrong = try decide("F6r", chain.request(host: "wrong.test"))
        #expect(words(wrong) == ["cancel"])
        #expect(wrong.evaluation?.code == .hostMismatch)
    }

    // F2 and F2c: the leaf's pin, the authority's pin, and the name.

    @Test func pins() throws {
        let leaf = ["server.cer": BundleSnapshot.Content.certificate(chain.leaf.certificate)]
        let authority = ["lab-ca.cer": BundleSnapshot.Content.certificate(chain.root.certificate)]
        let colleague = try chain.intermediate.issue(
            Recipe().with {
                $0.subject = "colleague.test"
                $0.alternativeNames = "DNS:colleague.test"
            }
        )
        var colleagues = chain.request(anchors: Anchors(), withRoot: true)
        colleagues.chain[0] = colleague.presented
        let right = chain.request(anchors: Anchors(), withRoot: true)
        for (flow, request, files, wanted) in [
            ("F2", right, leaf, "use"), ("F2", colleagues, leaf, "cancel"), ("F2c", right, authority, "use"),
            // A CA pin without the name: any certificate of that CA.
            ("F2c", colleagues, authority, "use"), ("F2cr", colleagues, authority, "cancel"),
            ("F2cr", right, authority, "use"), ("F2r", right, leaf, "use"),
        ] {
            let decision = try decide(flow, request, files)
            #expect(words(decision) == [wanted], "\(flow)")
            #expect(decision.evaluation?.step?.flow == "AFSecurityPolicy 4.0")
            #expect(decision.steps.first?.step.flow == flow)
        }
    }

    @Test func withoutItsPinTheFlowRefuses() throws {
        let decision = try decide("F2", chain.request(anchors: Anchors()))
        #expect(words(decision) == ["cancel"])
        #expect(decision.evaluation?.code == .pinEmpty)
    }

    // F4 and its variants.

    @Test func customAnchors() throws {
        let files: [String: BundleSnapshot.Content] = [
            "lab-ca.cer": .certificate(chain.root.certificate), "custom.der": .certificate(alone.certificate),
        ]
        let right = chain.request(anchors: Anchors())
        let wrongName = chain.request(anchors: Anchors(), host: "wrong.test")
        let publicly = try TestChain()
        for (flow, request, wanted) in [
            ("F4", right, "use"), ("F4", wrongName, "cancel"),
            // Setting anchors switches the system's off.
            ("F4", publicly.request(), "cancel"), ("F4t", right, "use"), ("F4t", wrongName, "use"),
            ("F4t", publicly.request(), "use"), ("F4tr", wrongName, "cancel"), ("F4c", right, "use"),
            ("F4c", wrongName, "cancel"), ("F4cr", right, "use"),
        ] {
            #expect(words(try decide(flow, request, files)) == [wanted], "\(flow)")
        }
    }

    @Test func tapThroughStopsAtWhatNothingRepairs() throws {
        let weak = try TestIdentity.selfSigned(Recipe(), key: TestKey(.rsa(512)))
        let files: [String: BundleSnapshot.Content] = [
            "lab-ca.cer": .certificate(chain.root.certificate), "custom.der": .certificate(alone.certificate),
        ]
        let decision = try decide("F4t", single(weak, host: "leaf.test"), files)
        #expect(words(decision) == ["cancel"])
        #expect(decision.evaluation?.trustResult == .fatalTrustFailure)
    }

    @Test func aMissingAnchorFileCancels() throws {
        let decision = try decide("F4", chain.request(), ["lab-ca.cer": .certificate(chain.root.certificate)])
        #expect(words(decision) == ["cancel"])
        #expect(decision.evaluation?.code == .fileMissing)
    }

    // F1 and F7.

    @Test func systemTrustAnswersByDefault() throws {
        #expect(words(try decide("F1", chain.request())) == ["default"])
        let refused = try decide("F1", chain.request(host: "wrong.test"))
        #expect(words(refused) == ["default"])
        #expect(refused.evaluation?.verdict == .refuse)
        #expect(refused.evaluation?.code == .hostMismatch)
    }

    @Test func acceptingAnythingLetsEverythingBy() throws {
        let stranger = try TestIdentity.selfSigned(Recipe().with { $0.subject = "evil.test" })
        let decision = try decide("F7", single(stranger, host: "wrong.test"))
        #expect(words(decision) == ["use"])
        #expect(decision.evaluation?.letBy.isEmpty == false)
        #expect(decision.evaluation?.trustResult == .invalid)
        #expect(words(try decide("F7r", single(stranger, host: "wrong.test"))) == ["cancel"])
        #expect(words(try decide("F7r", chain.request())) == ["use"])
    }

    @Test func theRightWayForAddressesChecksTheRealName() throws {
        #expect(words(try decide("F6n", chain.request())) == ["use"])
        #expect(words(try decide("F6n", chain.request(host: "192.0.2.1"))) == ["cancel"])
    }

    @Test func everyFlowIsFoundByItsName() {
        let names = Flow.all.map(\.reference.description)
        #expect(Set(names).count == names.count)
        let published = [
            "F1", "F1s", "F2", "F2c", "F3", "F4", "F4t", "F4c", "F5", "F6", "F6n", "F7", "F8", "F8s", "F9", "F10",
            "F11",
            "F12", "F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20",
        ]
        let repaired = [
            "F1sr", "F2r", "F2cr", "F3r", "F4tr", "F4cr", "F5r", "F6r", "F7r", "F8r", "F9r", "F10r", "F11r", "F15r",
            "F16r",
            "F17r", "F19r", "F20r",
        ]
        #expect(Set(names) == Set(published + repaired))
        for id in names {
            #expect(Flow.named(id.lowercased())?.reference.description == id)
            #expect(Presets.named(id)?.flow?.reference.description == id)
        }
        #expect(Flow.named("F99") == nil)
        for flow in Flow.all {
            #expect(!flow.steps.isEmpty && flow.steps.allSatisfy { !$0.source.isEmpty && !$0.text.isEmpty })
            #expect(flow.steps.map(\.number) == flow.steps.map(\.number).sorted(), "\(flow.reference)")
            // A form that was repaired had something to repair, and keeps none of it.
            let defects = flow.steps.compactMap(\.defect)
            if flow.reference.repaired { #expect(defects.isEmpty, "\(flow.reference)") }
            let counterpart = FlowReference(flow.reference.identifier, repaired: !flow.reference.repaired)
            if Flow.named(counterpart) != nil, !flow.reference.repaired, !["F2", "F2c"].contains("\(flow.reference)") {
                #expect(!defects.isEmpty, "\(flow.reference)")
            }
        }
    }
}
