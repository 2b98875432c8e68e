/// Apple's published rules: SSL with or without a name, and basic X.509. No Certificate Transparency, no network.
enum AppleRules {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results = LinkageRule.judge(context)
        results += AppleConstraintRule.judge(context)
        results += DepthRule.judge(context)
        results += DateRule.judge(context)
        results += AppleStrengthRule.judge(context)
        if context.isSSL {
            results += ApplePurposeRule.judge(context)
            results += AppleLifetimeRule.judge(context)
        }
        if context.checksHost { results += HostRule.judge(context) }
        results += RevocationRule.judge(context)
        return results + holding(results, context)
    }

    /// The checks that no rule objected to.
    private static func holding(_ results: [RuleResult], _ context: RuleContext) -> [RuleResult] {
        let failed = Set(results.filter { $0.result == .fail }.map(\.check))
        var holding: [RuleResult] = []
        if context.isSSL, !failed.contains(.purpose) { holding.append(UsageWords.holds(context)) }
        if !failed.contains(.keyStrength) { holding.append(StrengthWords.holds(context)) }
        return holding
    }
}
