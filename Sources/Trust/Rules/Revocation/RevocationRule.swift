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
        // OpenSSL asks about an anchor as well; who trusts a certificate by itself asks nobody whether it was revoked.
        let anchor = context.members.count - 1
        if anchor == 0 { return [.skipped(.revocation, "the leaf is an anchor, and no list is asked about an anchor")] }
        let faults = OpenSSLPath.faults(context, checksRevocation: true).filter {
            RevocationFaults.numbers.contains($0.number) && $0.member < anchor
        }
        let results = RevocationFaults.results(faults, context)
        if !results.isEmpty { return results }
        if context.request.rules == .strict,
            let fault = context.request.crls.lazy.compactMap(OpenSSLProfile.fault).first
        {
            return [
                .fail(.revocation, .revocationBadCrl, member: 0) {
                    .revocationListUnusable($0.label(0), fault: fault)
                }
            ]
        }
        return [.pass(.revocation) { _ in "\(anchor) of \(anchor) certificates checked, none revoked" }]
    }
}
