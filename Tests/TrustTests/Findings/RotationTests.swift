import Foundation
import Testing

@testable import Trust

@Suite struct RotationTests {
    private let world: AuditWorld
    /// The server that is asked about: not the victim of the audit.
    private let server: TestChain

    init() throws {
        world = try AuditWorld()
        server = try TestChain()
    }

    private func rotation(_ policy: some TrustPolicy) -> Rotation {
        let profile = world.client(policy)
        var request = server.request()
        request.apply(profile, anchors: request.anchors, bundle: BundleSnapshot())
        return Rotation(request, profile: profile, urlHost: TestChain.host, material: world.material)
    }

    private func accepted(_ rotation: Rotation) -> [HonestRow] { rotation.rows.filter(\.isAccepted).map(\.row) }

    @Test func aLeafPinEndsWithTheLeaf() {
        let rotation = rotation(AFSecurityPolicy(pinningMode: .certificate, pins: [server.leaf.pin]))
        #expect(rotation.isAccepted)
        #expect(rotation.ends == Date(timeIntervalSince1970: 1_780_000_001))
        #expect(rotation.days == 231)
        #expect(rotation.pins.map(\.member) == [0])
        #expect(rotation.pins.first?.ends == Date(timeIntervalSince1970: 1_780_000_000))
        #expect(!rotation.hasBackup)
        #expect(accepted(rotation) == [.good])
    }

    @Test func aKeyPinOutlivesTheLeafOfTheSameKey() {
        let rotation = rotation(AFSecurityPolicy(pinningMode: .publicKey, pins: [server.leaf.pin]))
        #expect(accepted(rotation) == [.good, .newLeafSameKey])
        #expect(rotation.pins.first?.ends == nil)
        #expect(!rotation.hasBackup)
    }

    @Test func aPinOnTheIntermediateIsABackup() {
        let pins = [server.leaf.pin, server.intermediate.pin]
        let rotation = rotation(AFSecurityPolicy(pinningMode: .publicKey, pins: pins))
        #expect(rotation.pins.map(\.member) == [0, 1])
        #expect(rotation.hasBackup)
        #expect(accepted(rotation) == [.good, .newLeafSameKey, .newLeafNewKey])
    }

    /// The root is not sent, and nobody but the client knows it: it is on the path because it is a pin.
    @Test func aPinThatIsTheAnchorHoldsAndOutlivesTheLeaf() {
        let policy = AFSecurityPolicy(
            pinningMode: .certificate,
            pins: [server.root.pin],
            allowInvalidCertificates: true
        )
        let profile = world.client(policy)
        var request = server.request(anchors: Anchors())
        request.apply(profile, anchors: request.anchors, bundle: BundleSnapshot())
        let rotation = Rotation(request, profile: profile, urlHost: TestChain.host, material: world.material)
        #expect(rotation.isAccepted)
        #expect(rotation.pins.map(\.member) == [2])
        #expect(rotation.hasBackup)
        #expect(accepted(rotation) == [.good, .newLeafSameKey, .newLeafNewKey])
    }

    /// Rules for a parent domain, as apps have them, on a server below it.
    private func below(_ change: (inout ClientProfile) -> Void) throws -> Rotation {
        let leaf = try server.intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:api.example.test" })
        var profile = world.client(SystemPolicy())
        change(&profile)
        var request = EvaluationRequest(
            chain: [leaf.presented, server.intermediate.presented],
            host: "api.example.test",
            date: TestChain.now
        )
        request.apply(profile, anchors: Anchors(system: [server.root.certificate]), bundle: BundleSnapshot())
        return Rotation(request, profile: profile, urlHost: "api.example.test", material: world.material)
    }

    private func text(_ identity: TestIdentity) -> String {
        Data(identity.certificate.publicKeySHA256.bytes).base64EncodedString()
    }

    @Test func rulesOfAParentDomainGoWithTheHost() throws {
        let spare = Data(repeating: 7, count: 32).base64EncodedString()
        func rotation(_ pin: TestIdentity) throws -> Rotation {
            try below {
                let domain = TrustKitPolicy.Domain(publicKeyHashes: [text(pin), spare], includesSubdomains: true)
                $0.policy = Policy(TrustKitPolicy(domains: ["example.test": domain]))
            }
        }
        let strange = try rotation(server.leaf)
        #expect(!strange.isAccepted)
        #expect(accepted(strange) == [])
        let pinned = try rotation(server.intermediate)
        #expect(pinned.isAccepted)
        #expect(pinned.pins.map(\.member) == [1, nil])
        #expect(pinned.hasBackup)
        #expect(accepted(pinned) == [.good, .newLeafSameKey, .newLeafNewKey])
    }

    /// NSPinnedDomains stand in the Info.plist beside whatever policy the code has.
    @Test(arguments: ["NSPinnedCAIdentities", "NSPinnedLeafIdentities"])
    func pinsOfTheInfoPlistAreKnown(_ list: String) throws {
        let isAuthority = list == "NSPinnedCAIdentities"
        let leaf = try server.intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:api.example.test" })
        func rotation(_ pin: TestIdentity) throws -> Rotation {
            try below { profile in
                var keys = TransportSecurityKeys()
                let identity = PropertyValue.dictionary(["SPKI-SHA256-BASE64": .string(text(pin))])
                keys.pinnedDomains = [
                    "example.test": .dictionary(["NSIncludesSubdomains": .bool(true), list: .array([identity])])
                ]
                profile.transportSecurity = TransportSecurity(keys: keys)
            }
        }
        let strange = try rotation(leaf)
        #expect(!strange.isAccepted)
        #expect(strange.pins.map(\.member) == [nil])
        #expect(accepted(strange) == [])
        guard isAuthority else { return }
        let pinned = try rotation(server.intermediate)
        #expect(pinned.isAccepted, "\(pinned.reason)")
        #expect(pinned.pins.map(\.member) == [1])
        #expect(accepted(pinned) == [.good, .newLeafSameKey, .newLeafNewKey])
    }

    @Test func theSystemGoesOnWithWhateverItKnows() {
        let rotation = rotation(SystemPolicy())
        #expect(accepted(rotation) == [.good, .newLeafSameKey, .newLeafNewKey])
        #expect(rotation.pins.isEmpty)
    }

    @Test func whatIsRefusedNowHasEnded() throws {
        let stranger = try TestIdentity.selfSigned(Recipe())
        let rotation = rotation(AFSecurityPolicy(pinningMode: .certificate, pins: [stranger.pin]))
        #expect(!rotation.isAccepted)
        #expect(rotation.days == 0)
        #expect(rotation.pins.map(\.member) == [nil])
    }

    /// A policy made for another server is audited as if it were the victim's.
    @Test func pinsOfOthersAreExchanged() {
        let policy = AFSecurityPolicy(
            pinningMode: .certificate,
            pins: [server.root.pin],
            allowInvalidCertificates: true,
            validatesDomainName: false
        )
        let profile = world.client(policy)
        let transplant = Transplant(guessing: profile, bundle: BundleSnapshot(), to: world.material)
        #expect(transplant.changesAnything)
        let kinds = world.audit(transplant.profile(profile)).findings.map(\.kind)
        #expect(kinds.contains(.anyNameAuthority))
        let own = world.client(AFSecurityPolicy(pinningMode: .certificate, pins: [world.root.pin]))
        #expect(!Transplant(guessing: own, bundle: BundleSnapshot(), to: world.material).changesAnything)
    }

    @Test func tablesOfHostsAreMovedToTheVictim() {
        let hash = server.leaf.certificate.publicKeySHA256
        let domain = TrustKitPolicy.Domain(
            publicKeyHashes: [
                Data(hash.bytes).base64EncodedString(), Data(repeating: 7, count: 32).base64EncodedString(),
            ]
        )
        let profile = world.client(TrustKitPolicy(domains: ["api.example.test": domain]))
        let changed = Transplant(guessing: profile, bundle: BundleSnapshot(), to: world.material).profile(profile)
        let judge = AttackJudge(world.subject(changed), world.material)
        #expect(judge.outcome(of: .good).isThrough)
        #expect(!judge.outcome(of: .deviceAuthority).isThrough)
    }

    @Test(arguments: ["NSPinnedCAIdentities", "NSPinnedLeafIdentities"])
    func pinsOfTheInfoPlistAreMovedToTheVictim(_ list: String) {
        var profile = world.client(SystemPolicy())
        var keys = TransportSecurityKeys()
        let identity = PropertyValue.dictionary(["SPKI-SHA256-BASE64": .string(text(server.root))])
        keys.pinnedDomains = ["example.test": .dictionary([list: .array([identity])])]
        profile.transportSecurity = TransportSecurity(keys: keys)
        let transplant = Transplant(guessing: profile, bundle: BundleSnapshot(), to: world.material)
        #expect(transplant.changesAnything)
        let judge = AttackJudge(world.subject(transplant.profile(profile)), world.material)
        #expect(judge.outcome(of: .good).isThrough)
        #expect(!judge.outcome(of: .deviceAuthority).isThrough)
    }
}
