import Diagnosis

/// What makes an authority one, and a leaf none (RFC 5280 §4.2.1.3, §4.2.1.9–11; Baseline Requirements 7.1.2.7.8).
enum StrictAuthorityRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results = leaf(context.leaf)
        for index in context.issuers { results += authority(index, context.members[index]) }
        results += wildcards(context)
        return results
    }

    private static func leaf(_ leaf: Certificate) -> [RuleResult] {
        var results: [RuleResult] = []
        func fault(_ fault: String, _ rule: String) { results.append(StrictRules.fault(0, fault, rule)) }
        if leaf.basicConstraints?.isAuthority == true {
            fault("an authority in the leaf's place", "Baseline Requirements 7.1.2.7.8")
        }
        if leaf.basicConstraints?.isAuthority == false, leaf.basicConstraints?.pathLength != nil {
            fault("a path length without being an authority", "RFC 5280 4.2.1.9")
        }
        if leaf.keyUsage?.contains("keyCertSign") == true {
            fault("keyCertSign without being an authority", "RFC 5280 4.2.1.3")
        }
        if OpenSSLExtensions.hasNameConstraints(leaf) { fault("name constraints in a leaf", "RFC 5280 4.2.1.10") }
        return results
    }

    private static func authority(_ index: Int, _ certificate: Certificate) -> [RuleResult] {
        var results: [RuleResult] = []
        func fault(_ fault: String, _ rule: String) { results.append(StrictRules.fault(index, fault, rule)) }
        if certificate.basicConstraints?.isAuthority == true,
            !OpenSSLExtensions.isCritical(certificate, .basicConstraints)
        {
            fault("its basic constraints are not critical", "RFC 5280 4.2.1.9")
        }
        if OpenSSLExtensions.has(certificate, .policyConstraints),
            !OpenSSLExtensions.isCritical(certificate, .policyConstraints)
        {
            fault("its policy constraints are not critical", "RFC 5280 4.2.1.11")
        }
        if OpenSSLExtensions.has(certificate, .inhibitAnyPolicy),
            !OpenSSLExtensions.isCritical(certificate, .inhibitAnyPolicy)
        {
            fault("its inhibition of any policy is not critical", "RFC 5280 4.2.1.14")
        }
        if let malformed = OpenSSLProfile.malformedConstraint(certificate) {
            results.append(
                .fail(.issuer, .chainNameConstraints, member: index, x509: 53) {
                    .profile(
                        $0.label(index),
                        fault: "the name constraint \(malformed) is malformed",
                        rule: "RFC 5280 4.2.1.10"
                    )
                }
            )
        }
        return results
    }

    /// A wildcard stands for names that an authority excludes: `*.example.com` against an excluded `a.example.com`.
    private static func wildcards(_ context: RuleContext) -> [RuleResult] {
        let wild = context.leaf.dnsNames.filter { $0.hasPrefix("*.") }.map { $0.dropFirst(2).lowercased() }
        guard !wild.isEmpty else { return [] }
        for index in context.issuers where OpenSSLExtensions.hasNameConstraints(context.members[index]) {
            for excluded in OpenSSLProfile.excludedNames(context.members[index]) {
                let labels = excluded.lowercased().split(separator: ".", omittingEmptySubsequences: false)
                guard labels.count > 1, wild.contains(labels.dropFirst().joined(separator: ".")) else { continue }
                return [NameConstraintWords.failure(member: 0, constrainer: index, x509: 48)]
            }
        }
        return []
    }
}
