import Diagnosis

/// Keys and digests: the floor of every policy (RSA 1024, EC 160, no MD5), and the SSL policy's (RSA 2048, EC P-256,
/// SHA-2). Self-signed certificates are exempt from the rules on digests.
enum AppleStrengthRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        let asksSSL = context.isSSL && context.request.purpose == .serverAuth
        var results: [RuleResult] = []
        for index in context.members.indices {
            if let failure = key(index, context, asksSSL: asksSSL) { results.append(failure) }
            if let failure = digest(index, context, asksSSL: asksSSL) { results.append(failure) }
        }
        return results
    }

    private static func key(_ index: Int, _ context: RuleContext, asksSSL: Bool) -> RuleResult? {
        let key = context.members[index].key
        if !isLargeEnough(key, rsa: 1024, ec: 160, takesEdwards: true) {
            return failure(index, key, "RSA 1024 or EC 160", rule: "Apple's basic X.509 policy", isFatal: true)
        }
        // A leaf that the user installed as an anchor is exempt, with all its chain: it is alone.
        guard asksSSL, !isUserLeaf(context), !isLargeEnough(key, rsa: 2048, ec: 256, takesEdwards: false) else {
            return nil
        }
        return failure(index, key, "RSA 2048 or EC P-256", rule: "Apple's SSL policy", isFatal: false)
    }

    private static func failure(
        _ index: Int,
        _ key: Certificate.KeyKind,
        _ minimum: String,
        rule: String,
        isFatal: Bool
    ) -> RuleResult {
        .fail(.keyStrength, .chainWeakKey, member: index, x509: index == 0 ? 66 : 67, isFatal: isFatal) {
            .keyWeak($0.label(index), key: key.description, minimum: minimum, rule: rule)
        }
    }

    private static func digest(_ index: Int, _ context: RuleContext, asksSSL: Bool) -> RuleResult? {
        let members = context.members
        guard let digest = members[index].signatureDigest, !isSelfSigned(members[index]) else { return nil }
        let isLast = index == members.count - 1
        if ["md2", "md4", "md5"].contains(digest), !(isLast && context.path.anchorKind != nil && index > 0) {
            return failure(index, digest, minimum: "SHA-1", rule: "Apple's basic X.509 policy", isFatal: true)
        }
        // An anchor that the user installed is not looked at.
        let isUserAnchor = isLast && context.path.anchorKind == .user
        guard asksSSL, !isUserAnchor, ["md2", "md4", "md5", "sha1"].contains(digest) else { return nil }
        return failure(index, digest, minimum: "SHA-256", rule: "Apple's SSL policy", isFatal: false)
    }

    private static func failure(_ index: Int, _ digest: String, minimum: String, rule: String, isFatal: Bool)
        -> RuleResult
    {
        .fail(.keyStrength, .chainWeakDigest, member: index, x509: 68, isFatal: isFatal) {
            .digestWeak($0.label(index), digest: digest.uppercased(), minimum: "\(minimum) at least", rule: rule)
        }
    }

    private static func isUserLeaf(_ context: RuleContext) -> Bool {
        context.members.count == 1 && context.path.anchorKind == .user
    }

    private static func isSelfSigned(_ certificate: Certificate) -> Bool {
        certificate.isSelfIssued && SignatureMemo.shared.check(certificate, by: certificate) != .invalid
    }

    /// Sizes in bits are compared by whole octets, as Apple compares them.
    private static func isLargeEnough(_ key: Certificate.KeyKind, rsa: Int, ec: Int, takesEdwards: Bool) -> Bool {
        switch key.algorithm {
        case "RSA", "RSA-PSS": (key.bits + 7) / 8 >= rsa / 8
        case "EC": (key.bits + 7) / 8 >= ec / 8
        case "Ed25519", "Ed448": takesEdwards
        default: false
        }
    }
}
