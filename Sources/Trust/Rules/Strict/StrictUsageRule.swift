import Diagnosis

/// Extended key usage of the web profile: the leaf names the role and not "any", authorities below a root allow it, roots
/// have none.
enum StrictUsageRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        let wanted =
            context.request.purpose == .serverAuth ? ApplePurposeRule.serverAuth : ApplePurposeRule.clientAuth
        var results: [RuleResult] = []
        let usages = context.leaf.extendedKeyUsage
        if usages?.contains(wanted) != true {
            results.append(failure(0, usages ?? [], context, rule: "the web profile wants it in every leaf"))
        }
        if usages?.contains(ApplePurposeRule.any) == true {
            results.append(StrictRules.fault(0, "its extended key usage is any", "Baseline Requirements 7.1.2.7.10"))
        }
        if OpenSSLExtensions.isCritical(context.leaf, .extendedKeyUsage) {
            results.append(
                StrictRules.fault(0, "its extended key usage is critical", "Baseline Requirements 7.1.2.7.6")
            )
        }
        for index in context.issuers {
            guard let usages = context.members[index].extendedKeyUsage else { continue }
            if index == context.members.count - 1, context.members[index].isSelfIssued {
                results.append(
                    StrictRules.fault(index, "a root with an extended key usage", "Baseline Requirements 7.1.2.1.2")
                )
            } else if !usages.contains(wanted), !usages.contains(ApplePurposeRule.any) {
                results.append(failure(index, usages, context, rule: "an authority's usage limits what is below it"))
            }
        }
        return results
    }

    private static func failure(_ member: Int, _ found: [String], _ context: RuleContext, rule: String) -> RuleResult {
        let wanted = context.request.purpose.rawValue
        return .fail(.purpose, .chainPurpose, member: member, x509: 26) {
            .purposeWrong($0.label(member), found: found.map(UsageNames.name), wanted: wanted, rule: rule)
        }
    }
}
