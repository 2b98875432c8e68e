/// The evidence for usage that holds.
enum UsageWords {
    static func holds(_ context: RuleContext) -> RuleResult {
        let usages = context.leaf.extendedKeyUsage
        return .pass(.purpose, member: 0) { _ in
            guard let usages else { return "no extended key usage: any is allowed" }
            return "extended key usage has \(usages.map(UsageNames.name).joined(separator: ", "))"
        }
    }
}
