import Diagnosis

/// No more intermediates than the caller's limit; self-issued ones do not count.
enum DepthRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        guard let limit = context.request.maximumDepth else { return [] }
        let found = context.members.dropFirst().dropLast().count { !$0.isSelfIssued }
        guard found > limit else { return [] }
        return [.fail(.issuer, .chainDepth, x509: 22) { _ in .tooDeep(found: found, limit: limit) }]
    }
}
