/// Takes numbers and length-prefixed vectors off some bytes (RFC 8446 §3); nil where there are too few.
struct ByteReader {
    private var left: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { left = bytes }

    var isAtEnd: Bool { left.isEmpty }

    /// What is left; nil at the end.
    var rest: ArraySlice<UInt8>? { left.isEmpty ? nil : left }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= left.count else { return nil }
        defer { left = left.dropFirst(count) }
        return left.prefix(count)
    }

    mutating func number(bytes count: Int) -> Int? {
        bytes(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard let length = number(bytes: lengthBytes) else { return nil }
        return bytes(length)
    }
}
