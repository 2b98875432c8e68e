import Diagnosis
import Foundation
import Testing

@testable import Trust

/// What follows from each answer, by the state of the chain and of transport security.
@Suite struct AnswerEffectTests {
    private let chain: TestChain

    init() throws { chain = try TestChain() }

    private func effect(
        _ answer: ClientAnswer,
        _ request: EvaluationRequest,
        _ security: TransportSecurity? = nil
    ) -> AnswerEffect {
        let request = request.with { $0.transportSecurity = security }
        let decision = Decider.serverTrust(request, profile: ClientProfile(policy: request.policy))
        return Decider.effect(of: answer, serverTrust: request, decision: decision)
    }

    private var good: EvaluationRequest { chain.request() }
    private var wrongName: EvaluationRequest { chain.request(host: "wrong.test") }
    private var untrusted: EvaluationRequest { chain.request(anchors: Anchors(), withRoot: true) }
    private var unknownIssuer: EvaluationRequest { chain.request(anchors: Anchors()) }
    private var expired: EvaluationRequest {
        chain.request().with { $0.date = Date(timeIntervalSince1970: 1_790_000_000) }
    }
    private var future: EvaluationRequest {
        chain.request().with { $0.date = Date(timeIntervalSince1970: 1_740_000_000) }
    }

    @Test func aCredentialForTheTrustIsObeyed() {
        for request in [good, wrongName, untrusted, unknownIssuer, expired, future] {
            let effect = effect(ClientAnswer(.useCredential), request)
            #expect(effect.proceeds)
            #expect(effect.error == nil)
        }
    }

    @Test func everyAnswerLetsAGoodChainPassButCancel() {
        for disposition in Disposition.allCases where disposition != .cancelAuthenticationChallenge {
            #expect(effect(ClientAnswer(disposition), good).proceeds, "\(disposition)")
        }
        #expect(effect(ClientAnswer(.useCredential, hasCredential: false), good).proceeds)
        let cancelled = effect(ClientAnswer(.cancelAuthenticationChallenge), good)
        #expect(!cancelled.proceeds)
        #expect(cancelled.error?.code == -999)
        #expect(cancelled.x509Error == 50)
    }

    @Test func defaultHandlingGivesTheSystemsError() {
        let cases: [(EvaluationRequest, Int, Bool, Int32, String)] = [
            (wrongName, -1202, false, 62, "host.mismatch"), (untrusted, -1202, false, 19, "chain.untrusted-root"),
            (unknownIssuer, -1203, true, 20, "chain.missing-issuer"), (expired, -1201, true, 10, "date.expired"),
            (future, -1204, true, 9, "date.not-yet-valid"),
        ]
        for (request, number, isAssumed, x509, code) in cases {
            let effect = effect(ClientAnswer(.performDefaultHandling), request)
            #expect(!effect.proceeds)
            #expect(effect.error?.code == number, "\(code)")
            #expect(effect.isAssumed == isAssumed, "\(code)")
            #expect(effect.x509Error == x509)
            #expect(effect.code?.rawValue == code)
        }
    }

    @Test func rejectAndUseWithoutACredentialFallBackToTheDefaultVerdict() {
        let rejected = effect(ClientAnswer(.rejectProtectionSpace), untrusted)
        #expect(rejected.error?.code == -1202)
        #expect(!rejected.isAssumed)
        let empty = effect(ClientAnswer(.useCredential, hasCredential: false), untrusted)
        #expect(empty.error?.code == -1200)
        #expect(empty.isAssumed)
        let continued = effect(ClientAnswer(.continueWithoutCredential), untrusted)
        #expect(continued.error?.code == -1202)
    }

    @Test func cancelAfterARefusalSaysWhatWasRefused() {
        let effect = effect(ClientAnswer(.cancelAuthenticationChallenge), expired)
        #expect(effect.error?.code == -999)
        #expect(effect.code == .dateExpired)
        #expect(effect.x509Error == 10)
        #expect(effect.reason.contains("ended on"))
    }

    @Test func transportSecurityNeverLetsTrustBeLoosened() {
        for order in TransportSecurity.Order.allCases {
            let use = effect(ClientAnswer(.useCredential), untrusted, TransportSecurity(order: order))
            #expect(!use.proceeds)
            #expect(use.error?.code == -1200)
            #expect(use.code == (order == .beforeChallenge ? .atsBeforeChallenge : .atsAfterUse))
            #expect(use.isAssumed)
            #expect(effect(ClientAnswer(.useCredential), good, TransportSecurity(order: order)).proceeds)
            let exception = TransportSecurity(hasException: true, order: order)
            #expect(effect(ClientAnswer(.useCredential), untrusted, exception).proceeds)
        }
        // The delegate's own cancel is the same with and without it.
        let cancel = effect(ClientAnswer(.cancelAuthenticationChallenge), untrusted, TransportSecurity())
        #expect(cancel.error?.code == -999)
    }

    @Test func underOtherRulesOnlyTheConnectionCounts() {
        for rules in [RuleSet.openssl, .strict] {
            let request = untrusted.with { $0.rules = rules }
            #expect(effect(ClientAnswer(.useCredential), request, TransportSecurity()).proceeds)
        }
    }

    @Test func theConnectionsRequirements() {
        let cases: [(String, String, TransportSecurity, String?)] = [
            ("1.3", "TLS_AES_128_GCM_SHA256", TransportSecurity(), nil),
            ("1.2", "ECDHE-ECDSA-AES128-GCM-SHA256", TransportSecurity(), nil),
            ("1.1", "ECDHE-RSA-AES128-SHA", TransportSecurity(), "ats.min-tls"),
            ("1.1", "ECDHE-RSA-AES128-SHA", TransportSecurity(minimumVersion: "1.0"), nil),
            ("1.2", "ECDHE-ECDSA-AES128-GCM-SHA256", TransportSecurity(minimumVersion: "1.3"), "ats.min-tls"),
            ("1.2", "AES128-GCM-SHA256", TransportSecurity(), "ats.forward-secrecy"),
            ("1.2", "AES128-GCM-SHA256", TransportSecurity(requiresForwardSecrecy: false), nil),
        ]
        for (version, suite, security, code) in cases {
            for rules in RuleSet.allCases {
                let request = good.with {
                    $0.rules = rules
                    $0.connection = NegotiatedConnection(version: version, cipherSuite: suite)
                }
                for disposition in [Disposition.useCredential, .performDefaultHandling] {
                    let effect = effect(ClientAnswer(disposition), request, security)
                    #expect(effect.proceeds == (code == nil), "\(version) \(suite) \(rules) \(disposition)")
                    if let code { #expect(effect.code?.rawValue == code) }
                }
            }
        }
    }

    @Test func answersToAClientCertificateChallenge() throws {
        let identity = chain.leaf.identity(chain: [chain.intermediate.certificate])
        let request = ClientCertificateRequest(
            issuers: [],
            signatureAlgorithms: [],
            keyTypes: [],
            host: "a.test",
            date: TestChain.now
        )
        func effect(_ answer: ClientAnswer) -> AnswerEffect {
            Decider.effect(of: answer, clientCertificate: request, decision: ClientDecision(answers: [answer]))
        }
        let sent = effect(ClientAnswer(.useCredential, identity: identity.summary, sends: .leafOnly))
        #expect(sent.proceeds && sent.identity == identity.summary && sent.sends == .leafOnly)
        let empty = effect(ClientAnswer(.useCredential))
        #expect(empty.proceeds && empty.identity == nil && empty.code == .challengeNoCredential && empty.isAssumed)
        for disposition in [Disposition.performDefaultHandling, .rejectProtectionSpace, .continueWithoutCredential] {
            let none = effect(ClientAnswer(disposition))
            #expect(none.proceeds && none.identity == nil)
            #expect(none.isAssumed == (disposition == .rejectProtectionSpace))
        }
        let cancelled = effect(ClientAnswer(.cancelAuthenticationChallenge))
        #expect(!cancelled.proceeds && cancelled.error?.code == -999)
    }
}
