/// The evidence for strength that holds.
enum StrengthWords {
    static func holds(_ context: RuleContext) -> RuleResult {
        .pass(.keyStrength) { words in
            let members = words.path.members
            let keys = Set(members.map(\.key.description)).sorted().joined(separator: ", ")
            let digests = Set(members.compactMap(\.signatureDigest)).sorted().joined(separator: ", ")
            return digests.isEmpty ? keys : "\(keys); \(digests)"
        }
    }
}
