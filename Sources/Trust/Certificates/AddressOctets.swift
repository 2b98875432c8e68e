/// The text form of IP addresses as certificates hold them.
enum AddressOctets {
    /// `192.0.2.1` for 4 bytes, RFC 5952's form for 16 (`2001:db8::1`), hexadecimal digits for any other count.
    static func text(_ bytes: [UInt8]) -> String {
        switch bytes.count {
        case 4: bytes.map { String($0) }.joined(separator: ".")
        case 16: version6(bytes)
        default: "0x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + " (\(bytes.count) bytes)"
        }
    }

    private static func version6(_ bytes: [UInt8]) -> String {
        let groups = stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        // The longest run of at least two zero groups becomes "::", the first one of equals.
        var best = 0..<0
        var start = 0
        while start < groups.count {
            guard groups[start] == 0 else { start += 1; continue }
            var end = start
            while end < groups.count, groups[end] == 0 { end += 1 }
            if end - start > max(1, best.count) { best = start..<end }
            start = end
        }
        let words = groups.map { String($0, radix: 16) }
        if best.isEmpty { return words.joined(separator: ":") }
        return words[..<best.lowerBound].joined(separator: ":") + "::"
            + words[best.upperBound...].joined(separator: ":")
    }
}
