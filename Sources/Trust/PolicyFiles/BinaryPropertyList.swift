import Diagnosis

/// Reads a binary property list (Apple's CFBinaryPList.c, version 00): every length and reference is checked, and what
/// its parts come to when each is written out where it is named is limited.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let file: String
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int

    private static let maximumDepth = 64
    private static let maximumValues = 100_000

    /// - Throws: `config.syntax`.
    init(_ bytes: [UInt8], file: String) throws(Problem) {
        self.bytes = bytes
        self.file = file
        let trailer = bytes.count - 32
        guard trailer >= 8, bytes.starts(with: Array("bplist0".utf8)) else {
            throw Self.fault(file, expected: "a binary property list of version 0", found: "\(bytes.count) bytes")
        }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        let sizes = 1...8
        guard sizes.contains(offsetSize), sizes.contains(referenceSize),
            let count = Self.integer(bytes, at: trailer + 8, size: 8),
            let top = Self.integer(bytes, at: trailer + 16, size: 8),
            let table = Self.integer(bytes, at: trailer + 24, size: 8),
            count > 0, top < count, table >= 8, table <= trailer, count <= (trailer - table) / offsetSize
        else { throw Self.fault(file, expected: "a table of its parts", found: "one that does not fit the file") }
        self.count = count
        self.top = top
        self.table = table
    }

    /// The value that the list holds.
    ///
    /// - Throws: `config.syntax`.
    func value() throws(Problem) -> JSON5Value {
        var budget = Self.maximumValues
        return try value(top, path: "", depth: 0, budget: &budget)
    }

    private func value(_ reference: Int, path: String, depth: Int, budget: inout Int) throws(Problem) -> JSON5Value {
        budget -= 1
        guard depth < Self.maximumDepth, budget > 0 else {
            throw Self.fault(
                file,
                expected: "at most \(Self.maximumDepth) levels and \(Self.maximumValues) values",
                found: "more"
            )
        }
        guard reference < count,
            let offset = Self.integer(bytes, at: table + reference * offsetSize, size: offsetSize),
            offset >= 8, offset < table
        else { throw Self.fault(file, expected: "a part of the list", found: "a reference that leads nowhere") }
        let content = try content(at: offset, path: path, depth: depth, budget: &budget)
        return JSON5Value(content, position: JSON5Position(file: file, line: 0, column: 0), path: path)
    }

    private func content(at offset: Int, path: String, depth: Int, budget: inout Int) throws(Problem)
        -> JSON5Value.Content
    {
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0x0:
            switch marker {
            case 0x08: return .boolean(false)
            case 0x09: return .boolean(true)
            default: return .null
            }
        case 0x1:
            // Eight bytes are signed, sixteen are a number too large for anything here.
            let size = 1 << Int(marker & 0x0F)
            guard size <= 8, let number = Self.integer(bytes, at: offset + 1, size: size, isSigned: size == 8) else {
                return .foreign("a large number")
            }
            return .integer(number)
        case 0x2: return try real(at: offset)
        case 0x3: return .foreign("a date")
        case 0x4: return .foreign("data")
        case 0x5, 0x6: return .string(try string(at: offset))
        case 0x8: return .foreign("a reference")
        case 0xA, 0xC:
            let (length, start) = try length(at: offset)
            var values: [JSON5Value] = []
            for index in 0..<length {
                let reference = try self.reference(start, index)
                values.append(
                    try value(reference, path: "\(path)[\(index)]", depth: depth + 1, budget: &budget)
                )
            }
            return .array(values)
        case 0xD: return .object(try members(at: offset, path: path, depth: depth, budget: &budget))
        default:
            throw Self.fault(file, expected: "a known kind of value", found: "the byte 0x\(String(marker, radix: 16))")
        }
    }

    private func members(at offset: Int, path: String, depth: Int, budget: inout Int) throws(Problem)
        -> [JSON5Member]
    {
        let (length, start) = try length(at: offset)
        var members: [JSON5Member] = []
        var seen: Set<String> = []
        for index in 0..<length {
            let key = try value(try reference(start, index), path: path, depth: depth + 1, budget: &budget)
            guard case .string(let name) = key.content else {
                throw Self.fault(file, expected: "a string as a key", found: key.kind)
            }
            guard seen.insert(name).inserted else {
                throw .configRepeatedKey(at: key.position, key: name, firstLine: 0)
            }
            let reference = try self.reference(start, length + index)
            let value = try value(
                reference,
                path: path.isEmpty ? name : "\(path).\(name)",
                depth: depth + 1,
                budget: &budget
            )
            members.append(JSON5Member(key: name, keyPosition: key.position, value: value))
        }
        return members
    }

    private func reference(_ start: Int, _ index: Int) throws(Problem) -> Int {
        guard index <= bytes.count,
            let reference = Self.integer(bytes, at: start + index * referenceSize, size: referenceSize)
        else { throw Self.fault(file, expected: "a list of references", found: "the end of the file") }
        return reference
    }

    /// The number of elements, and where they begin.
    private func length(at offset: Int) throws(Problem) -> (length: Int, start: Int) {
        let short = Int(bytes[offset] & 0x0F)
        if short < 0x0F { return (short, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1 else {
            throw Self.fault(file, expected: "a length", found: "something else")
        }
        let size = 1 << Int(bytes[offset + 1] & 0x0F)
        guard size <= 8, let length = Self.integer(bytes, at: offset + 2, size: size), length <= bytes.count else {
            throw Self.fault(file, expected: "a length that fits the file", found: "a longer one")
        }
        return (length, offset + 2 + size)
    }

    private func string(at offset: Int) throws(Problem) -> String {
        let (length, start) = try length(at: offset)
        let isWide = bytes[offset] >> 4 == 0x6
        let size = isWide ? length * 2 : length
        guard start + size <= table else {
            throw Self.fault(file, expected: "a string that fits the file", found: "\(length) characters")
        }
        guard isWide else { return String(decoding: bytes[start..<start + size], as: UTF8.self) }
        let units = stride(from: start, to: start + size, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    private func real(at offset: Int) throws(Problem) -> JSON5Value.Content {
        switch bytes[offset] & 0x0F {
        case 2:
            guard let bits = Self.bits(bytes, at: offset + 1, size: 4) else { break }
            return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 3:
            guard let bits = Self.bits(bytes, at: offset + 1, size: 8) else { break }
            return .number(Double(bitPattern: bits))
        default: break
        }
        throw Self.fault(file, expected: "a number of four or eight bytes", found: "another size")
    }

    private static func bits(_ bytes: [UInt8], at offset: Int, size: Int) -> UInt64? {
        guard offset >= 0, size > 0, offset <= bytes.count - size else { return nil }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A number that is not negative, unless it is signed; nil when it does not fit.
    private static func integer(_ bytes: [UInt8], at offset: Int, size: Int, isSigned: Bool = false) -> Int? {
        guard let bits = bits(bytes, at: offset, size: size) else { return nil }
        return isSigned ? Int(Int64(bitPattern: bits)) : Int(exactly: bits)
    }

    private static func fault(_ file: String, expected: String, found: String) -> Problem {
        .configSyntax(at: JSON5Position(file: file, line: 0, column: 0), expected: expected, found: found)
    }
}
