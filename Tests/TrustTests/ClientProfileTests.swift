import Foundation
import Testing

@testable import Trust

@Suite struct ClientProfileTests {
    /// Every switch takes every one of its values, shows it, and takes nothing else.
    @Test(arguments: Presets.all.map(\.name)) func everySwitchTakesItsValues(_ name: String) throws {
        var profile = try #require(Presets.named(name)).profile
        profile.anchors.files = ["a.cer"]
        for found in profile.switches {
            for value in found.values {
                var changed = profile
                let isSet = changed.set(found.identifier, to: value)
                #expect(isSet, "\(found.identifier) \(value)")
                let shown = changed.switches.first { $0.identifier == found.identifier }
                #expect(shown?.value == value, "\(found.identifier) \(value)")
                #expect((changed == profile) == (value == found.value), "\(found.identifier) \(value)")
                #expect((changed.hash == profile.hash) == (changed == profile))
            }
            var changed = profile
            let isSet = changed.set(found.identifier, to: "no such value")
            #expect(!isSet && changed == profile)
        }
        #expect(Set(profile.switches.map(\.identifier)).count == profile.switches.count)
    }

    @Test(arguments: Presets.all.map(\.name)) func profilesAreWrittenAndReadAgain(_ name: String) throws {
        let profile = try #require(Presets.named(name)).profile
        let data = try JSONEncoder().encode(profile)
        #expect(try JSONDecoder().decode(ClientProfile.self, from: data) == profile)
    }

    @Test func presetsReadTheirPinsFromTheBundle() throws {
        let chain = try TestChain()
        let bundle = BundleSnapshot(files: ["server.cer": .certificate(chain.leaf.certificate)])
        let profile = try #require(Presets.named("F2")).profile(bundle: bundle)
        #expect((profile.policy.base as? AFSecurityPolicy)?.pins == [chain.leaf.pin])
        #expect(profile.policy.base.words.map(\.text) == ["certificate (1 leaf)", "allowInvalid ON", "domain OFF"])
        let authority = BundleSnapshot(files: ["lab-ca.cer": .certificate(chain.root.certificate)])
        let pinned = try #require(Presets.named("F2c")).profile(bundle: authority)
        #expect(pinned.policy.base.words.first?.text == "certificate (1 CA)")
        #expect(pinned.transportSecurity?.hasException == true)
    }

    @Test func theFirstSwitchThatChangesADecisionIsFound() throws {
        let chain = try TestChain()
        let stranger = try TestIdentity.selfSigned(Recipe().with { $0.subject = "other" })
        let pinned = ClientProfile(policy: Policy(AFSecurityPolicy(pinningMode: .publicKey, pins: [stranger.pin])))
        var request = chain.request()
        request.apply(pinned, anchors: request.anchors, bundle: BundleSnapshot())
        let found = Decider.wouldBe(request, profile: pinned, urlHost: TestChain.host)
        #expect(found?.identifier == "pinningMode")
        #expect(found?.value == "none")
        #expect(found?.decision.answers.first?.disposition == .useCredential)

        let system = ClientProfile(policy: Policy(SecTrustPolicy()))
        var wrong = chain.request(host: "wrong.test")
        wrong.apply(system, anchors: wrong.anchors, bundle: BundleSnapshot())
        let host = Decider.wouldBe(wrong, profile: system, urlHost: "wrong.test")
        #expect(host?.identifier == "policy" && host?.value == "basicX509")
    }
}
