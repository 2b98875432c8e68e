/// What a client says first (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2).
struct ClientHello: Equatable {
    /// The cipher suites in their order, reserved values (RFC 8701) left out.
    private(set) var cipherSuites: [UInt16] = []
    /// The extensions' types in their order, reserved values left out.
    private(set) var extensions: [UInt16] = []
    /// The name it wants to reach; nil when it sends none.
    private(set) var serverName: String?
    /// The protocols that it offers by ALPN.
    private(set) var protocols: [String] = []
    /// The versions that it offers, as numbers on the wire; in TLS 1.2 and before the one that it gives as its highest.
    private(set) var versions: [UInt16] = []

    /// Reads a handshake message, its type and length included; nil when it is no whole ClientHello.
    init?(message: [UInt8]) {
        var reader = ByteReader(message[...])
        guard reader.byte() == 1, let length = reader.number(3), var body = reader.part(Int(length)),
            let legacyVersion = body.number(2), body.part(32) != nil, body.vector(1) != nil,
            var suites = body.vector(2), body.vector(1) != nil
        else { return nil }
        while let suite = suites.number(2) {
            if !Self.isReserved(UInt16(suite)) { cipherSuites.append(UInt16(suite)) }
        }
        // Before TLS 1.3 there may be no extensions at all.
        if var all = body.vector(2) {
            while let type = all.number(2) {
                guard let content = all.vector(2) else { return nil }
                read(UInt16(type), content)
            }
        }
        if versions.isEmpty { versions = [UInt16(legacyVersion)] }
    }

    /// Tells one TLS library and its settings from another: 16 hexadecimal digits of a hash of the cipher suites and of
    /// the sorted extensions, those left out that differ from connection to connection.
    var fingerprint: String {
        let stable = extensions.filter { !Self.changing.contains($0) }.sorted()
        // FNV-1a: it tells apart, it proves nothing. The 0 between the lists is no number of a suite on offer.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for number in cipherSuites + [0] + stable {
            for byte in [number >> 8, number & 0xff] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func read(_ type: UInt16, _ content: ByteReader) {
        guard !Self.isReserved(type) else { return }
        extensions.append(type)
        var content = content
        switch type {
        case 0:
            if var list = content.vector(2), list.byte() == 0, let name = list.vector(2) {
                serverName = String(decoding: name.rest, as: UTF8.self)
            }
        case 16:
            guard var list = content.vector(2) else { return }
            while let name = list.vector(1) { protocols.append(String(decoding: name.rest, as: UTF8.self)) }
        case 43:
            guard var list = content.vector(1) else { return }
            while let version = list.number(2) {
                if !Self.isReserved(UInt16(version)) { versions.append(UInt16(version)) }
            }
        default: break
        }
    }

    /// server_name, ALPN, padding, pre_shared_key, early_data, cookie, and the ticket.
    private static let changing: [UInt16] = [0, 16, 21, 35, 41, 42, 44]

    private static func isReserved(_ value: UInt16) -> Bool { value & 0x0f0f == 0x0a0a && value >> 8 == value & 0xff }
}

/// Takes numbers and vectors off the front of some bytes.
struct ByteReader: Equatable {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// A number of so many bytes, the highest first.
    mutating func number(_ count: Int) -> UInt32? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func part(_ count: Int) -> ByteReader? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return ByteReader(rest.prefix(count))
    }

    /// A vector whose length stands before it in so many bytes.
    mutating func vector(_ lengthBytes: Int) -> ByteReader? { number(lengthBytes).flatMap { part(Int($0)) } }
}
