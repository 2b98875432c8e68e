import Diagnosis
import Foundation

/// Extended key usage under Apple's SSL policies: the loose rule for every chain, and the strict one by kind of anchor and
/// date of issue (SecPolicyServer.c, ServerAuthEKU).
enum ApplePurposeRule {
    static let serverAuth = "1.3.6.1.5.5.7.3.1"
    static let clientAuth = "1.3.6.1.5.5.7.3.2"
    static let any = "2.5.29.37.0"
    /// Server-gated cryptography, Microsoft's and Netscape's.
    private static let gated: Set<String> = ["1.3.6.1.4.1.311.10.3.3", "2.16.840.1.113730.4.1"]
    /// What the source calls 1 July 2019 is one hour before it; the test is strictly later-than.
    static let july2019 = Date(timeIntervalSince1970: 1_561_935_600)

    static func judge(_ context: RuleContext) -> [RuleResult] {
        var results: [RuleResult] = []
        if let failure = leaf(context) { results.append(failure) }
        if isStrict(context) {
            for index in context.issuers.dropLast() {
                guard let usages = context.members[index].extendedKeyUsage, !usages.isEmpty,
                    !usages.contains(serverAuth), !usages.contains(any)
                else { continue }
                results.append(
                    failure(index, usages, rule: "Apple's rule for authorities below \(anchorWords(context))")
                )
            }
        }
        return results
    }

    private static func leaf(_ context: RuleContext) -> RuleResult? {
        let usages = context.leaf.extendedKeyUsage
        if context.request.purpose == .clientAuth {
            guard let usages, !usages.contains(clientAuth), !usages.contains(any) else { return nil }
            return failure(0, usages, wanted: "clientAuth", rule: "Apple's SSL policy for clients")
        }
        if isStrict(context), usages?.contains(serverAuth) != true {
            return failure(0, usages ?? [], rule: "Apple's rule for \(anchorWords(context))")
        }
        guard let usages, !usages.contains(serverAuth), !usages.contains(any), gated.isDisjoint(with: usages) else {
            return nil
        }
        return failure(0, usages, rule: "Apple's SSL policy")
    }

    private static func failure(_ member: Int, _ found: [String], wanted: String = "serverAuth", rule: String)
        -> RuleResult
    {
        .fail(.purpose, .chainPurpose, member: member, x509: 26) {
            .purposeWrong($0.label(member), found: found.map(UsageNames.name), wanted: wanted, rule: rule)
        }
    }

    private static func isStrict(_ context: RuleContext) -> Bool {
        guard context.request.purpose == .serverAuth else { return false }
        switch context.path.anchorKind {
        case .system: return true
        case .user: return false
        case .app, nil: return context.leaf.notBefore > july2019
        }
    }

    private static func anchorWords(_ context: RuleContext) -> String {
        context.path.anchorKind == .system
            ? "roots of the system" : "leaves issued after 1 July 2019 under other anchors"
    }
}

/// Names of extended key usages.
enum UsageNames {
    static func name(_ identifier: String) -> String { names[identifier] ?? identifier }

    private static let names = [
        "1.3.6.1.5.5.7.3.1": "serverAuth",
        "1.3.6.1.5.5.7.3.2": "clientAuth",
        "1.3.6.1.5.5.7.3.3": "codeSigning",
        "1.3.6.1.5.5.7.3.4": "emailProtection",
        "1.3.6.1.5.5.7.3.8": "timeStamping",
        "1.3.6.1.5.5.7.3.9": "OCSPSigning",
        "2.5.29.37.0": "any",
        "1.3.6.1.4.1.311.10.3.3": "msSGC",
        "2.16.840.1.113730.4.1": "nsSGC",
    ]
}
