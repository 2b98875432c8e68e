import Foundation
import Trust

/// A certificate with as many alternative names as wanted, of any bytes: another's with its extensions replaced. Its
/// signature is wrong, which nothing that draws it asks about.
enum NamedCertificate {
    static func bytes(_ original: [UInt8], names: [[UInt8]]) -> [UInt8] {
        let parts = children(of: original)
        guard parts.count == 3 else { return [] }
        // Everything up to the extensions, which are the last element, [3].
        let fields = children(of: parts[0]).dropLast()
        let value = element(0x30, names.flatMap { element(0x82, $0) })
        let alternative = element(0x30, [0x06, 0x03, 0x55, 0x1D, 0x11] + element(0x04, value))
        let extensions = element(0xA3, element(0x30, alternative))
        return element(0x30, element(0x30, fields.flatMap { $0 } + extensions) + parts[1] + parts[2])
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
        let length = withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    /// The elements inside one, each with its header.
    private static func children(of bytes: [UInt8]) -> [[UInt8]] {
        var result: [[UInt8]] = []
        var rest = bytes.dropFirst(header(bytes[...]).header)
        while !rest.isEmpty {
            let (header, content) = header(rest)
            result.append(Array(rest.prefix(header + content)))
            rest = rest.dropFirst(header + content)
        }
        return result
    }

    private static func header(_ bytes: ArraySlice<UInt8>) -> (header: Int, content: Int) {
        guard let first = bytes.dropFirst().first else { return (bytes.count, 0) }
        guard first & 0x80 != 0 else { return (2, Int(first)) }
        let count = Int(first & 0x7F)
        return (2 + count, bytes.dropFirst(2).prefix(count).reduce(0) { $0 << 8 | Int($1) })
    }
}
