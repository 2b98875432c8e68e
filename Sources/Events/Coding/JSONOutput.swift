/// JSON text as it grows, with the objects and arrays that are open.
///
/// Every event of a log passes here: what is written byte by byte is written without intermediate strings.
final class JSONOutput {
    // One encoder at a time writes here: the checks of overlapping access cost more than the writing.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    /// The closing bracket of each open level, and whether something stands in it.
    @exclusivity(unchecked) private var levels: [(close: UInt8, isEmpty: Bool)] = []

    init() {
        bytes.reserveCapacity(1024)
        levels.reserveCapacity(8)
    }

    /// How many levels are open.
    var depth: Int { levels.count }

    /// Opens an object or an array.
    func open(object: Bool) {
        bytes.append(object ? Self.openBrace : Self.openBracket)
        levels.append((object ? Self.closeBrace : Self.closeBracket, true))
    }

    /// Closes levels until so many are open.
    func close(to depth: Int) {
        while levels.count > depth, let level = levels.popLast() { bytes.append(level.close) }
    }

    /// Makes room for the next member of the level at `depth` (counted from 1), whatever is open within it closed.
    func next(at depth: Int) {
        close(to: depth)
        let last = levels.count - 1
        guard last >= 0 else { return }
        if levels[last].isEmpty { levels[last].isEmpty = false } else { bytes.append(Self.comma) }
    }

    func key(_ name: String, at depth: Int) {
        next(at: depth)
        string(name)
        bytes.append(Self.colon)
    }

    /// A key that needs no escape, and its colon.
    func append(_ key: StaticString) {
        bytes.append(Self.quote)
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(Self.quote)
        bytes.append(Self.colon)
    }

    func null() { bytes += [0x6E, 0x75, 0x6C, 0x6C] }

    func bool(_ value: Bool) { bytes += value ? [0x74, 0x72, 0x75, 0x65] : [0x66, 0x61, 0x6C, 0x73, 0x65] }

    func integer(_ value: some BinaryInteger) {
        guard let number = Int64(exactly: value) else {
            bytes += String(value).utf8
            return
        }
        if number < 0 { bytes.append(0x2D) }
        digits(of: number.magnitude)
    }

    private func digits(of value: UInt64) {
        let start = bytes.count
        var rest = value
        repeat {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    func number(_ value: Double) {
        if value.isNaN {
            string(EventJSON.notANumber)
        } else if value.isInfinite {
            string(value < 0 ? "-" + EventJSON.infinity : EventJSON.infinity)
        } else if let whole = Int64(exactly: value), whole.magnitude < 1 << 53, !(value.sign == .minus && value == 0) {
            integer(whole)
        } else {
            bytes += value.description.utf8
        }
    }

    /// A string with its quotes; what JSON wants escaped is, and what a terminal would obey or hide.
    func string(_ text: String) {
        bytes.append(Self.quote)
        var text = text
        let isPlain = text.withUTF8 { source in
            // Most texts need no escape: they are copied whole.
            guard Self.needsNoEscape(source) else { return false }
            bytes.append(contentsOf: source)
            return true
        }
        if !isPlain { for scalar in text.unicodeScalars { self.scalar(scalar) } }
        bytes.append(Self.quote)
    }

    private func scalar(_ scalar: Unicode.Scalar) {
        guard !scalar.isASCII else { return escaped(UInt8(truncatingIfNeeded: scalar.value)) }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: break
        default:
            if !properties.isDefaultIgnorableCodePoint {
                bytes += UTF8.encode(scalar).map { Array($0) } ?? []
                return
            }
        }
        for unit in Character(scalar).utf16 {
            bytes += [Self.backslash, 0x75]
            for shift in [12, 8, 4, 0] { bytes.append(Self.digit(UInt8(truncatingIfNeeded: unit >> shift) & 15)) }
        }
    }

    /// Bytes as hexadecimal digits, with quotes.
    func hexadecimal(_ source: [UInt8]) {
        bytes.append(Self.quote)
        for byte in source {
            bytes.append(Self.digit(byte >> 4))
            bytes.append(Self.digit(byte & 15))
        }
        bytes.append(Self.quote)
    }

    private func escaped(_ byte: UInt8) {
        switch byte {
        case Self.quote, Self.backslash:
            bytes.append(Self.backslash)
            bytes.append(byte)
        case 0x0A: bytes += [Self.backslash, 0x6E]
        case 0x0D: bytes += [Self.backslash, 0x72]
        case 0x09: bytes += [Self.backslash, 0x74]
        case 0..<0x20, 0x7F:
            bytes += [Self.backslash, 0x75, 0x30, 0x30, Self.digit(byte >> 4), Self.digit(byte & 15)]
        default: bytes.append(byte)
        }
    }

    private static func needsNoEscape(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in source where !(0x20...0x7E).contains(byte) || byte == quote || byte == backslash { return false }
        return true
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    private static let quote: UInt8 = 0x22
    private static let comma: UInt8 = 0x2C
    private static let colon: UInt8 = 0x3A
    private static let backslash: UInt8 = 0x5C
    private static let openBracket: UInt8 = 0x5B
    private static let closeBracket: UInt8 = 0x5D
    private static let openBrace: UInt8 = 0x7B
    private static let closeBrace: UInt8 = 0x7D
}
