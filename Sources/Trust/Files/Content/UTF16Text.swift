/// Text in UTF-16, as a redirection in PowerShell or "Unicode" in an editor makes it.
struct UTF16Text {
    /// `UTF-16LE` or `UTF-16BE`
    let encoding: String
    /// Whether it begins with a byte order mark.
    let hasMark: Bool
    /// The same text in UTF-8.
    let utf8: [UInt8]

    /// Recognised by its byte order mark, or by ASCII characters with a zero byte each; nil when it is neither.
    init?(_ bytes: [UInt8]) {
        let isLittle: Bool
        if bytes.starts(with: [0xFF, 0xFE]) {
            isLittle = true
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            isLittle = false
        } else if bytes.count >= 16, let order = Self.orderByZeros(bytes.prefix(16)) {
            isLittle = order
        } else {
            return nil
        }
        // FE FF could be the beginning of something binary: text has few zero units and many ASCII ones.
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        let ascii = units.count { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        guard ascii * 2 > units.count else { return nil }
        encoding = isLittle ? "UTF-16LE" : "UTF-16BE"
        hasMark = units.first == 0xFEFF
        utf8 = Array(String(decoding: hasMark ? units.dropFirst() : units[...], as: UTF16.self).utf8)
    }

    /// True for little endian, false for big endian, nil when it is no ASCII in UTF-16.
    private static func orderByZeros(_ bytes: ArraySlice<UInt8>) -> Bool? {
        let isText = { (byte: UInt8) in (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte) }
        let even = bytes.indices.filter { $0.isMultiple(of: 2) }.map { bytes[$0] }
        let odd = bytes.indices.filter { !$0.isMultiple(of: 2) }.map { bytes[$0] }
        if even.allSatisfy(isText), odd.allSatisfy({ $0 == 0 }) { return true }
        if odd.allSatisfy(isText), even.allSatisfy({ $0 == 0 }) { return false }
        return nil
    }
}
