import Diagnosis
import Foundation
import Testing

@testable import Trust

@Suite struct ClientCertificateFlowTests {
    private let root: TestIdentity
    private let authority: TestIdentity
    private let alice: TestIdentity
    private let stranger: TestIdentity

    init() throws {
        root = try TestIdentity.selfSigned(.authority("Client Root"))
        authority = try root.issue(.authority("Client Authority"))
        let client = Recipe().with {
            $0.subject = "alice"
            $0.alternativeNames = nil
            $0.extendedKeyUsage = "clientAuth"
        }
        alice = try authority.issue(client)
        stranger = try TestIdentity.selfSigned(client.with { $0.subject = "bob" })
    }

    private func asked(for issuers: [TestIdentity], keyTypes: [String] = ["EC", "RSA"]) -> ClientCertificateRequest {
        ClientCertificateRequest(
            issuers: issuers.map(\.certificate.subject),
            signatureAlgorithms: ["ecdsa_secp256r1_sha256"],
            keyTypes: keyTypes,
            host: "mutual.test",
            date: TestChain.now
        )
    }

    private var file: [Identity] { [alice.identity(chain: [authority.certificate])] }

    private func decide(
        _ preset: String,
        _ request: ClientCertificateRequest,
        _ identities: [Identity],
        _ change: (inout ClientProfile) -> Void = { _ in },
        files: [String: BundleSnapshot.Content] = [:]
    ) throws -> ClientDecision {
        let found = try #require(Presets.named(preset))
        let bundle = BundleSnapshot(files: files)
        var profile = found.profile(bundle: bundle)
        change(&profile)
        return Decider.clientCertificate(request, profile: profile, bundle: bundle, identities: identities)
    }

    @Test func twoWayAsPublishedSendsTheFirstLeafAlone() throws {
        let identities = [stranger.identity(), alice.identity(chain: [authority.certificate])]
        let decision = try decide("F3", asked(for: [authority]), identities)
        #expect(decision.answers.map(\.disposition) == [.useCredential])
        #expect(decision.answers.first?.identity?.subject == "bob")
        #expect(decision.answers.first?.sends == .leafOnly)
        #expect(decision.codes.contains(.identityFirstOfMany))
        #expect(decision.codes.contains(.identityPersistenceIgnored))
        #expect(decision.offers.map(\.fits) == [false, true])
        let single = try decide("F3", asked(for: [authority]), file)
        #expect(single.codes.contains(.identityChainDropped))
        #expect(!single.codes.contains(.identityFirstOfMany))
    }

    @Test func twoWayRepairedPicksByIssuerAndSendsTheChain() throws {
        let identities = [stranger.identity(), alice.identity(chain: [authority.certificate])]
        let decision = try decide("F3r", asked(for: [root]), identities)
        #expect(decision.answers.first?.identity?.subject == "alice")
        #expect(decision.answers.first?.sends == .chain)
        #expect(decision.codes.isEmpty)
        let none = try decide("F3r", asked(for: [stranger]), file)
        #expect(none.answers.map(\.disposition) == [.cancelAuthenticationChallenge])
    }

    @Test func withoutTheFileThePublishedFormSaysNothing() throws {
        let locked = BundleSnapshot.Content.locked(Problem(.p12MacMismatch, "wrong pass phrase"))
        for files in [[:], ["client.p12": locked]] as [[String: BundleSnapshot.Content]] {
            let published = try decide("F3", asked(for: [authority]), [], files: files)
            #expect(published.answers.map(\.disposition) == [.performDefaultHandling])
            #expect(published.filesRead.first?.problem != nil)
            let repaired = try decide("F3r", asked(for: [authority]), [], files: files)
            #expect(repaired.answers.map(\.disposition) == [.cancelAuthenticationChallenge])
        }
    }

    @Test func otherFlowsAnswerAsTheirStepsSay() throws {
        for (flow, wanted) in [
            ("F1", Disposition.performDefaultHandling), ("F2", .performDefaultHandling),
            ("F2c", .performDefaultHandling),
            ("F4", .performDefaultHandling), ("F7", .performDefaultHandling), ("F6n", .performDefaultHandling),
        ] {
            #expect(try decide(flow, asked(for: []), file).answers.map(\.disposition) == [wanted], "\(flow)")
        }
        let direct = try decide("F6", asked(for: []), file)
        #expect(direct.answers.isEmpty)
        #expect(direct.codes.contains(.challengeNeverAnswered))
        let filtered = try decide("F4c", asked(for: []), file)
        #expect(filtered.codes.contains(.challengeFiltered))
        #expect(try decide("F4cr", asked(for: []), file).answers.first?.identity?.subject == "alice")
        #expect(try decide("F6r", asked(for: []), file).answers.first?.identity?.subject == "alice")
        #expect(try decide("F6r", asked(for: []), []).answers.map(\.disposition) == [.performDefaultHandling])
    }

    @Test func offersSayWhyTheyFitOrNot() throws {
        let old = try authority.issue(
            Recipe().with {
                $0.subject = "carol"
                $0.alternativeNames = nil
                $0.from = Date(timeIntervalSince1970: 1_700_000_000)
                $0.to = Date(timeIntervalSince1970: 1_759_000_000)
                $0.extendedKeyUsage = "serverAuth"
            }
        )
        let identities = [
            alice.identity(chain: [authority.certificate]), stranger.identity(), old.identity(file: "old.p12"),
        ]
        let decision = try decide("system", asked(for: [authority]), identities) { $0.identity = .file("client.p12") }
        #expect(decision.offers.map(\.fits) == [true, false, false])
        #expect(decision.offers[0].why.contains("Client Authority is named"))
        #expect(decision.offers[1].codes == [.clientIssuerNotAccepted])
        #expect(decision.offers[2].codes == [.clientExpired, .clientPurpose])
        #expect(decision.answers.first?.identity?.subject == "alice")
        // The root is named, and the chain in the file leads up to it.
        let byRoot = try decide("system", asked(for: [root]), identities) { $0.identity = .file("client.p12") }
        #expect(byRoot.offers[0].fits)
        let alone = [alice.identity()]
        #expect(try decide("system", asked(for: [root]), alone) { $0.identity = .file("x") }.offers[0].fits == false)
        let types = try decide("system", asked(for: [authority], keyTypes: ["RSA"]), identities)
        #expect(types.offers.allSatisfy { !$0.fits })
    }

    @Test func theSwitchesDecideWhatIsAnswered() throws {
        let cases: [(FixedAnswer, Bool, [String])] = [
            (.use, true, ["use"]), (.cancel, true, ["cancel"]), (.reject, true, ["reject"]), (.silent, true, []),
            (.default, false, ["default"]), (.none, false, ["use"]), (.cancel, false, ["cancel"]), (.silent, false, []),
        ]
        for (answer, fits, wanted) in cases {
            let decision = try decide("system", asked(for: fits ? [] : [stranger]), file) {
                $0.identity = .file("client.p12")
                if fits { $0.whenIdentityFits = answer } else { $0.whenNoIdentity = answer }
            }
            #expect(decision.answers.map(\.disposition.word) == wanted, "\(answer) \(fits)")
        }
        let asks = try decide("system", asked(for: []), file) { $0.identity = .ask }
        #expect(asks.asksPerson)
        let off = try decide("F3", asked(for: []), file) { $0.identity = .none }
        #expect(off.answers.map(\.disposition) == [.performDefaultHandling])
        let leafOnly = try decide("system", asked(for: []), file) {
            $0.identity = .file("client.p12")
            $0.sends = .leafOnly
        }
        #expect(leafOnly.codes == [.identityChainDropped])
        #expect(leafOnly.answers.first?.sends == .leafOnly)
    }
}
