import Foundation
import Testing

@testable import Trust

@Suite struct PolicyAuditTests {
    private let world: AuditWorld

    init() throws { world = try AuditWorld() }

    private static let combinations: [AFSecurityPolicy] = AFSecurityPolicy.PinningMode.allCases.flatMap { mode in
        [(false, false), (false, true), (true, false), (true, true)].map { invalid, domain in
            AFSecurityPolicy(
                pinningMode: mode,
                allowInvalidCertificates: invalid,
                validatesDomainName: domain
            )
        }
    }

    private func clients() -> [ClientProfile] {
        let policies = Self.combinations.flatMap { policy in
            [world.leaf, world.root].map { pin in
                var policy = policy
                policy.pins = [pin.pin]
                return world.client(policy)
            }
        }
        return policies + Presets.all.map { $0.profile(bundle: world.bundle) }
    }

    @Test func theSystemStopsEveryAttackButTheDevices() {
        let audit = world.audit(ClientProfile())
        let through = audit.outcomes.filter { $0.outcome.isThrough }.map(\.attack.id)
        #expect(through == [.deviceAuthority])
        #expect(audit.worst == .info)
    }

    /// What closes a finding does close it, and the honest server stays accepted.
    @Test func closingChangesClose() {
        for client in clients() {
            let audit = world.audit(client)
            for finding in audit.findings where !finding.closing.isEmpty && finding.kind.rawValue.hasPrefix("trust.") {
                guard let closed = client.closing(finding), let attack = finding.attacks.first else {
                    Issue.record("\(client.name): \(finding.closingText)")
                    continue
                }
                let after = AttackJudge(world.subject(closed), world.material)
                #expect(!after.outcome(of: attack).isThrough, "\(client.name) \(finding.id)")
                #expect(after.outcome(of: .good).isThrough, "\(client.name) \(finding.id)")
            }
        }
    }

    @Test func aPinnedAuthorityIsClosedByTheName() throws {
        let finding = try #require(world.audit(try world.preset("F2c")).finding(for: .sameOther))
        #expect(finding.closing == [Finding.Setting(name: "validatesDomainName", value: "ON")])
        #expect(finding.wouldRead == "Authorization, Cookie")
        #expect(finding.references == "CWE-297")
        #expect(finding.step?.number == 5)
    }

    /// The repaired form comes before switches that do not mend the step at fault.
    @Test func publishedFlowsAreClosedByTheirRepair() throws {
        for (flow, kind) in [
            ("F6", FindingKind.inverted), ("F6", .unseenHosts), ("F6", .challengeSilent), ("F7", .acceptsAny),
            ("F8", .notEvaluated), ("F4t", .recoverableAccepted), ("F3", .identityToAnything),
        ] {
            let finding = world.audit(try world.preset(flow)).findings.first { $0.kind == kind }
            #expect(finding?.closing == [Finding.Setting(name: "flow", value: flow + "r")], "\(flow) \(kind.rawValue)")
        }
        let published = try world.preset("F2c")
        let cleartext = world.audit(published).findings.first { $0.kind == .cleartextAllowed }
        #expect(cleartext?.closing == [Finding.Setting(name: "transport security", value: "on")])
        // The pins come along, and no other flow does.
        let repaired = try #require(published.with(.init(name: "flow", value: "F2cr")))
        #expect(repaired == (try world.preset("F2cr")))
        #expect(published.with(.init(name: "flow", value: "F6r")) == nil)
    }

    /// Every attack that passes is evidence of a finding.
    @Test func nothingPassesWithoutAFinding() {
        for client in clients() {
            let audit = world.audit(client)
            let named = Set(audit.findings.flatMap(\.attacks))
            for entry in audit.outcomes where entry.outcome.isThrough {
                #expect(named.contains(entry.attack.id), "\(client.name): \(entry.attack.id.rawValue)")
            }
        }
    }

    /// A finding claims only attacks that pass.
    @Test func findingsClaimOnlyWhatPasses() {
        for client in clients() {
            let audit = world.audit(client)
            for finding in audit.findings {
                for attack in finding.attacks {
                    #expect(
                        audit.outcome(of: attack)?.isThrough == true,
                        "\(client.name) \(finding.id) \(attack.rawValue)"
                    )
                }
            }
        }
    }

    /// Tightening a switch of AFSecurityPolicy never lets a further attack pass, but where it ends the contradiction that
    /// refuses every server before any evaluation (AFSecurityPolicy.m, step 1).
    @Test func tighteningAddsNoAttack() {
        for loose in Self.combinations {
            for pin in [world.leaf, world.root] {
                var loose = loose
                loose.pins = [pin.pin]
                let before = through(loose)
                var strict = loose
                strict.allowInvalidCertificates = false
                let contradicts =
                    loose.pinningMode == .none && loose.allowInvalidCertificates && loose.validatesDomainName
                #expect(contradicts ? before.isEmpty : true)
                guard !contradicts else { continue }
                #expect(through(strict).subtracting(before).isEmpty, "allowInvalid \(loose.words)")
                strict = loose
                strict.validatesDomainName = true
                #expect(through(strict).subtracting(before).isEmpty, "domain \(loose.words)")
            }
        }
    }

    private func through(_ policy: AFSecurityPolicy) -> Set<Attack.ID> {
        let judge = AttackJudge(world.subject(world.client(policy)), world.material)
        return Set(Attack.ID.allCases.filter { judge.outcome(of: $0).isThrough })
    }

    @Test func theSameInputGivesTheSameFindings() throws {
        let client = try world.preset("F3")
        #expect(world.audit(client).findings == world.audit(client).findings)
    }
}
