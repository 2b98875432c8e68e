import Diagnosis

/// RSA of 2048 bits or more in whole octets, or the curves P-256, P-384, P-521; SHA-256 or better.
enum StrictStrengthRule {
    private static let rule = "the web profile"

    static func judge(_ context: RuleContext) -> [RuleResult] {
        context.members.indices.flatMap { index in
            [key(index, context.members[index]), digest(index, context.members[index])].compactMap { $0 }
        }
    }

    private static func key(_ index: Int, _ certificate: Certificate) -> RuleResult? {
        let key = certificate.key
        let isTaken =
            switch key.algorithm {
            case "RSA": key.bits >= 2048 && key.bits % 8 == 0
            case "EC": ["P-256", "P-384", "P-521"].contains(key.curve)
            default: false
            }
        if isTaken { return nil }
        return .fail(.keyStrength, .chainWeakKey, member: index, x509: index == 0 ? 66 : 67) {
            .keyWeak(
                $0.label(index),
                key: key.description,
                minimum: "RSA 2048 in whole octets, P-256, P-384 or P-521",
                rule: rule
            )
        }
    }

    private static func digest(_ index: Int, _ certificate: Certificate) -> RuleResult? {
        let isSelfSigned =
            certificate.isSelfIssued && SignatureMemo.shared.check(certificate, by: certificate) != .invalid
        guard !isSelfSigned, let digest = certificate.signatureDigest, !["sha256", "sha384", "sha512"].contains(digest)
        else { return nil }
        return .fail(.keyStrength, .chainWeakDigest, member: index, x509: 68) {
            .digestWeak($0.label(index), digest: digest.uppercased(), minimum: "SHA-256 at least", rule: rule)
        }
    }
}
