import Diagnosis
import Foundation
import Testing

@testable import Trust

/// Every row of the table of findings: the client that raises it, how bad it is, and the repaired one that does not.
@Suite struct FindingTableTests {
    private let world: AuditWorld

    init() throws { world = try AuditWorld() }

    private func expect(
        _ kind: FindingKind,
        _ severity: Severity,
        _ client: ClientProfile,
        repaired: ClientProfile,
        attack: Attack.ID? = nil,
        place: SourceLocation = #_sourceLocation
    ) {
        let found = world.audit(client).findings.first { $0.kind == kind }
        #expect(found?.severity == severity, "\(kind.rawValue)", sourceLocation: place)
        if let attack { #expect(found?.attacks.first == attack, "\(kind.rawValue)", sourceLocation: place) }
        let left = world.audit(repaired).findings.first { $0.kind == kind }
        #expect(left == nil, "\(kind.rawValue) in the repaired form: \(left?.text ?? "")", sourceLocation: place)
    }

    private func pinned(_ pin: TestIdentity, _ mode: AFSecurityPolicy.PinningMode, invalid: Bool, domain: Bool)
        -> ClientProfile
    {
        world.client(
            AFSecurityPolicy(
                pinningMode: mode,
                pins: [pin.pin],
                allowInvalidCertificates: invalid,
                validatesDomainName: domain
            )
        )
    }

    private func alamofire(_ evaluator: AlamofireEvaluator) -> ClientProfile {
        world.client(AlamofirePolicy(evaluator: evaluator))
    }

    @Test func everyServerAccepted() throws {
        let sound = ClientProfile()
        expect(.acceptsAny, .critical, try world.preset("F7"), repaired: try world.preset("F7r"), attack: .selfSigned)
        expect(.acceptsAny, .critical, alamofire(.disabled), repaired: alamofire(.default(validatesHost: true)))
        expect(
            .acceptsAny,
            .critical,
            world.client(AFSecurityPolicy(allowInvalidCertificates: true, validatesDomainName: false)),
            repaired: world.client(AFSecurityPolicy())
        )
        expect(.acceptsAny, .critical, world.client(AFSecurityPolicy(version: "2.5.1")), repaired: sound)
        expect(.acceptsAny, .critical, world.client(SystemPolicy()) { $0.whenRefused = .use }, repaired: sound)
    }

    @Test func flowsThatTestTheWrongThing() throws {
        expect(.inverted, .critical, try world.preset("F6"), repaired: try world.preset("F6r"), attack: .addressDotted)
        expect(.unseenHosts, .critical, try world.preset("F6"), repaired: try world.preset("F6r"), attack: .selfSigned)
        expect(
            .recoverableAccepted,
            .critical,
            try world.preset("F4t"),
            repaired: try world.preset("F4tr"),
            attack: .selfSigned
        )
        expect(.challengeSilent, .medium, try world.preset("F6"), repaired: try world.preset("F6r"))
    }

    @Test func pinsWithoutAnEvaluation() {
        let off = AlamofireEvaluator.Validation(performsDefault: false, validatesHost: false)
        expect(
            .containsPin,
            .high,
            alamofire(.pinnedCertificates([world.intermediate.certificate], acceptsSelfSigned: false, off)),
            repaired: alamofire(
                .pinnedCertificates([world.intermediate.certificate], acceptsSelfSigned: true, .init())
            ),
            attack: .leafAsIssuer
        )
        // Anybody gets a certificate below a public authority.
        expect(
            .containsPin,
            .critical,
            alamofire(.pinnedCertificates([world.publicRoot.certificate], acceptsSelfSigned: false, off)),
            repaired: alamofire(
                .pinnedCertificates([world.publicRoot.certificate], acceptsSelfSigned: true, .init())
            ),
            attack: .publicOther
        )
        expect(
            .containsPin,
            .critical,
            pinned(world.publicRoot, .publicKey, invalid: true, domain: true),
            repaired: pinned(world.publicRoot, .publicKey, invalid: false, domain: true),
            attack: .publicOther
        )
    }

    @Test func namesThatNobodyChecks() throws {
        expect(
            .anyNamePublic,
            .high,
            world.client(SystemPolicy()) { $0.nameChecked = .off },
            repaired: ClientProfile()
        )
        expect(.anyNamePublic, .high, try world.preset("basic-x509"), repaired: try world.preset("ssl"))
        expect(
            .anyNameAuthority,
            .high,
            try world.preset("F2c"),
            repaired: try world.preset("F2cr"),
            attack: .sameOther
        )
        expect(.anyNameLeaf, .low, try world.preset("F2"), repaired: try world.preset("F2r"), attack: .otherName)
        expect(.anyUse, .high, try world.preset("F2c"), repaired: try world.preset("F2cr"), attack: .clientAsServer)
    }

    @Test func datesThatDoNotCount() {
        expect(
            .datesIgnored,
            .medium,
            pinned(world.leaf, .publicKey, invalid: true, domain: true),
            repaired: pinned(world.leaf, .publicKey, invalid: false, domain: true),
            attack: .expiredStolen
        )
    }

    @Test func authoritiesOfTheDevice() throws {
        let pinned = try world.preset("af-public-key")
        expect(.deviceAuthority, .info, ClientProfile(), repaired: pinned, attack: .deviceAuthority)
        let meant = world.client(SystemPolicy()) { $0.anchors = AnchorChoice(files: ["lab-ca.cer"]) }
        expect(.deviceAuthority, .medium, meant, repaired: pinned)
    }

    @Test func revocation() {
        expect(.revocationOff, .info, ClientProfile(), repaired: alamofire(.revocation(.init())))
    }

    @Test func identitiesOfTheApp() throws {
        let two = try world.preset("F3")
        expect(.identityShared, .high, two, repaired: try world.preset("F2c"), attack: .stranger)
        expect(.identityToUnchecked, .medium, try withIdentity("F7"), repaired: try world.preset("F3r"))
        expect(.identityInClear, .low, two, repaired: try #require(two.with(.init(name: "min TLS", value: "1.3"))))
    }

    private func withIdentity(_ name: String) throws -> ClientProfile {
        var profile = try world.preset("any")
        profile.identity = .file("client.p12")
        return profile
    }

    @Test func theServersKeyInTheApp() throws {
        let profile = try world.preset("F3")
        let found = world.audit(profile, identity: world.leaf).findings.first
        #expect(found?.kind == .identityIsServerKey)
        #expect(found?.severity == .critical)
        #expect(found?.attacks == [.serverKeyFromApp])
        #expect(!world.audit(profile).findings.contains { $0.kind == .identityIsServerKey })
    }

    @Test func passPhrasesThatAreSoonFound() throws {
        let profile = try world.preset("F3")
        func kinds(_ text: String) -> [FindingKind] {
            world.audit(profile, guess: PassPhraseGuess(PassPhrase(text), iterations: 2048)).findings.map(\.kind)
        }
        #expect(kinds("password").contains(.identityWeakPassPhrase))
        #expect(kinds("lab").contains(.identityWeakPassPhrase))
        #expect(!kinds("correct horse battery staple").contains(.identityWeakPassPhrase))
    }

    @Test func pins() {
        let backup = world.client(
            AFSecurityPolicy(pinningMode: .publicKey, pins: [world.leaf.pin, world.intermediate.pin])
        )
        expect(
            .pinWithoutBackup,
            .low,
            pinned(world.leaf, .certificate, invalid: false, domain: true),
            repaired: backup
        )
        expect(.pinEnds, .low, pinned(world.leaf, .certificate, invalid: false, domain: true), repaired: backup)
        expect(
            .pinIsPublicAuthority,
            .medium,
            pinned(world.publicRoot, .publicKey, invalid: false, domain: true),
            repaired: backup
        )
    }

    /// The pins of an Android configuration and of TrustKit end on a day of their own.
    @Test func pinSetsThatEnd() {
        func android(_ keys: [TestIdentity], until day: String?) -> ClientProfile {
            var configuration = AndroidNetworkPolicy.Configuration()
            configuration.pins = keys.map(\.certificate.publicKeySHA256)
            configuration.pinsExpire = day
            let domain = AndroidNetworkPolicy.DomainConfiguration(
                names: [.init(name: AuditWorld.host, includesSubdomains: false)],
                configuration: configuration
            )
            return world.client(AndroidNetworkPolicy(domains: [domain]))
        }
        let backup = android([world.leaf, world.intermediate], until: nil)
        expect(.pinWithoutBackup, .low, android([world.leaf], until: nil), repaired: backup)
        // The world's day is 2025-10-09.
        expect(.pinEnds, .medium, android([world.leaf], until: "2025-12-01"), repaired: backup)
        expect(.pinEnds, .low, android([world.leaf], until: "2026-12-01"), repaired: backup)
        expect(
            .pinIsPublicAuthority,
            .medium,
            android([world.publicRoot, world.leaf], until: nil),
            repaired: backup
        )
        func trustKit(until day: String?) -> ClientProfile {
            let hashes = [world.leaf, world.intermediate].map {
                Data($0.certificate.publicKeySHA256.bytes).base64EncodedString()
            }
            return world.client(
                TrustKitPolicy(domains: [AuditWorld.host: .init(publicKeyHashes: hashes, expirationDate: day)])
            )
        }
        expect(.pinEnds, .medium, trustKit(until: "2025-12-01"), repaired: trustKit(until: nil))
    }

    @Test func pinsThatEndSoon() throws {
        var subject = world.subject(try world.preset("af-certificate"))
        // The leaf ends at 1 780 000 000.
        subject.date = Date(timeIntervalSince1970: 1_780_000_000 - 89 * 86_400)
        let kinds = PolicyAudit(subject, world.material).findings.filter { $0.severity == .medium }.map(\.kind)
        #expect(kinds == [.pinWithoutBackup, .pinEnds])
    }

    @Test func transportSecurity() {
        func client(_ security: TransportSecurity?, minimum: String = "1.2") -> ClientProfile {
            world.client(SystemPolicy()) {
                $0.transportSecurity = security
                $0.minimumTLS = minimum
            }
        }
        let sound = client(TransportSecurity())
        expect(.cleartextAllowed, .high, client(TransportSecurity(hasException: true)), repaired: sound)
        expect(.oldVersion, .medium, client(TransportSecurity(minimumVersion: "1.0"), minimum: "1.0"), repaired: sound)
        expect(.noForwardSecrecy, .low, client(TransportSecurity(requiresForwardSecrecy: false)), repaired: sound)
    }

    @Test func answersThatOutliveASwitch() {
        expect(
            .trustOutlivesSwitch,
            .low,
            world.client(SystemPolicy()) { $0.answersKept = .asIOS },
            repaired: ClientProfile()
        )
    }

    @Test func managersThatDoNotAskTheirPolicy() {
        func manager(_ change: (inout AFSessionManager) -> Void = { _ in }) -> ClientProfile {
            var manager = AFSessionManager()
            change(&manager)
            return world.client(manager)
        }
        expect(.policyBypassed, .critical, manager { $0.block = .use }, repaired: manager())
        expect(.policyBypassed, .critical, manager { $0.handler = .credential }, repaired: manager())
        expect(.policyNotSet, .medium, manager { $0.isPolicySet = false }, repaired: manager())
        func weak(kept: Bool) -> ClientProfile {
            manager {
                $0.block = .asksPolicy
                $0.isManagerKept = kept
            }
        }
        expect(.policyGone, .medium, weak(kept: false), repaired: weak(kept: true))
        expect(.challengeSilent, .medium, manager { $0.handler = .none }, repaired: manager())
    }

    @Test func pagesBehindAProbe() throws {
        expect(.notEvaluated, .critical, try world.preset("F8"), repaired: try world.preset("F8r"), attack: .selfSigned)
        expect(.unseenHosts, .critical, try world.preset("F8"), repaired: try world.preset("F8r"), attack: .secondHost)
    }

    @Test func identitiesForAnyMethod() throws {
        expect(.identityToAnything, .medium, try world.preset("F3"), repaired: try world.preset("F3r"))
    }

    @Test func transportSecurityOff() {
        func client(_ keys: TransportSecurityKeys) -> ClientProfile {
            world.client(SystemPolicy()) { $0.transportSecurity = TransportSecurity(keys: keys) }
        }
        var off = TransportSecurityKeys()
        off.allowsArbitraryLoads = true
        expect(.transportOff, .medium, client(off), repaired: client(TransportSecurityKeys()))
        expect(.cleartextAllowed, .high, client(off), repaired: client(TransportSecurityKeys()))
    }

    @Test func thePolicyThatIsNotAsked() throws {
        var profile = try world.preset("F7")
        profile.policy = Policy(AFSecurityPolicy())
        expect(.policyBypassed, .critical, profile, repaired: try world.preset("F7r"))
    }
}
