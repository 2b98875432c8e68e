/// One tag, length and value of BER or DER (ITU-T X.690), as far as its bytes are there.
///
/// Reads what is needed to tell files apart, cut ones too; certificates and keys themselves are decoded by OpenSSL.
struct DERItem {
    /// The identifier octet; tags of more than one octet are not read.
    let tag: UInt8
    /// The value's bytes that are there; without the end-of-contents octets of an indefinite length.
    let content: ArraySlice<UInt8>
    /// How many bytes the item takes by its own length; nil for an indefinite length whose end is missing.
    let announced: Int?
    /// Whether the length is the indefinite one of BER.
    let isIndefinite: Bool
    /// Whether bytes are missing at its end.
    let isTruncated: Bool

    /// Reads the item at the beginning of the bytes; nil where there is none.
    init?(_ bytes: ArraySlice<UInt8>) { self.init(bytes, depth: 0) }

    /// Reads the item at the beginning of the bytes.
    init?(_ bytes: [UInt8]) { self.init(bytes[...], depth: 0) }

    private init?(_ bytes: ArraySlice<UInt8>, depth: Int) {
        guard let tag = bytes.first, tag & 0x1F != 0x1F, let header = Header(bytes) else { return nil }
        self.tag = tag
        let body = bytes.dropFirst(header.count)
        if let length = header.length {
            isIndefinite = false
            isTruncated = length > body.count
            content = body.prefix(length)
            let (total, overflow) = length.addingReportingOverflow(header.count)
            announced = overflow ? nil : total
        } else {
            guard tag & 0x20 != 0, depth < 32 else { return nil }
            isIndefinite = true
            let length = Self.lengthBeforeEnd(body, depth: depth + 1)
            content = body.prefix(length ?? body.count)
            isTruncated = length == nil
            announced = length.map { $0 + header.count + 2 }
        }
    }

    /// The items inside, up to the first that cannot be read; at most 64.
    var children: [DERItem] {
        guard tag & 0x20 != 0 else { return [] }
        var result: [DERItem] = []
        var rest = content
        while result.count < 64, let item = DERItem(rest) {
            result.append(item)
            guard let taken = item.announced, taken <= rest.count else { break }
            rest = rest.dropFirst(taken)
        }
        return result
    }

    /// An INTEGER's value, where it is a small one that is not negative.
    var integer: Int? {
        guard tag == 0x02, !isTruncated, let first = content.first, first < 0x80, content.count <= 8 else { return nil }
        return content.reduce(0) { $0 << 8 | Int($1) }
    }

    /// An OBJECT IDENTIFIER in its dotted form.
    var objectIdentifier: String? {
        guard tag == 0x06, !isTruncated, !content.isEmpty, content.count <= 64 else { return nil }
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        for byte in content {
            guard value < 1 << 56 else { return nil }
            value = value << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if arcs.isEmpty {
                let first = min(value / 40, 2)
                arcs = [first, value - first * 40]
            } else {
                arcs.append(value)
            }
            value = 0
        }
        return arcs.map { String($0) }.joined(separator: ".")
    }

    /// An OCTET STRING's bytes, put together where BER cut them up.
    var octets: [UInt8] {
        guard tag & 0x20 != 0 else { return Array(content) }
        return children.flatMap { $0.tag & 0x20 == 0 ? Array($0.content) : [] }
    }

    /// How many bytes stand before the end-of-contents octets; nil when they are missing.
    private static func lengthBeforeEnd(_ bytes: ArraySlice<UInt8>, depth: Int) -> Int? {
        var rest = bytes
        while rest.count >= 2 {
            if rest.starts(with: [0, 0]) { return rest.startIndex - bytes.startIndex }
            guard let item = DERItem(rest, depth: depth), let taken = item.announced, taken <= rest.count else {
                return nil
            }
            rest = rest.dropFirst(taken)
        }
        return nil
    }

    private struct Header {
        let count: Int
        /// nil: indefinite.
        let length: Int?

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let first = bytes.dropFirst().first else { return nil }
            if first < 0x80 {
                count = 2
                length = Int(first)
            } else if first == 0x80 {
                count = 2
                length = nil
            } else {
                let digits = bytes.dropFirst(2).prefix(Int(first & 0x7F))
                guard digits.count == Int(first & 0x7F), digits.count <= 7 else { return nil }
                count = 2 + digits.count
                length = digits.reduce(0) { $0 << 8 | Int($1) }
            }
        }
    }
}
