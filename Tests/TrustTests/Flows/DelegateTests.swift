import Diagnosis
import Foundation
import Testing

@testable import Trust

/// The connection delegate beside the session's: what arrives, the filter, five answers, and the error of a cancel.
@Suite struct DelegateTests {
    private let chain: TestChain
    private let alice: TestIdentity

    init() throws {
        chain = try TestChain()
        alice = try chain.intermediate.issue(Recipe().with { $0.extendedKeyUsage = "clientAuth" })
    }

    private var files: [String: BundleSnapshot.Content] { ["lab-ca.cer": .certificate(chain.root.certificate)] }

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

    private func effect(
        _ disposition: Disposition,
        hasCredential: Bool = true,
        _ request: EvaluationRequest,
        _ delegate: ClientDelegate
    ) -> AnswerEffect {
        let decision = Decider.serverTrust(request, profile: ClientProfile())
        let answer = ClientAnswer(disposition, hasCredential: hasCredential)
        return Decider.effect(of: answer, serverTrust: request, decision: decision, delegate: delegate)
    }

    @Test func aCancelShowsBothCodes() {
        let bad = chain.request(host: "wrong.test")
        let session = effect(.cancelAuthenticationChallenge, bad, .session)
        #expect(session.error?.code == -999)
        #expect(session.elsewhere.map(\.text) == ["NSURLConnection: -1012 userCancelledAuthentication"])
        let connection = effect(.cancelAuthenticationChallenge, bad, .connection)
        #expect(connection.error?.code == -1012)
        #expect(connection.elsewhere.map(\.text) == ["NSURLSession: -999 cancelled"])
        for delegate in ClientDelegate.allCases {
            let answer = ClientAnswer(.cancelAuthenticationChallenge)
            let own = Decider.effect(
                of: answer,
                clientCertificate: asked,
                decision: ClientDecision(answers: [answer]),
                delegate: delegate
            )
            #expect(own.error == delegate.cancelError)
            #expect(own.elsewhere.map(\.error) == [delegate.other.cancelError])
        }
    }

    @Test func fiveAnswersOfAConnection() {
        let good = chain.request()
        let bad = chain.request(host: "wrong.test")
        let rows: [(Disposition, Bool, proceedsWithBad: Bool, error: Int?)] = [
            (.useCredential, true, true, nil), (.useCredential, false, false, -1202),
            (.performDefaultHandling, false, false, -1202), (.continueWithoutCredential, false, false, -1202),
            (.rejectProtectionSpace, false, false, -1202), (.cancelAuthenticationChallenge, false, false, -1012),
        ]
        for (disposition, hasCredential, proceeds, error) in rows {
            let found = effect(disposition, hasCredential: hasCredential, bad, .connection)
            #expect(found.proceeds == proceeds, "\(disposition) \(hasCredential)")
            #expect(found.error?.code == error)
            let accepted = effect(disposition, hasCredential: hasCredential, good, .connection)
            #expect(accepted.proceeds == (disposition != .cancelAuthenticationChallenge))
        }
        // In a session *use* with none is observed as -1200; in a connection it is taken as the fifth answer.
        #expect(effect(.useCredential, hasCredential: false, bad, .session).error?.code == -1200)
        #expect(effect(.useCredential, hasCredential: false, good, .connection).isAssumed)
    }

    @Test func anAnswerSetByHandIsTheDelegates() throws {
        for (delegate, wanted) in [
            (ClientDelegate.session, Disposition.useCredential), (.connection, .continueWithoutCredential),
        ] {
            var client = try FlowClient("system")
            client.profile.delegate = delegate
            client.profile.whenTrusted = .continue
            let answer = try #require(client.serverTrust(chain.request()).answers.first)
            #expect(answer.disposition == wanted)
            #expect(!answer.hasCredential)
        }
    }

    @Test func theFiltersAnswerIsKept() throws {
        let filtered = try FlowClient("F4c", files).clientCertificate(asked, identities)
        #expect(filtered.filter == false)
        #expect(filtered.words == ["default"])
        #expect(filtered.codes == [.challengeFiltered])
        #expect(filtered.steps.last?.result.contains("canAuthenticateAgainstProtectionSpace: NO") == true)
        let all = ["lab-ca.cer", "custom.der"].map { ($0, BundleSnapshot.Content.certificate(chain.root.certificate)) }
        let passed = try FlowClient("F4c", Dictionary(uniqueKeysWithValues: all)).serverTrust(chain.request())
        #expect(passed.filter == true)
        #expect(passed.words == ["use"])
        #expect(try FlowClient("F4").clientCertificate(asked, identities).filter == nil)
    }

    @Test func f18AsksTheFilterFirstAndHasAFifthAnswer() throws {
        let client = try FlowClient("F18", files)
        let right = chain.request(anchors: Anchors(), withRoot: true)
        let trusted = client.serverTrust(right)
        #expect(trusted.words == ["use"])
        #expect(trusted.steps.map(\.step.number) == [1, 2, 3])
        #expect(trusted.filter == true)
        let refused = chain.request(anchors: Anchors(), host: "wrong.test", withRoot: true)
        #expect(try client.effect(refused).error?.code == -1012)
        #expect(client.clientCertificate(asked, identities).answers.first?.identity != nil)
        let without = client.clientCertificate(asked, [])
        #expect(without.words == ["none"])
        #expect(without.answers.first?.step?.number == 6)
        let basic = client.password(PasswordChallenge(method: .httpBasic, host: "a.test", port: 443))
        #expect(basic.filter == false)
        #expect(basic.codes == [.challengeFiltered])
    }

    @Test func f16OffersTheIdentityToAQuestionForAPassword() throws {
        let methods = AuthenticationMethod.allCases.filter(\.asksForPassword)
        for method in methods {
            let challenge = PasswordChallenge(method: method, host: "a.test", port: 443, realm: "lab")
            let published = try FlowClient("F16", files).password(challenge, identities)
            #expect(published.answers.first?.identity?.subject == "leaf.test", "\(method)")
            #expect(published.codes == [.challengeWrongCredential])
            let answer = try #require(published.answers.first)
            let effect = Decider.effect(of: answer, password: challenge, delegate: .connection)
            #expect(effect.proceeds && effect.code == .challengeWrongCredential)
            #expect(try FlowClient("F16r", files).password(challenge, identities).words == ["default"])
            // With a session's block Basic and Digest do not arrive, NTLM and Negotiate do.
            let session = try FlowClient("F3", files).password(challenge, identities)
            let arrives = method == .ntlm || method == .negotiate
            #expect((session.answers.first?.identity != nil) == arrives, "\(method)")
            #expect(session.steps.isEmpty != arrives)
            // With F4c all but server trust is filtered.
            #expect(try FlowClient("F4c", files).password(challenge, identities).filter == false)
        }
        let none = try FlowClient("F16", files).password(PasswordChallenge(method: .ntlm, host: "a.test", port: 443))
        #expect(none.words == ["use"])
        #expect(none.answers.first?.hasCredential == false)
        #expect(none.codes.contains(.challengeNoCredential))
        #expect(try FlowClient("F16", files).clientCertificate(asked, identities).codes.contains(.identityChainDropped))
    }

    @Test func whatLibrariesAnswerToOtherChallenges() throws {
        func answer(_ policy: some TrustPolicy, _ delegate: ClientDelegate, failures: Int, has: Bool) -> Disposition {
            let challenge = PasswordChallenge(
                method: .httpBasic,
                host: "a.test",
                port: 443,
                previousFailureCount: failures,
                hasProposedCredential: has
            )
            return policy.answer(to: challenge, delegate).disposition
        }
        let alamofire = AlamofirePolicy(evaluator: .default(validatesHost: true))
        #expect(answer(alamofire, .session, failures: 0, has: true) == .useCredential)
        #expect(answer(alamofire, .session, failures: 0, has: false) == .performDefaultHandling)
        #expect(answer(alamofire, .session, failures: 1, has: true) == .rejectProtectionSpace)
        let old = AFSecurityPolicy(version: "2.5.4")
        #expect(answer(old, .connection, failures: 0, has: true) == .useCredential)
        #expect(answer(old, .connection, failures: 1, has: true) == .continueWithoutCredential)
        #expect(answer(old, .session, failures: 0, has: false) == .performDefaultHandling)
        #expect(answer(AFSecurityPolicy(), .connection, failures: 0, has: false) == .performDefaultHandling)
        var profile = ClientProfile(policy: Policy(old))
        profile.delegate = .connection
        let without = Decider.clientCertificate(asked, profile: profile, bundle: BundleSnapshot(), identities: [])
        #expect(without.words == ["none"])
    }

    @Test func refusalsShowDifferentlyInsideALibrary() throws {
        let bad = chain.request(host: "wrong.test")
        func elsewhere(_ policy: some TrustPolicy) -> [String] {
            let request = bad.with { $0.policy = Policy(policy) }
            let decision = Decider.serverTrust(request, profile: ClientProfile(policy: request.policy))
            return decision.answers.first.map {
                Decider.effect(of: $0, serverTrust: request, decision: decision).elsewhere.map(\.text)
            } ?? []
        }
        #expect(
            elsewhere(AFSecurityPolicy()) == [
                "NSURLConnection: -1012 userCancelledAuthentication",
                "AFNetworking's completion handler: -1202 serverCertificateUntrusted",
            ]
        )
        #expect(elsewhere(AFSecurityPolicy(version: "3.2")).count == 1)
        #expect(
            elsewhere(AlamofirePolicy(evaluator: .default(validatesHost: true))).last
                == "Alamofire's response: 0 serverTrustEvaluationFailed(trustEvaluationFailed)"
        )
    }

    @Test func profilesWrittenBeforeThereWasAChoiceAreOfASession() throws {
        let written = try JSONEncoder().encode(ClientProfile())
        var object = try #require(JSONSerialization.jsonObject(with: written) as? [String: Any])
        object["delegate"] = nil
        object["identityRules"] = nil
        let read = try JSONDecoder().decode(ClientProfile.self, from: JSONSerialization.data(withJSONObject: object))
        #expect(read == ClientProfile())
        var other = ClientProfile()
        other.delegate = .connection
        #expect(try JSONDecoder().decode(ClientProfile.self, from: JSONEncoder().encode(other)) == other)
    }
}
