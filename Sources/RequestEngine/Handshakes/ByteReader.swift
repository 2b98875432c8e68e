/// Takes numbers and length-prefixed vectors off some bytes (RFC 8446 §3); nil where there are too few.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number(bytes count: Int) -> Int? {
        bytes(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func vector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard let length = number(bytes: lengthBytes) else { return nil }
        return bytes(length)
    }
}
