/// One tag-length-value of DER, for walking over a structure whose parts are known.
struct DERElement {
    /// The identifier octet.
    let tag: UInt8
    /// Identifier, length and content.
    let whole: ArraySlice<UInt8>
    /// The content alone.
    let content: ArraySlice<UInt8>
    /// What follows the element.
    let rest: ArraySlice<UInt8>

    /// The element at the start of `bytes`; nil when its length is not definite or points outside.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 2 else { return nil }
        let start = bytes.startIndex
        var length = Int(bytes[start + 1])
        var header = 2
        if length >= 0x80 {
            let count = length & 0x7f
            guard 1...4 ~= count, bytes.count >= 2 + count else { return nil }
            length = bytes[(start + 2)..<(start + 2 + count)].reduce(0) { $0 << 8 | Int($1) }
            header += count
        }
        guard bytes.count - header >= length else { return nil }
        tag = bytes[start]
        whole = bytes[start..<(start + header + length)]
        content = bytes[(start + header)..<(start + header + length)]
        rest = bytes[(start + header + length)...]
    }

    /// A SEQUENCE around some content.
    static func sequence(_ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 255), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [0x30] + length + content
    }
}
