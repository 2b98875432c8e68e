import Diagnosis
import Foundation
import Testing

@testable import Trust

/// F5 and F8 to F20: what each decides, as published and as repaired, with the step that decided.
@Suite struct FurtherFlowTests {
    private let chain: TestChain
    private let alone: TestIdentity
    private let alice: TestIdentity
    private let files: [String: BundleSnapshot.Content]

    init() throws {
        chain = try TestChain()
        alone = try TestIdentity.selfSigned(Recipe())
        alice = try chain.intermediate.issue(
            Recipe().with {
                $0.subject = "alice"
                $0.alternativeNames = nil
                $0.extendedKeyUsage = "clientAuth"
            }
        )
        files = [
            "server.cer": .certificate(chain.leaf.certificate), "lab-ca.cer": .certificate(chain.root.certificate),
        ]
    }

    private var stranger: EvaluationRequest {
        var request = EvaluationRequest(chain: [alone.presented], host: "leaf.test", date: TestChain.now)
        request.anchors = Anchors()
        return request
    }

    /// The chain of a private CA, which no system knows.
    private func own(host: String = TestChain.host) -> EvaluationRequest {
        chain.request(anchors: Anchors(), host: host, withRoot: true)
    }

    private var asked: ClientCertificateRequest {
        ClientCertificateRequest(
            issuers: [chain.intermediate.certificate.subject],
            signatureAlgorithms: [],
            keyTypes: [],
            host: "mutual.test",
            date: TestChain.now
        )
    }

    private var identities: [Identity] { [alice.identity(chain: [chain.intermediate.certificate])] }

    private func decide(_ flow: String, _ request: EvaluationRequest) throws -> ClientDecision {
        try FlowClient(flow, files).serverTrust(request)
    }

    @Test func f1sDecidesAsTheSystemAndLosesTheError() throws {
        #expect(try decide("F1s", chain.request()).words == ["default"])
        let refused = try decide("F1s", chain.request(host: "wrong.test"))
        #expect(refused.evaluation?.code == .hostMismatch)
        #expect(refused.steps.map(\.step.number) == [1])
        let flow = try #require(Flow.named("F1s"))
        #expect(flow.steps.last?.defect == "refused and empty look the same")
        #expect(flow.delegate == .connection)
    }

    @Test func f5LosesTheNameAndEveryRuleOfSSL() throws {
        let old = try TestChain(
            leaf: Recipe().with {
                $0.subject = "elsewhere.test"
                $0.alternativeNames = "DNS:elsewhere.test"
                $0.extendedKeyUsage = "clientAuth"
                $0.from = Date(timeIntervalSince1970: 1_600_000_000)
                $0.to = Date(timeIntervalSince1970: 1_800_000_000)
            }
        )
        let published = try decide("F5", old.request())
        #expect(published.words == ["use"])
        #expect(published.answers.first?.step?.number == 4)
        for check in [CheckID.host, .purpose, .lifetime] { #expect(published.evaluation?.result(check) == .letBy) }
        #expect(published.evaluation?.trustResult == .unspecified)
        let repaired = try decide("F5r", old.request())
        #expect(repaired.words == ["cancel"])
        let failed = repaired.evaluation?.failed.map(\.id) ?? []
        for check in [CheckID.host, .purpose, .lifetime] { #expect(failed.contains(check)) }
        // What basic X.509 still asks for.
        #expect(try decide("F5", stranger).words == ["cancel"])
        #expect(try decide("F5r", chain.request()).words == ["use"])
    }

    @Test func f8AnswersUseWithoutAnEvaluation() throws {
        for flow in ["F8", "F8s"] {
            for request in [stranger, own(host: "wrong.test"), chain.request()] {
                let decision = try decide(flow, request)
                #expect(decision.words == ["use"])
                #expect(decision.answers.first?.step?.number == 3)
                #expect(decision.answers.first?.step?.defect == "whatever the chain")
                #expect(decision.evaluation?.trustResult == .invalid)
            }
            let client = try FlowClient(flow, files)
            let answer = client.clientCertificate(asked, identities)
            #expect(answer.answers.first?.identity?.subject == "alice")
            #expect(answer.answers.first?.sends == .leafOnly)
            #expect(client.clientCertificate(asked, []).words == ["none"])
        }
        #expect(try decide("F8r", stranger).words == ["cancel"])
        #expect(try decide("F8r", own()).words == ["use"])
        #expect(try decide("F8r", own(host: "second.test")).evaluation?.code == .hostMismatch)
        let defects = try #require(Flow.named("F8")).steps.compactMap(\.defect)
        #expect(defects.contains("one flag for every host, never reset"))
        #expect(defects.contains("the first request is sent twice"))
    }

    @Test func f9IsRefusedBeforeTheCallbackAndAfterUse() throws {
        var client = try FlowClient("F9", files)
        let before = try client.effect(own(host: "wrong.test"))
        #expect(!before.proceeds)
        #expect(before.code == .atsBeforeChallenge)
        #expect(before.error?.code == -1200)
        client.profile.transportSecurity?.order = .afterUse
        #expect(try client.effect(own()).code == .atsAfterUse)
        // A chain that the system accepts is the policy's own affair.
        #expect(try client.effect(chain.request(withRoot: true)).proceeds)
        let excepted = try FlowClient("F9r", files)
        #expect(try excepted.effect(own()).proceeds)
        #expect(try excepted.effect(own(host: "wrong.test")).error?.code == -999)
    }

    @Test(arguments: ["F10", "F10r", "F11", "F11r", "F19", "F19r"]) func flowsAboutLoadingDecideAsTheSystem(
        _ flow: String
    ) throws {
        #expect(try decide(flow, chain.request()).words == ["default"])
        #expect(try decide(flow, stranger).evaluation?.code == .chainSelfSigned)
    }

    @Test func f11AndF19BringTheirSettings() throws {
        let swapped = try #require(Flow.named("F11")).settings
        #expect(swapped.headers == [.init("application/json; charset=utf-8", "Content-Type")])
        #expect(!swapped.acceptedTypes.contains("text/html"))
        let right = try #require(Flow.named("F11r")).settings
        #expect(right.headers == [.init("Content-Type", "application/json; charset=utf-8")])
        #expect(right.acceptedTypes.contains("text/html"))
        #expect(try FlowClient("F19").profile.answersKept == .asIOS)
        #expect(try FlowClient("F19r").profile.answersKept == .fresh)
    }

    @Test func f12AndF13TrustTheOwnAuthorityAlone() throws {
        for flow in ["F12", "F13"] {
            #expect(try decide(flow, own()).words == ["use"])
            #expect(try decide(flow, own(host: "wrong.test")).words == ["cancel"])
            // The system's anchors are off.
            #expect(
                try FlowClient(flow, ["lab-ca.cer": .certificate(alone.certificate)]).serverTrust(chain.request()).words
                    == ["cancel"]
            )
            let client = try FlowClient(flow, files)
            let sent = client.clientCertificate(asked, identities)
            #expect(sent.answers.first?.sends == .chain)
            #expect(sent.choice?.contains("alice of client.p12 is sent") == true)
        }
        #expect(try FlowClient("F12", files).clientCertificate(asked, []).words == ["cancel"])
        #expect(try FlowClient("F13", files).clientCertificate(asked, []).words == ["default"])
    }

    @Test func f14AnswersBothChallengesSoundly() throws {
        #expect(try decide("F14", chain.request()).words == ["default"])
        let client = try FlowClient("F14", files)
        #expect(client.clientCertificate(asked, identities).answers.first?.identity?.subject == "alice")
        #expect(client.clientCertificate(asked, []).words == ["default"])
    }

    @Test func f15AsksTheHostsEvaluator() throws {
        func judge(_ flow: String, _ host: String, _ leaf: TestIdentity? = nil) throws -> ClientDecision {
            let named = try chain.intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:\(host)" })
            var request = chain.request(host: host, withRoot: true)
            request.chain[0] = (leaf ?? named).presented
            return try FlowClient(flow, files.merging(["server.cer": .certificate(named.certificate)]) { $1 })
                .serverTrust(request)
        }
        for (host, step) in [
            ("good.lab.test", "PinnedCertificatesTrustEvaluator"),
            ("rotated-leaf-same-key.lab.test", "PublicKeysTrustEvaluator"),
            ("wildcard.lab.test", "DefaultTrustEvaluator"), ("mutual.lab.test", "RevocationTrustEvaluator"),
        ] {
            let decision = try judge("F15", host)
            #expect(decision.words == ["use"], "\(host)")
            #expect(decision.evaluation?.step?.flow == step)
        }
        let another = try chain.intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:good.lab.test" })
        let unpinned = try judge("F15", "good.lab.test", another)
        #expect(unpinned.words == ["cancel"])
        #expect(unpinned.evaluation?.failureReason == "certificatePinningFailed")
        let unlisted = try judge("F15", "nowhere.lab.test")
        #expect(unlisted.evaluation?.code == .policyNoEvaluator)
        #expect(unlisted.evaluation?.failureReason == "noRequiredEvaluator")
        // The lookup is exact: no case folding.
        #expect(try judge("F15", "GOOD.lab.test").evaluation?.code == .policyNoEvaluator)
        let disabled = try judge("F15", "expired.lab.test", alone)
        #expect(disabled.words == ["use"])
        #expect(disabled.evaluation?.step?.defect == "never evaluated")
        let repaired = try judge("F15r", "expired.lab.test", alone)
        #expect(repaired.words == ["cancel"])
        #expect(repaired.evaluation?.failureReason == "trustEvaluationFailed")
    }

    @Test func f17MeetsTheFilesAsTheyAre() throws {
        let pem = ["server.cer": BundleSnapshot.Content.other(Problem(.fileIsPem, "server.cer is PEM"))]
        let missing = try FlowClient("F17").serverTrust(own())
        #expect(missing.answers.isEmpty)
        #expect(missing.crash == "attempt to insert a nil object into a literal")
        #expect(missing.evaluation?.code == .fileMissing)
        let unusable = try FlowClient("F17", pem).serverTrust(own())
        #expect(unusable.words == ["cancel"])
        #expect(unusable.evaluation?.code == .pinNoMatch)
        #expect(unusable.answers.first?.step?.defect == "nobody is told")
        #expect(unusable.codes.contains(.fileIsPem))
        #expect(try decide("F17", own(host: "wrong.test")).words == ["use"])
        #expect(try FlowClient("F17r").serverTrust(own()).evaluation?.code == .fileMissing)
        #expect(try FlowClient("F17r", pem).serverTrust(own()).evaluation?.code == .fileIsPem)
        #expect(try decide("F17r", own()).words == ["use"])
        #expect(try decide("F17r", own(host: "wrong.test")).words == ["cancel"])
    }

    @Test func f20ShowsTheSameClientInEveryCopy() throws {
        let client = try FlowClient("F20", files)
        let sent = client.clientCertificate(asked, identities)
        #expect(sent.answers.first?.identity?.subject == "alice")
        #expect(sent.answers.first?.step?.defect == "it proves the app, not the user")
        #expect(!sent.codes.contains(.identityIsServerKey))
        var ofServer = asked
        ofServer.serverKey = alice.certificate.publicKeySHA256
        #expect(client.clientCertificate(ofServer, identities).codes.contains(.identityIsServerKey))
        #expect(client.serverTrust(chain.request()).words == ["default"])
        let repaired = try FlowClient("F20r", files)
        #expect(repaired.clientCertificate(asked, identities).words == ["default"])
        #expect(try #require(Flow.named("F20r")).files.isEmpty)
    }
}
