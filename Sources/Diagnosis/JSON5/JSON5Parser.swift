import Foundation

/// Reads JSON5 byte by byte, keeping the line and the column.
struct JSON5Parser {
    private let bytes: [UInt8]
    private let file: String
    private let maximumDepth: Int
    private var index = 0
    private var line = 1
    private var column = 1
    private var depth = 0

    init(_ bytes: [UInt8], file: String, maximumDepth: Int) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.file = file
        self.maximumDepth = maximumDepth
    }

    /// The one value of the file.
    mutating func document() throws(Problem) -> JSON5Value {
        try checkEncoding()
        try skipBlanks()
        let value = try value(path: "")
        try skipBlanks()
        guard index == bytes.count else { throw expected("the end of the file") }
        return value
    }

    private mutating func value(path: String) throws(Problem) -> JSON5Value {
        let start = position
        let content: JSON5Value.Content
        switch peek ?? 0 {
        case UInt8(ascii: "{"): content = .object(try members(path: path))
        case UInt8(ascii: "["): content = .array(try elements(path: path))
        case UInt8(ascii: "\""), UInt8(ascii: "'"): content = .string(try string())
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"):
            content = try number()
        default: content = try word()
        }
        return JSON5Value(content, position: start, path: path)
    }

    // MARK: Objects and arrays

    private mutating func members(path: String) throws(Problem) -> [JSON5Member] {
        try enter()
        var members: [JSON5Member] = []
        var lines: [String: Int] = [:]
        while true {
            try skipBlanks()
            if take("}") { break }
            let start = position
            let key = try self.key()
            if let first = lines[key] { throw Problem.configRepeatedKey(at: start, key: key, firstLine: first) }
            lines[key] = start.line
            try skipBlanks()
            guard take(":") else { throw expected("\":\" behind the key \"\(key)\"") }
            try skipBlanks()
            let value = try value(path: path.isEmpty ? key : "\(path).\(key)")
            members.append(JSON5Member(key: key, keyPosition: start, value: value))
            try skipBlanks()
            if take(",") { continue }
            guard peek == UInt8(ascii: "}") else { throw expected("\",\" or \"}\"") }
        }
        depth -= 1
        return members
    }

    private mutating func elements(path: String) throws(Problem) -> [JSON5Value] {
        try enter()
        var values: [JSON5Value] = []
        while true {
            try skipBlanks()
            if take("]") { break }
            values.append(try value(path: "\(path)[\(values.count)]"))
            try skipBlanks()
            if take(",") { continue }
            guard peek == UInt8(ascii: "]") else { throw expected("\",\" or \"]\"") }
        }
        depth -= 1
        return values
    }

    private mutating func enter() throws(Problem) {
        depth += 1
        guard depth <= maximumDepth else {
            throw syntax(expected: "at most \(maximumDepth) levels of arrays and objects", found: "one more")
        }
        advance()
    }

    private mutating func key() throws(Problem) -> String {
        if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") { return try string() }
        guard let first = peek, Self.isNamePart(first), !Self.isDigit(first) else {
            throw expected("a key or \"}\"")
        }
        let start = index
        while let byte = peek, Self.isNamePart(byte) { advance() }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    // MARK: Words and numbers

    private mutating func word() throws(Problem) -> JSON5Value.Content {
        let start = index
        let place = self
        while let byte = peek, Self.isNamePart(byte) { advance() }
        switch String(decoding: bytes[start..<index], as: UTF8.self) {
        case "null": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "Infinity": return .number(.infinity)
        case "NaN": return .number(.nan)
        default: throw place.expected("a value")
        }
    }

    private mutating func number() throws(Problem) -> JSON5Value.Content {
        let place = self
        var isNegative = false
        if take("-") { isNegative = true } else { _ = take("+") }
        if peek == UInt8(ascii: "I") || peek == UInt8(ascii: "N") {
            guard case .number(let value) = try word() else { throw place.expected("a number") }
            return .number(isNegative ? -value : value)
        }
        let start = index
        while let byte = peek, Self.isNumberPart(byte, after: bytes[start..<index].last) { advance() }
        let text = (isNegative ? "-" : "") + String(decoding: bytes[start..<index], as: UTF8.self)
        guard let content = Self.parse(number: text) else { throw place.expected("a number") }
        return content
    }

    private static func parse(number text: String) -> JSON5Value.Content? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.dropFirst(sign.count)
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            return Int(sign + digits.dropFirst(2), radix: 16).map { .integer($0) }
        }
        guard digits.contains(where: \.isNumber) else { return nil }
        // "012" would be octal to some and twelve to others.
        guard !(digits.count > 1 && digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true) else {
            return nil
        }
        if let value = Int(text) { return .integer(value) }
        var spelled = digits.hasPrefix(".") ? "0" + digits : String(digits)
        if let dot = spelled.firstIndex(of: "."), spelled[dot...].dropFirst().first?.isNumber != true {
            spelled.insert("0", at: spelled.index(after: dot))
        }
        return Double(sign + spelled).map { .number($0) }
    }

    // MARK: Strings

    private mutating func string() throws(Problem) -> String {
        let place = self
        guard let quote = peek else { throw expected("a string") }
        advance()
        var result: [UInt8] = []
        while let byte = peek, byte != quote {
            if byte == UInt8(ascii: "\\") {
                try escape(into: &result)
            } else if byte == 0x0A || byte == 0x0D {
                throw expected("the end of the string")
            } else if byte < 0x20, byte != 0x09 {
                throw expected("an escape in place of a control character")
            } else {
                result.append(byte)
                advance()
            }
        }
        guard peek == quote else {
            throw place.syntax(expected: "the end of the string that begins here", found: "the end of the file")
        }
        advance()
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func escape(into result: inout [UInt8]) throws(Problem) {
        let place = self
        advance()
        guard let byte = peek else { throw expected("the end of the escape") }
        switch byte {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "v"): result.append(0x0B)
        case UInt8(ascii: "0"): result.append(0x00)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw place.expected("a known escape")
        case UInt8(ascii: "x"):
            result.append(contentsOf: try scalar(digits: 2, place).utf8Bytes)
            return
        case UInt8(ascii: "u"):
            result.append(contentsOf: try scalar(digits: 4, place).utf8Bytes)
            return
        case 0x0D:
            advance()
            if peek == 0x0A { advance() }
            return
        case 0x0A: break
        default:
            while let part = peek {
                result.append(part)
                advance()
                if peek.map({ $0 & 0xC0 == 0x80 }) != true { break }
            }
            return
        }
        advance()
    }

    private mutating func scalar(digits: Int, _ place: JSON5Parser) throws(Problem) -> Unicode.Scalar {
        advance()
        guard let high = hexadecimal(digits) else { throw place.expected("\(digits) hexadecimal digits") }
        if let scalar = Unicode.Scalar(high) { return scalar }
        // A surrogate counts only with its other half.
        guard (0xD800..<0xDC00).contains(high), take("\\"), take("u"), let low = hexadecimal(4),
            (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        else { throw place.expected("a whole pair of surrogates") }
        return scalar
    }

    private mutating func hexadecimal(_ digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        let text = String(decoding: bytes[index..<index + digits], as: UTF8.self)
        guard text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16) else { return nil }
        for _ in 0..<digits { advance() }
        return value
    }

    // MARK: Blanks and comments

    private mutating func skipBlanks() throws(Problem) {
        while let byte = peek {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D: advance()
            case UInt8(ascii: "/"): try comment()
            case 0xC2 where follows([0xC2, 0xA0]): skip(2)
            case 0xE2 where follows([0xE2, 0x80, 0xA8]) || follows([0xE2, 0x80, 0xA9]): skip(3)
            case 0xEF where follows([0xEF, 0xBB, 0xBF]): skip(3)
            default: return
            }
        }
    }

    private mutating func comment() throws(Problem) {
        let place = self
        if follows(Array("//".utf8)) {
            while let byte = peek, byte != 0x0A, byte != 0x0D { advance() }
        } else if follows(Array("/*".utf8)) {
            skip(2)
            while !follows(Array("*/".utf8)) {
                guard peek != nil else {
                    throw place.syntax(
                        expected: "the end of the comment that begins here",
                        found: "the end of the file"
                    )
                }
                advance()
            }
            skip(2)
        } else {
            throw expected("a value or a comment")
        }
    }

    // MARK: Places

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private var position: JSON5Position { JSON5Position(file: file, line: line, column: column) }

    private func follows(_ text: [UInt8]) -> Bool { bytes[index...].starts(with: text) }

    private mutating func take(_ text: Character) -> Bool {
        guard let byte = text.asciiValue, peek == byte else { return false }
        advance()
        return true
    }

    private mutating func skip(_ count: Int) { for _ in 0..<count { advance() } }

    private mutating func advance() {
        guard let byte = peek else { return }
        index += 1
        if byte == 0x0A || (byte == 0x0D && peek != 0x0A) {
            line += 1
            column = 1
        } else if peek.map({ $0 & 0xC0 != 0x80 }) ?? true {
            // The column grows behind the last byte of a character.
            column += 1
        }
    }

    private mutating func checkEncoding() throws(Problem) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var walk = self
        while walk.peek != nil {
            let start = walk
            let length = max(1, (~bytes[walk.index]).leadingZeroBitCount)
            let end = min(walk.index + length, bytes.count)
            guard String(validating: bytes[walk.index..<end], as: UTF8.self) != nil else {
                throw start.syntax(expected: "UTF-8 text", found: "the byte 0x\(String(bytes[walk.index], radix: 16))")
            }
            walk.skip(end - walk.index)
        }
    }

    private func expected(_ what: String) -> Problem { syntax(expected: what, found: nextWord) }

    private func syntax(expected: String, found: String) -> Problem {
        Problem.configSyntax(at: position, expected: expected, found: found)
    }

    /// What stands here, short enough for a message.
    private var nextWord: String {
        guard let byte = peek else { return "the end of the file" }
        if byte == 0x0A || byte == 0x0D { return "the end of the line" }
        var end = index + 1
        if Self.isNamePart(byte) {
            while end < bytes.count, end - index < 24, Self.isNamePart(bytes[end]) { end += 1 }
        }
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return "\"" + String(decoding: bytes[index..<end], as: UTF8.self) + "\""
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"),
            UInt8(ascii: "$"), 0x80...:
            true
        default: isDigit(byte)
        }
    }

    private static func isNumberPart(_ byte: UInt8, after last: UInt8?) -> Bool {
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
            return last == UInt8(ascii: "e") || last == UInt8(ascii: "E")
        }
        return byte == UInt8(ascii: ".") || (byte < 0x80 && isNamePart(byte))
    }
}

extension Unicode.Scalar {
    fileprivate var utf8Bytes: [UInt8] { Array(String(Character(self)).utf8) }
}
