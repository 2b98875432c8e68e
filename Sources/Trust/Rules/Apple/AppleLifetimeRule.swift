import Diagnosis
import Foundation

/// How long a leaf may be valid, by kind of anchor and date of issue (SecPolicy.c, SecPolicyServer.c).
enum AppleLifetimeRule {
    private struct Limit {
        let since: Date
        let days: Int
        /// Seconds beyond the days that are let pass.
        let slip: TimeInterval
    }

    /// Thirty-nine months are three years, two long months, a short one and a leap day. Apple's limit of sixty months for
    /// what was issued before July 2016 is left out.
    private static let system = [
        Limit(since: Date(timeIntervalSince1970: 1_467_331_200), days: 3 * 365 + 2 * 31 + 30 + 1, slip: 3600),
        Limit(since: Date(timeIntervalSince1970: 1_519_862_400), days: 825, slip: 3600),
        Limit(since: Date(timeIntervalSince1970: 1_598_918_400), days: 398, slip: 0),
    ]

    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard context.request.purpose == .serverAuth, let limit = limit(context) else { return [] }
        let leaf = context.leaf
        let seconds = leaf.notAfter.timeIntervalSince(leaf.notBefore)
        guard seconds > Double(limit.days) * 86_400 + limit.slip else { return [] }
        let anchor = context.path.anchorKind == .system ? "built into the system" : "not the system's"
        return [
            .fail(.lifetime, .policyLifetime, member: 0) {
                .lifetimeTooLong(
                    $0.label(0),
                    days: Int((seconds / 86_400).rounded(.up)),
                    limit: limit.days,
                    issued: leaf.notBefore,
                    since: limit.since,
                    anchor: anchor
                )
            }
        ]
    }

    private static func limit(_ context: RuleContext) -> Limit? {
        let issued = context.leaf.notBefore
        if context.path.anchorKind == .system { return system.last { issued >= $0.since } }
        // Only a leaf that is itself an anchor of the user is exempt.
        if context.path.anchorKind == .user, context.members.count == 1 { return nil }
        guard issued > ApplePurposeRule.july2019 else { return nil }
        return Limit(since: ApplePurposeRule.july2019, days: 825, slip: 3600)
    }
}
