/// The forms in which a name constraint may name names (RFC 5280 §4.2.1.10).
enum ConstraintForm {
    /// Whether a constraint has the form that its kind of name asks for.
    static func isAllowed(_ name: GeneralName) -> Bool {
        switch name {
        case .dns(let name): isHost(name, mayBeEmpty: true)
        case .ipAddress(let octets): isNetwork(octets)
        case .email(let text): isMailbox(text) || isDomain(text)
        case .uri(let text): isDomain(text)
        case .directory, .other: true
        }
    }

    /// Whether an rfc822Name is one mailbox: a local part and a host (RFC 5321 §4.1.2).
    static func isMailbox(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && isHost(String(parts[1]), mayBeEmpty: false)
    }

    /// A host, or every host below one, written with a dot before it.
    private static func isDomain(_ text: String) -> Bool {
        isHost(text.hasPrefix(".") ? String(text.dropFirst()) : text, mayBeEmpty: true)
    }

    /// Labels of letters, digits, hyphens and, as they are in use, underscores.
    private static func isHost(_ text: String, mayBeEmpty: Bool) -> Bool {
        if text.isEmpty { return mayBeEmpty }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
                    default: false
                    }
                }
        }
    }

    /// An address and a mask of the same length whose ones stand together (RFC 4632).
    private static func isNetwork(_ octets: [UInt8]) -> Bool {
        guard octets.count == 8 || octets.count == 32 else { return false }
        let mask = octets.dropFirst(octets.count / 2)
        let ones = mask.reduce(0) { $0 + $1.nonzeroBitCount }
        return mask.enumerated().allSatisfy { index, octet in
            let bits = min(8, max(0, ones - index * 8))
            return octet == UInt8(truncatingIfNeeded: 0xff00 >> bits)
        }
    }
}
