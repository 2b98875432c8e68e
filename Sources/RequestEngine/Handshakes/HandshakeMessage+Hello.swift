extension HandshakeMessage {
    /// What a hello says (RFC 8446 §4.1, RFC 5246 §7.4.1).
    struct Hello: Hashable, Sendable {
        /// The versions offered, or the one chosen, highest first.
        var versions: [Int]
        /// The codes of the cipher suites offered, or of the one chosen.
        var suites: [Int]
        /// The name in the server_name extension.
        var serverName: String?
        /// The protocols in the ALPN extension.
        var protocols: [String] = []
        /// The codes of the groups offered.
        var groups: [Int] = []
        /// The codes of the groups with a key share; of the one chosen in a ServerHello.
        var keyShares: [Int] = []
        /// The codes of the signature algorithms offered.
        var signatures: [Int] = []
        /// Whether a pre-shared key, a ticket or a session's id is offered; in a ServerHello of TLS 1.3, taken.
        var resumes = false
        /// Whether a staple is asked for.
        var asksForStaple = false
        /// Whether certificate timestamps are asked for.
        var asksForTimestamps = false
        /// Whether a ServerHello asks for another ClientHello (RFC 8446 §4.1.3).
        var isRetryRequest: Bool

        /// SHA-256 of "HelloRetryRequest".
        private static let retryRandom: [UInt8] = [
            0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
            0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
        ]

        /// How many cipher suites are offered; 1 in a ServerHello.
        var suiteCount: Int { suites.count }

        init?(_ body: ArraySlice<UInt8>, isFromClient: Bool) {
            var reader = ByteReader(body)
            guard let version = reader.number(bytes: 2), let random = reader.bytes(32),
                let session = reader.vector(lengthBytes: 1)
            else { return nil }
            versions = [version]
            isRetryRequest = !isFromClient && Array(random) == Self.retryRandom
            if isFromClient {
                guard let list = reader.vector(lengthBytes: 2), reader.vector(lengthBytes: 1) != nil else {
                    return nil
                }
                suites = ByteReader.numbers(list)
            } else {
                guard let code = reader.number(bytes: 2), reader.bytes(1) != nil else { return nil }
                suites = [code]
            }
            guard !reader.isAtEnd else { return }
            guard let block = reader.vector(lengthBytes: 2) else { return nil }
            var extensions = ByteReader(block)
            while !extensions.isAtEnd {
                guard let kind = extensions.number(bytes: 2), let content = extensions.vector(lengthBytes: 2) else {
                    return nil
                }
                read(kind, content, isFromClient: isFromClient)
            }
            // TLS 1.3 fills the session's id for the sake of old machines; it names no session there.
            if isFromClient, !versions.contains(0x0304), !session.isEmpty { resumes = true }
        }

        private mutating func read(_ kind: Int, _ content: ArraySlice<UInt8>, isFromClient: Bool) {
            var reader = ByteReader(content)
            switch kind {
            case 0:
                guard let list = reader.vector(lengthBytes: 2) else { return }
                var names = ByteReader(list)
                guard names.number(bytes: 1) == 0, let name = names.vector(lengthBytes: 2) else { return }
                serverName = String(decoding: name, as: UTF8.self)
            case 5: asksForStaple = isFromClient
            case 10: groups = reader.vector(lengthBytes: 2).map { ByteReader.numbers($0) } ?? []
            case 13: signatures = reader.vector(lengthBytes: 2).map { ByteReader.numbers($0) } ?? []
            case 16: protocols = ByteReader.protocols(content)
            case 18: asksForTimestamps = isFromClient
            case 35: if isFromClient, !content.isEmpty { resumes = true }
            case 41: resumes = true
            case 43:
                guard let list = isFromClient ? reader.vector(lengthBytes: 1) : content else { return }
                let found = ByteReader.numbers(list)
                if !found.isEmpty { versions = found.sorted(by: >) }
            case 51: readKeyShares(&reader, isFromClient: isFromClient)
            default: break
            }
        }

        private mutating func readKeyShares(_ reader: inout ByteReader, isFromClient: Bool) {
            guard isFromClient else {
                keyShares = reader.number(bytes: 2).map { [$0] } ?? []
                return
            }
            guard let list = reader.vector(lengthBytes: 2) else { return }
            var entries = ByteReader(list)
            while let group = entries.number(bytes: 2), entries.vector(lengthBytes: 2) != nil {
                keyShares.append(group)
            }
        }
    }
}

extension ByteReader {
    /// The two-byte numbers of a list, without the placeholders 0x?a?a (RFC 8701); what is left over does not count.
    static func numbers(_ list: ArraySlice<UInt8>) -> [Int] {
        var reader = ByteReader(list)
        var found: [Int] = []
        while let number = reader.number(bytes: 2) {
            if number & 0x0f0f != 0x0a0a || number >> 8 != number & 0xff { found.append(number) }
        }
        return found
    }

    /// The names in the content of an ALPN extension (RFC 7301 §3.1).
    static func protocols(_ content: ArraySlice<UInt8>) -> [String] {
        var reader = ByteReader(content)
        guard let list = reader.vector(lengthBytes: 2) else { return [] }
        var names = ByteReader(list)
        var found: [String] = []
        while let name = names.vector(lengthBytes: 1) { found.append(String(decoding: name, as: UTF8.self)) }
        return found
    }
}
