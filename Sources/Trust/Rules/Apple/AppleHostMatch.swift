/// Apple's matching of one alternative name (SecPolicyLeafCallbacks.c, SecCertificate.c).
///
/// A presented name has to look like a DNS name whose last label has a letter; a star stands for exactly one whole label,
/// the left-most of more than two, and never over a registry's suffix.
enum AppleHostMatch {
    static func matches(reference: String, presented: String) -> Bool {
        guard looksLikeName(presented) else { return false }
        let wanted = reference.split(separator: ".", omittingEmptySubsequences: false)
        let shown = presented.split(separator: ".", omittingEmptySubsequences: false)
        guard wanted.count == shown.count, !wanted.contains("") else { return false }
        for index in shown.indices {
            if shown[index] == "*" {
                guard index == 0, shown.count > 2 else { return false }
                if PublicSuffixes.isRegistrySuffix(presented.dropFirst(2)) { return false }
            } else if shown[index].contains("*") || !equalIgnoringCase(shown[index], wanted[index]) {
                return false
            }
        }
        return true
    }

    private static func equalIgnoringCase(_ left: Substring, _ right: Substring) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { 0x41...0x5a ~= byte ? byte + 0x20 : byte }

    static func looksLikeName(_ name: String) -> Bool {
        guard name.utf8.count <= 255 else { return false }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return false }
        return last.utf8.contains { 0x41...0x5a ~= $0 || 0x61...0x7a ~= $0 || $0 == 0x2a }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        guard 1...63 ~= label.utf8.count, label.utf8.first != 0x2d, label.utf8.last != 0x2d else { return false }
        return label.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f, 0x2a: true
            default: false
            }
        }
    }
}
