/// The text forms of IP addresses (RFC 4291 §2.2, RFC 5952) and their octets.
public enum IPAddressText {
    /// The 4 or 16 octets of an address in its usual form; nil for anything else, also for forms that only a resolver
    /// understands (`127.1`, `0x7f.1`, leading zeros).
    public static func octets(_ text: String) -> [UInt8]? {
        if let address = ipv4(text[...]) { return address }
        if text.hasPrefix("["), text.hasSuffix("]") { return ipv6(text.dropFirst().dropLast()) }
        return ipv6(text[...])
    }

    /// `192.0.2.1`, `2001:db8::1`; other counts of octets in hexadecimal.
    public static func text(_ octets: [UInt8]) -> String {
        switch octets.count {
        case 4: return octets.map(String.init).joined(separator: ".")
        case 16: return ipv6Text(octets)
        default: return octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
        }
    }

    private static func ipv4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var octets: [UInt8] = []
        for part in parts {
            guard !part.isEmpty, part.count <= 3, part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                part.count == 1 || part.first != "0", let value = UInt8(part)
            else { return nil }
            octets.append(value)
        }
        return octets
    }

    private static func ipv6(_ text: Substring) -> [UInt8]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        guard text.contains(":"), halves.count <= 2, let head = groups(halves[0], isLast: halves.count == 1) else {
            return nil
        }
        if halves.count == 1 { return head.count == 16 ? head : nil }
        guard let tail = groups(halves[1], isLast: true), head.count + tail.count <= 14 else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: Substring, isLast: Bool) -> [UInt8]? {
        if text.isEmpty { return [] }
        var octets: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, let embedded = ipv4(part) {
                octets += embedded
            } else if !part.isEmpty, part.utf8.count <= 4, part.utf8.allSatisfy(isHexDigit),
                let group = UInt16(part, radix: 16)
            {
                octets += [UInt8(group >> 8), UInt8(group & 255)]
            } else {
                return nil
            }
        }
        return octets
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
    }

    private static func ipv6Text(_ octets: [UInt8]) -> String {
        let groups = stride(from: 0, to: 16, by: 2).map { Int(octets[$0]) << 8 | Int(octets[$0 + 1]) }
        var best = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > best.count { best = start..<end }
            start = max(end, start + 1)
        }
        let hex = { (range: Range<Int>) in range.map { String(groups[$0], radix: 16) }.joined(separator: ":") }
        guard best.count > 1 else { return hex(0..<8) }
        return hex(0..<best.lowerBound) + "::" + hex(best.upperBound..<8)
    }
}
