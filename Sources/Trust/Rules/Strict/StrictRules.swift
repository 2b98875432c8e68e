/// RFC 5280 and the web profile (CA/Browser Forum Baseline Requirements §7.1), as conformance suites state them.
enum StrictRules {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results = LinkageRule.judge(context)
        results += AppleConstraintRule.judge(context)
        results += OpenSSLPolicyRule.judge(context)
        results += DepthRule.judge(context)
        results += DateFormRule.judge(context)
        results += DateRule.judge(context)
        results += StrictStrengthRule.judge(context)
        if context.isSSL { results += StrictUsageRule.judge(context) }
        results += StrictIdentifierRule.judge(context)
        results += StrictAuthorityRule.judge(context)
        results += StrictNameRule.judge(context)
        if context.checksHost { results += HostRule.judge(context) }
        results += RevocationRule.judge(context)
        let failed = Set(results.filter { $0.result == .fail }.map(\.check))
        if context.isSSL, !failed.contains(.purpose) { results.append(UsageWords.holds(context)) }
        if !failed.contains(.keyStrength) { results.append(StrengthWords.holds(context)) }
        if !failed.contains(.profile) { results.append(.pass(.profile) { _ in "nothing against the profile" }) }
        return results
    }

    /// A fault of the profile.
    static func fault(_ member: Int, _ fault: String, _ rule: String, check: CheckID = .profile) -> RuleResult {
        .fail(check, .chainProfile, member: member) { .profile($0.label(member), fault: fault, rule: rule) }
    }
}
