import Diagnosis

/// What Apple demands of every chain, whatever the policy: issuers are authorities, path lengths and name constraints
/// hold, critical extensions are understood, key identifiers agree (SecPolicyServer.c, "basic certificate processing").
enum AppleConstraintRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results: [RuleResult] = []
        for index in context.members.indices { results += judge(member: index, context) }
        results += pathLengths(context)
        results += nameConstraints(context)
        return results
    }

    private static func judge(member index: Int, _ context: RuleContext) -> [RuleResult] {
        let members = context.members
        let certificate = members[index]
        let isAnchor = index == members.count - 1 && context.path.anchorKind != nil
        var results: [RuleResult] = []
        if index > 0 {
            results += authority(index, context)
            if let bits = certificate.keyUsage, !bits.contains("keyCertSign") {
                results.append(
                    .fail(.purpose, .chainKeyUsage, member: index, x509: 32) {
                        .keyUsageLacksSigning($0.label(index), found: bits)
                    }
                )
            }
            if let key = members[index - 1].authorityKeyIdentifier, let own = certificate.subjectKeyIdentifier,
                key != own
            {
                results.append(
                    .fail(.issuer, .chainMissingIssuer, member: index - 1, x509: 30) {
                        .issuerIdentifierDiffers($0.label(index - 1), issuer: $0.label(index))
                    }
                )
            }
        }
        if !isAnchor {
            for identifier in OpenSSLExtensions.unknownCritical(certificate) {
                results.append(
                    .fail(.issuer, .chainCriticalExtension, member: index, x509: 34) {
                        .criticalExtensionUnknown($0.label(index), identifier: identifier)
                    }
                )
            }
        }
        if OpenSSLExtensions.hasMalformed(certificate) {
            results.append(
                .fail(.issuer, .chainMalformed, member: index, x509: 41) { .extensionMalformed($0.label(index)) }
            )
        }
        if !hasAcceptableSubject(certificate) {
            results.append(
                .fail(.issuer, .chainProfile, member: index, x509: 84) {
                    .profile(
                        $0.label(index),
                        fault: "the subject is empty",
                        rule: "Apple takes that from a leaf with a critical subject alternative name only"
                    )
                }
            )
        }
        return results
    }

    private static func authority(_ index: Int, _ context: RuleContext) -> [RuleResult] {
        let members = context.members
        let certificate = members[index]
        let isLast = index == members.count - 1
        let says: String
        if OpenSSLExtensions.version(certificate) < 3 {
            // Old roots have no extensions; an old intermediate under a newer root is refused.
            if isLast || OpenSSLExtensions.version(members[members.count - 1]) < 3 { return [] }
            says = "it is a version \(OpenSSLExtensions.version(certificate)) certificate"
        } else if let constraints = certificate.basicConstraints {
            if constraints.isAuthority { return [] }
            says = "its basic constraints say CA false"
        } else {
            says = "it has no basic constraints"
        }
        return [
            .fail(.issuer, .chainIssuerNotCa, member: index, x509: 79) {
                .issuerNotAuthority($0.label(index), says: says, signed: $0.label(index - 1))
            }
        ]
    }

    private static func pathLengths(_ context: RuleContext) -> [RuleResult] {
        let members = context.members
        for limiter in stride(from: members.count - 1, to: 0, by: -1) {
            guard let limit = members[limiter].basicConstraints?.pathLength else { continue }
            let below = (1..<limiter).filter { !members[$0].isSelfIssued }
            if below.count > limit {
                return [
                    .fail(.issuer, .chainPathlen, member: limiter, x509: 25) { words in
                        .pathTooLong(limit: limit, setBy: words.label(limiter), below: below.map { words.label($0) })
                    }
                ]
            }
        }
        return []
    }

    private static func nameConstraints(_ context: RuleContext) -> [RuleResult] {
        let members = context.members
        for constrainer in context.issuers.reversed() where OpenSSLExtensions.hasNameConstraints(members[constrainer]) {
            for index in (0..<constrainer).reversed() where index == 0 || !members[index].isSelfIssued {
                guard let x509 = OpenSSLExtensions.violation(of: members[constrainer], by: members[index]) else {
                    continue
                }
                return [NameConstraintWords.failure(member: index, constrainer: constrainer, x509: x509)]
            }
        }
        return []
    }

    private static func hasAcceptableSubject(_ certificate: Certificate) -> Bool {
        // An empty Name is an empty SEQUENCE: two bytes.
        if certificate.subject.der.count > 2 { return true }
        if certificate.basicConstraints?.isAuthority == true { return false }
        return OpenSSLExtensions.isCritical(certificate, .alternativeName)
    }
}
