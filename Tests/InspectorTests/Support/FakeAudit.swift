@testable import Trust

@testable import Inspector

/// What attacks come to, without certificates: one that accepts any server lets everything through, any other nothing
/// but a device's own authority; with rules `openssl` dates are ignored, which `strict` closes.
enum FakeAudit {
    static func sheet(_ profile: ClientProfile, _ name: String) -> AuditSheet {
        let isOpen = profile.policy == .acceptAny
        let ignoresDates = profile.rules == .openssl
        let honest = HonestRow.allCases.map { row in
            (row, AttackOutcome(.through, reason: isOpen ? "never evaluated" : "the chain is good"))
        }
        let attacks = Attack.all.map { attack -> (Attack.ID, AttackOutcome) in
            switch attack.id {
            case .resumed, .otherMethod: (attack.id, AttackOutcome(.needsTraffic, reason: "only traffic can tell"))
            case .stranger: (attack.id, AttackOutcome(.notApplicable, reason: "no identity ships with it"))
            case .deviceAuthority: (attack.id, AttackOutcome(.through, reason: "the user's anchor counts"))
            case .expiredStolen where ignoresDates:
                (attack.id, AttackOutcome(.through, reason: "no date is checked", isAssumed: true))
            default:
                (
                    attack.id,
                    AttackOutcome(isOpen ? .through : .stopped, reason: isOpen ? "never evaluated" : "no anchor")
                )
            }
        }
        var findings: [Finding] = []
        if isOpen {
            findings.append(
                Finding(
                    .acceptsAny,
                    .critical,
                    text: "every server is accepted: never evaluated",
                    place: "policy",
                    attacks: Attack.all.map(\.id),
                    wouldRead: "Authorization, Cookie"
                )
            )
        }
        if ignoresDates {
            findings.append(
                Finding(
                    .datesIgnored,
                    .medium,
                    text: "an expired certificate is accepted",
                    place: "rules openssl",
                    attacks: [.expiredStolen],
                    wouldRead: "Cookie",
                    closing: [Finding.Setting(name: "rules", value: "strict")]
                )
            )
        }
        findings.append(
            Finding(
                .deviceAuthority,
                .info,
                text: "a CA installed on the device is trusted",
                attacks: [.deviceAuthority]
            )
        )
        return AuditSheet(
            name: name,
            profile: profile,
            honest: Dictionary(uniqueKeysWithValues: honest),
            attacks: Dictionary(uniqueKeysWithValues: attacks),
            findings: findings
        )
    }
}
