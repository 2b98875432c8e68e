import Diagnosis

/// What the revocation lists say about every member but the anchor.
enum RevocationRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard !context.request.crls.isEmpty else {
            return [
                .skipped(
                    .revocation,
                    context.request.staple == nil
                        ? "no revocation list was given, and nothing is fetched"
                        : "a stapled response came; stapled responses are not evaluated"
                )
            ]
        }
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
