/// How good a path is, for the choice between several (SecCertificatePath.c).
///
/// An anchor counts most; then a self-signed end, and there the shorter path, else the longer one; then dates, digests and
/// key sizes.
enum ApplePathScore {
    static func score(_ context: RuleContext) -> Int {
        let members = context.members
        let isAnchored = context.path.anchorKind != nil
        var score = isAnchored ? 10_000 : 0
        if case .wrongKey = context.path.end { score -= 100_000 }
        if endsSelfSigned(context) { score += 1000 - members.count } else { score += members.count }
        let now = context.now
        if members.allSatisfy({ $0.notBefore <= now && now <= $0.notAfter }) { score += 100 }
        let hashed = isAnchored ? members.dropLast() : members[...]
        let weak: Set<String> = ["md2", "md4", "md5", "sha1"]
        if !hashed.contains(where: { $0.signatureDigest.map(weak.contains) ?? false }) { score += 10 }
        if members.allSatisfy({ isLarge($0.key) }) { score += 10 }
        return score
    }

    private static func endsSelfSigned(_ context: RuleContext) -> Bool {
        guard let last = context.members.last, last.isSelfIssued else { return false }
        return SignatureMemo.shared.check(last, by: last) != .invalid
    }

    private static func isLarge(_ key: Certificate.KeyKind) -> Bool {
        switch key.algorithm {
        case "RSA", "RSA-PSS": (key.bits + 7) / 8 >= 256
        case "EC": (key.bits + 7) / 8 >= 28
        default: false
        }
    }
}
