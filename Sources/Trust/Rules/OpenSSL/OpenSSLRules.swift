/// OpenSSL's verification at a security level: partial chains allowed, purpose checked, the subject never used as a name.
enum OpenSSLRules {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results = LinkageRule.judge(context)
        results += DepthRule.judge(context)
        results += DateFormRule.judge(context)
        results += DateRule.judge(context)
        if context.path.anchorKind != nil {
            results += OpenSSLFaults.results(OpenSSLPath.faults(context, checksRevocation: false), context)
        } else {
            results += AppleConstraintRule.judge(context)
        }
        if context.checksHost { results += HostRule.judge(context) }
        results += RevocationRule.judge(context)
        let failed = Set(results.filter { $0.result == .fail }.map(\.check))
        if context.isSSL, !failed.contains(.purpose) { results.append(UsageWords.holds(context)) }
        if !failed.contains(.keyStrength) { results.append(StrengthWords.holds(context)) }
        return results
    }
}
