import COpenSSL
import Diagnosis

/// Turns OpenSSL's numbers into findings; follow-on complaints about one fault become one.
enum OpenSSLFaults {
    static func results(_ faults: [OpenSSLFault], _ context: RuleContext) -> [RuleResult] {
        guard !faults.isEmpty else { return [] }
        let malformed = context.members.indices.filter { OpenSSLExtensions.hasMalformed(context.members[$0]) }
        var seen: Set<OpenSSLFault> = []
        return malformed.map(malformed(member:))
            + faults.compactMap { fault in
                guard seen.insert(fault).inserted, context.members.indices.contains(fault.member) else { return nil }
                // A certificate that it cannot read OpenSSL takes neither for an issuer nor for fit.
                if malformed.contains(fault.member) || !malformed.isEmpty && follows.contains(fault.number) {
                    return nil
                }
                return result(fault, context)
            }
    }

    /// Complaints that follow on a certificate that cannot be read.
    private static let follows: Set<Int32> = [
        X509_V_ERR_UNSPECIFIED, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_CERT_UNTRUSTED,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE,
    ]

    private static func malformed(member: Int) -> RuleResult {
        .fail(.issuer, .chainMalformed, member: member, x509: X509_V_ERR_INVALID_EXTENSION) {
            .extensionMalformed($0.label(member))
        }
    }

    private static func result(_ fault: OpenSSLFault, _ context: RuleContext) -> RuleResult? {
        let certificate = context.members[fault.member]
        let member = fault.member
        switch fault.number {
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_UNTRUSTED:
            // Follows on a missing issuer, which has its own finding.
            return context.path.anchorKind == nil ? nil : other(fault)
        case X509_V_ERR_INVALID_CA, X509_V_ERR_KEYUSAGE_NO_CERTSIGN: return authority(fault, certificate)
        case X509_V_ERR_PATH_LENGTH_EXCEEDED: return pathLength(fault, context)
        case X509_V_ERR_INVALID_PURPOSE: return purpose(fault, certificate, context)
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL: return key(fault, certificate, context)
        case X509_V_ERR_CA_MD_TOO_WEAK: return digest(fault, certificate, context)
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            let identifiers = OpenSSLExtensions.unknownCritical(certificate).joined(separator: ", ")
            return .fail(.issuer, .chainCriticalExtension, member: member, x509: fault.number) {
                .criticalExtensionUnknown($0.label(member), identifier: identifiers)
            }
        case X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION, X509_V_ERR_SUBTREE_MINMAX,
            X509_V_ERR_UNSUPPORTED_CONSTRAINT_TYPE, X509_V_ERR_UNSUPPORTED_CONSTRAINT_SYNTAX,
            X509_V_ERR_UNSUPPORTED_NAME_SYNTAX:
            return names(fault, context)
        case X509_V_ERR_INVALID_POLICY_EXTENSION, X509_V_ERR_NO_EXPLICIT_POLICY: return policy(fault, context)
        case X509_V_ERR_INVALID_EXTENSION: return malformed(member: member)
        default: return other(fault)
        }
    }

    private static func authority(_ fault: OpenSSLFault, _ certificate: Certificate) -> RuleResult {
        let member = fault.member
        if member == 0 { return other(fault) }
        let bits = certificate.keyUsage
        if let bits, !bits.contains("keyCertSign"), certificate.basicConstraints?.isAuthority != false {
            return .fail(.purpose, .chainKeyUsage, member: member, x509: fault.number) {
                .keyUsageLacksSigning($0.label(member), found: bits)
            }
        }
        let says =
            switch certificate.basicConstraints?.isAuthority {
            case false?: "its basic constraints say CA false"
            case true?: "OpenSSL does not take it for one"
            case nil: "it has no basic constraints"
            }
        return .fail(.issuer, .chainIssuerNotCa, member: member, x509: fault.number) {
            .issuerNotAuthority($0.label(member), says: says, signed: $0.label(member - 1))
        }
    }

    private static func pathLength(_ fault: OpenSSLFault, _ context: RuleContext) -> RuleResult {
        let member = fault.member
        let below = (1..<max(1, member)).filter { !context.members[$0].isSelfIssued }
        let limit = context.members[member].basicConstraints?.pathLength ?? 0
        return .fail(.issuer, .chainPathlen, member: member, x509: fault.number) { words in
            .pathTooLong(limit: limit, setBy: words.label(member), below: below.map { words.label($0) })
        }
    }

    private static func purpose(_ fault: OpenSSLFault, _ certificate: Certificate, _ context: RuleContext) -> RuleResult
    {
        let member = fault.member
        let wanted = context.request.purpose.rawValue
        // An authority's faults of usage come under this number as well.
        if member > 0, let bits = certificate.keyUsage, !bits.contains("keyCertSign") {
            return .fail(.purpose, .chainKeyUsage, member: member, x509: fault.number) {
                .keyUsageLacksSigning($0.label(member), found: bits)
            }
        }
        let found = (certificate.extendedKeyUsage ?? []).map(UsageNames.name)
        return .fail(.purpose, .chainPurpose, member: member, x509: fault.number) {
            .purposeWrong(
                $0.label(member),
                found: found,
                wanted: wanted,
                rule: "OpenSSL's purpose \(wanted == "clientAuth" ? "sslclient" : "sslserver")"
            )
        }
    }

    private static func key(_ fault: OpenSSLFault, _ certificate: Certificate, _ context: RuleContext) -> RuleResult {
        let level = context.request.securityLevel
        return .fail(.keyStrength, .chainWeakKey, member: fault.member, x509: fault.number) {
            .keyWeak(
                $0.label(fault.member),
                key: certificate.key.description,
                minimum: SecurityLevel.keyWords(level),
                rule: "OpenSSL's security level \(level)"
            )
        }
    }

    private static func digest(_ fault: OpenSSLFault, _ certificate: Certificate, _ context: RuleContext) -> RuleResult
    {
        let level = context.request.securityLevel
        return .fail(.keyStrength, .chainWeakDigest, member: fault.member, x509: fault.number) {
            .digestWeak(
                $0.label(fault.member),
                digest: (certificate.signatureDigest ?? certificate.signatureAlgorithm).uppercased(),
                minimum: SecurityLevel.digestWords(level),
                rule: "OpenSSL's security level \(level)"
            )
        }
    }

    private static func names(_ fault: OpenSSLFault, _ context: RuleContext) -> RuleResult {
        let constrainer = context.issuers.last { index in
            index > fault.member && OpenSSLExtensions.hasNameConstraints(context.members[index])
                && OpenSSLExtensions.violation(of: context.members[index], by: context.members[fault.member]) != nil
        }
        guard let constrainer else { return other(fault, as: .chainNameConstraints) }
        return NameConstraintWords.failure(member: fault.member, constrainer: constrainer, x509: fault.number)
    }

    private static func policy(_ fault: OpenSSLFault, _ context: RuleContext) -> RuleResult {
        let wanted = context.request.certificatePolicies?.initialPolicySet ?? []
        let text =
            fault.number == X509_V_ERR_NO_EXPLICIT_POLICY
            ? "a policy is required and none is left on the path" : "the policy extensions are invalid"
        return .fail(.issuer, .chainPolicy, member: fault.member, x509: fault.number) {
            .policyInvalid($0.label(fault.member), wanted: wanted, fault: text)
        }
    }

    private static func other(_ fault: OpenSSLFault, as code: DiagnosisCode = .chainPurpose) -> RuleResult {
        .fail(.issuer, code, member: fault.member, x509: fault.number) {
            .openSSLRefuses(
                $0.label(fault.member),
                code: code,
                text: OpenSSLText.verification(fault.number),
                name: X509ErrorName.name(of: fault.number)
            )
        }
    }
}

/// What OpenSSL's security levels want, in words (SSL_CTX_set_security_level(3)).
enum SecurityLevel {
    private static let bits = [0, 80, 112, 128, 192, 256]
    private static let keys = [
        "any key", "RSA 1024 or EC 160", "RSA 2048 or EC 224", "RSA 3072 or EC 256", "RSA 7680 or EC 384",
        "RSA 15360 or EC 512",
    ]

    static func keyWords(_ level: Int) -> String { "\(keys[min(max(level, 0), 5)]) (\(strength(level)))" }

    static func digestWords(_ level: Int) -> String {
        "\(level <= 0 ? "any digest" : level == 1 ? "SHA-224" : level <= 3 ? "SHA-256" : "SHA-384 or SHA-512") "
            + "(\(strength(level)))"
    }

    private static func strength(_ level: Int) -> String { "\(bits[min(max(level, 0), 5)]) bits of strength" }
}
