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
}
