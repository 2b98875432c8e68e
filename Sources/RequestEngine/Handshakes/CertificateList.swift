/// What a Certificate message holds beside the certificates themselves (RFC 8446 §4.4.2, RFC 5246 §7.4.2).
struct CertificateList: Hashable, Sendable {
    /// How many certificates are in it.
    private(set) var count = 0
    /// The size of the first staple, in bytes.
    private(set) var stapleBytes: Int?
    /// How many certificate timestamps are in it.
    private(set) var timestamps = 0

    /// nil when it does not decode.
    init?(_ body: ArraySlice<UInt8>, isTLS13: Bool) {
        var reader = ByteReader(body)
        if isTLS13 { guard reader.vector(lengthBytes: 1) != nil else { return nil } }
        guard let list = reader.vector(lengthBytes: 3) else { return nil }
        var entries = ByteReader(list)
        while !entries.isAtEnd {
            guard entries.vector(lengthBytes: 3) != nil else { return nil }
            if isTLS13 {
                guard let block = entries.vector(lengthBytes: 2) else { return nil }
                read(block)
            }
            count += 1
        }
    }

    private mutating func read(_ block: ArraySlice<UInt8>) {
        var extensions = ByteReader(block)
        while let kind = extensions.number(bytes: 2), let content = extensions.vector(lengthBytes: 2) {
            switch kind {
            // The status type and the length stand before the response.
            case 5: if stapleBytes == nil, content.count > 4 { stapleBytes = content.count - 4 }
            case 18: timestamps += Self.timestamps(content)
            default: break
            }
        }
    }

    /// The number of entries in a SignedCertificateTimestampList (RFC 6962 §3.3).
    static func timestamps(_ content: ArraySlice<UInt8>) -> Int {
        var reader = ByteReader(content)
        guard let list = reader.vector(lengthBytes: 2) else { return 0 }
        var entries = ByteReader(list)
        var count = 0
        while entries.vector(lengthBytes: 2) != nil { count += 1 }
        return count
    }
}
