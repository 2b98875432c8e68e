import Foundation
import Testing

@testable import Trust

/// Both sides of an audit: a victim with a private CA that a public one vouches for, and everything that attacks it.
struct AuditWorld: Sendable {
    let publicRoot: TestIdentity
    let root: TestIdentity
    let intermediate: TestIdentity
    let leaf: TestIdentity
    let client: TestIdentity
    let material: AttackMaterial

    static let host = TestChain.host

    init() throws {
        let publicRoot = try TestIdentity.selfSigned(.authority("Public Root"))
        let root = try TestIdentity.selfSigned(.authority("Private CA"))
        let crossRoot = try publicRoot.issue(.authority("Private CA"), key: root.key)
        let intermediate = try root.issue(.authority("Private Intermediate"))
        let leaf = try intermediate.issue(Recipe().with { $0.alternativeNames = "DNS:leaf.test,IP:127.0.0.1" })
        let alice = Recipe().with {
            $0.subject = "alice"
            $0.alternativeNames = nil
            $0.extendedKeyUsage = "clientAuth"
        }
        let client = try intermediate.issue(alice)
        let parts = Parts(
            publicRoot: publicRoot,
            root: root,
            crossRoot: crossRoot,
            intermediate: intermediate,
            leaf: leaf,
            client: client
        )
        material = try Self.material(parts)
        self.publicRoot = publicRoot
        self.root = root
        self.intermediate = intermediate
        self.leaf = leaf
        self.client = client
    }

    private struct Parts {
        var publicRoot, root, crossRoot, intermediate, leaf, client: TestIdentity
    }

    private static func material(_ parts: Parts) throws -> AttackMaterial {
        let rest = [parts.intermediate.presented, parts.crossRoot.presented]
        let other = Recipe().with {
            $0.subject = "other.test"
            $0.alternativeNames = "DNS:other.test"
        }
        let alone = try TestIdentity.selfSigned(Recipe())
        let attacker = try TestIdentity.selfSigned(.authority("Attacker CA"))
        let forger = TestIdentity(certificate: parts.root.certificate, key: try TestKey())
        let device = try TestIdentity.selfSigned(.authority("Device CA"))
        let colleague = try parts.intermediate.issue(other)
        let byLeaf = try colleague.issue()
        let old = Recipe().with {
            $0.from = Date(timeIntervalSince1970: 1_600_000_000)
            $0.to = Date(timeIntervalSince1970: 1_610_000_000)
        }
        func show(
            _ leaf: TestIdentity,
            _ chain: [PresentedCertificate] = [],
            at host: String = host
        ) -> AttackPresentation {
            AttackPresentation(chain: [leaf.presented] + chain, host: host)
        }
        var attacks: [Attack.ID: AttackPresentation] = [
            .selfSigned: show(alone),
            .copy: show(try TestIdentity.selfSigned(Recipe())),
            .otherAuthority: show(try attacker.issue(), [attacker.presented]),
            .pinnedAuthorityAppended: show(try forger.issue(), [parts.root.presented]),
            .forgedPrepended: show(alone, [parts.leaf.presented] + rest),
            .forgedAppended: show(parts.leaf, rest + [alone.presented]),
            .fakeServerAsks: show(alone),
            .secondHost: show(
                try TestIdentity.selfSigned(Recipe().with { $0.alternativeNames = "DNS:second.test" }),
                at: "second.test"
            ),
            .publicOther: show(try parts.publicRoot.issue(other), [parts.publicRoot.presented]),
            .sameOther: show(colleague, rest),
            .clientAsServer: show(parts.client, rest),
            .leafAsIssuer: show(byLeaf, [colleague.presented] + rest),
            .wideWildcard: show(try parts.intermediate.issue(other.with { $0.alternativeNames = "DNS:*" }), rest),
            .expiredStolen: show(try parts.intermediate.issue(old, key: parts.leaf.key), rest),
            .downgrade: show(parts.leaf, rest),
            .otherName: show(parts.leaf, rest, at: "elsewhere.test"),
            .deviceAuthority: show(try device.issue(), [device.presented]),
        ]
        attacks[.forgedAppended]?.hasKey = false
        attacks[.fakeServerAsks]?.asksFor = []
        attacks[.downgrade]?.version = "1.0"
        attacks[.deviceAuthority]?.userAnchors = [device.certificate]
        let forms: [(Attack.ID, String)] = [
            (.addressDotted, "127.0.0.1"), (.addressIPv6, "::1"), (.addressShort, "127.1"),
            (.addressHexadecimal, "0x7f.1"), (.addressDecimal, "2130706433"),
        ]
        for (id, text) in forms { attacks[id] = show(alone, at: text) }
        return AttackMaterial(
            host: host,
            honest: [
                .good: show(parts.leaf, rest),
                .newLeafSameKey: show(try parts.intermediate.issue(key: parts.leaf.key), rest),
                .newLeafNewKey: show(try parts.intermediate.issue(), rest),
            ],
            attacks: attacks,
            systemAnchors: [parts.publicRoot.certificate],
            authority: parts.root.certificate
        )
    }

    /// The bundle of the flows' sources.
    var bundle: BundleSnapshot {
        BundleSnapshot(files: [
            "server.cer": .certificate(leaf.certificate),
            "lab-ca.cer": .certificate(root.certificate),
            "custom.der": .certificate(root.certificate),
        ])
    }

    /// A client as a subject, with `client.p12` in its bundle.
    func subject(_ profile: ClientProfile, identity: TestIdentity? = nil, guess: PassPhraseGuess? = nil)
        -> AuditSubject
    {
        let own = (identity ?? client).identity(chain: [intermediate.certificate])
        return AuditSubject(
            profile: profile,
            bundle: bundle,
            identities: [AuditSubject.ShippedIdentity(own, isShipped: true, passPhrase: guess)],
            date: TestChain.now
        )
    }

    func audit(_ profile: ClientProfile, identity: TestIdentity? = nil, guess: PassPhraseGuess? = nil) -> PolicyAudit {
        PolicyAudit(subject(profile, identity: identity, guess: guess), material)
    }

    /// A preset with the pins of the bundle.
    func preset(_ name: String) throws -> ClientProfile {
        try #require(Presets.named(name), "\(name)").profile(bundle: bundle)
    }

    /// A client with a policy.
    func client(_ policy: some TrustPolicy, _ change: (inout ClientProfile) -> Void = { _ in }) -> ClientProfile {
        var profile = ClientProfile(name: "test", policy: Policy(policy))
        change(&profile)
        return profile
    }
}
