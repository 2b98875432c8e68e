import Diagnosis

/// What a staple says about the leaf, and the revocation lists about every member but the anchor.
enum RevocationRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        let staple = StapleRule.judge(context)
        let lists = context.request.crls.isEmpty ? [] : judgeLists(context)
        let made = (staple + lists).filter { $0.result != .skipped }
        guard made.isEmpty else { return made }
        if let skipped = lists.first { return [skipped] }
        return [
            .skipped(
                .revocation,
                context.request.staple == nil
                    ? "no revocation list and no stapled response were given, and nothing is fetched"
                    : "the chain has no issuer whose stapled response could be trusted"
            )
        ]
    }

    private static func judgeLists(_ context: RuleContext) -> [RuleResult] {
        guard context.path.anchorKind != nil else {
            return [.skipped(.revocation, "the chain reaches no anchor, so no list can be trusted")]
        }
        let faults = OpenSSLPath.faults(context, checksRevocation: true).filter {
            RevocationFaults.numbers.contains($0.number)
        }
        let results = RevocationFaults.results(faults, context)
        if !results.isEmpty { return results }
        if context.request.rules == .strict, !context.request.crls.allSatisfy(OpenSSLProfile.listHasNumber) {
            return [
                .fail(.revocation, .revocationBadCrl, member: 0) {
                    .revocationListUnusable($0.label(0), fault: "it has no CRL number (RFC 5280 5.2.3)")
                }
            ]
        }
        let members = context.members.count - 1
        return [.pass(.revocation) { _ in "\(members) of \(members) certificates checked, none revoked" }]
    }
}
