/// The leaf's names (RFC 5280 §4.2.1.6; Baseline Requirements 7.1.4.2).
enum StrictNameRule {
    static func judge(_ context: RuleContext) -> [RuleResult] {
        let leaf = context.leaf
        var results: [RuleResult] = []
        func fault(_ fault: String, _ rule: String) { results.append(StrictRules.fault(0, fault, rule)) }
        guard let names = leaf.alternativeNames else {
            fault("it has no subject alternative name", "Baseline Requirements 7.1.2.7.12")
            return results
        }
        if names.isEmpty { fault("its list of alternative names is empty", "RFC 5280 4.2.1.6") }
        let hasSubject = leaf.subject.der.count > 2
        let isCritical = OpenSSLExtensions.isCritical(leaf, .alternativeName)
        if hasSubject, isCritical {
            fault("its alternative names are critical beside a subject", "Baseline Requirements 7.1.2.7.12")
        }
        if !hasSubject, !isCritical {
            fault("its alternative names are not critical and its subject is empty", "RFC 5280 4.2.1.6")
        }
        for name in names {
            switch name {
            case .dns(let text):
                if let what = badName(text) { fault("the name \(text) \(what)", "Baseline Requirements 7.1.4.2.1") }
            case .ipAddress(let octets) where octets.count != 4 && octets.count != 16:
                fault("an address of \(octets.count) octets", "RFC 5280 4.2.1.6")
            case .email(let text) where !ConstraintForm.isMailbox(text):
                fault("\(text) is no mail address", "RFC 5280 4.2.1.6")
            default: break
            }
        }
        return results
    }

    /// What is wrong with a dNSName; nil when nothing is.
    static func badName(_ name: String) -> String? {
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.first == "*" {
            labels.removeFirst()
            if labels.count < 2 || PublicSuffixes.isRegistrySuffix(labels.joined(separator: ".")) {
                return "is a wildcard over a public suffix"
            }
        }
        guard name.utf8.count <= 253 else { return "is too long" }
        for label in labels {
            guard 1...63 ~= label.utf8.count, label.utf8.first != 0x2d, label.utf8.last != 0x2d else {
                return "has a bad label"
            }
            let isPlain = label.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d: true
                default: false
                }
            }
            if !isPlain { return "has a character that no host name has" }
        }
        let isNumber = labels.last?.utf8.allSatisfy { 0x30...0x39 ~= $0 } ?? true
        return isNumber ? "is an address, or ends in a number" : nil
    }
}
