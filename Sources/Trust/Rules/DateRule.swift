import Diagnosis
import Foundation

/// Every member, the anchor included, is within its dates; both ends are inclusive.
enum DateRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        let now = context.now
        var results: [RuleResult] = []
        let allInFuture = context.members.allSatisfy { $0.notBefore > now }
        for (index, member) in context.members.enumerated() {
            if member.notBefore > now {
                results.append(
                    .fail(.date, .dateNotYetValid, member: index, x509: 9) {
                        .certificateNotYetValid(
                            $0.label(index),
                            notBefore: member.notBefore,
                            now: now,
                            allInFuture: allInFuture
                        )
                    }
                )
            } else if member.notAfter < now {
                results.append(
                    .fail(.date, .dateExpired, member: index, x509: 10) {
                        .certificateExpired($0.label(index), notAfter: member.notAfter, now: now)
                    }
                )
            }
        }
        return results.isEmpty ? [holds(context)] : results
    }

    private static func holds(_ context: RuleContext) -> RuleResult {
        let members = context.members
        let now = context.now
        let first = members.indices.min { members[$0].notAfter < members[$1].notAfter } ?? 0
        return .pass(.date, member: first) {
            let left = UTC.span(members[first].notAfter.timeIntervalSince(now))
            return members.count == 1 || first == 0
                ? "\($0.short(0)) valid now, \(left) left"
                : "all valid now, \($0.label(first)) ends first: \(left) left"
        }
    }
}
