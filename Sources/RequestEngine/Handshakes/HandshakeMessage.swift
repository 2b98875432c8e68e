import Diagnosis
import Events

/// Reads what the record says of a handshake message (RFC 8446 §4, RFC 5246 §7.4): its name, and in short its content.
struct HandshakeMessage {
    /// The content types of records that carry the messages recorded.
    enum ContentType: Int32 {
        case changeCipherSpec = 20
        case alert = 21
        case handshake = 22
    }

    /// The type number; 20 names Finished, and ChangeCipherSpec has none: it is recorded as 1, its only value.
    let type: UInt8
    /// The message's body, without the four bytes of type and length.
    let body: ArraySlice<UInt8>
    let isChangeCipherSpec: Bool

    /// nil for bytes that are no message.
    init?(contentType: ContentType, bytes: [UInt8]) {
        switch contentType {
        case .handshake:
            guard bytes.count >= 4 else { return nil }
            type = bytes[0]
            body = bytes[4...]
            isChangeCipherSpec = false
        case .changeCipherSpec:
            type = bytes.first ?? 1
            body = []
            isChangeCipherSpec = true
        case .alert:
            return nil
        }
    }

    /// The message's name.
    var name: String {
        isChangeCipherSpec ? "ChangeCipherSpec" : Self.names[type] ?? "handshake message \(type)"
    }

    static let names: [UInt8: String] = [
        0: "HelloRequest", 1: "ClientHello", 2: "ServerHello", 4: "NewSessionTicket", 5: "EndOfEarlyData",
        8: "EncryptedExtensions", 11: "Certificate", 12: "ServerKeyExchange", 13: "CertificateRequest",
        14: "ServerHelloDone", 15: "CertificateVerify", 16: "ClientKeyExchange", 20: "Finished",
        22: "CertificateStatus", 24: "KeyUpdate", 25: "CompressedCertificate", 254: "MessageHash",
    ]

    /// `1.0` … `1.3` of a protocol version as SSL_version(3) gives it; the number for any other.
    static func versionName(_ version: Int) -> String {
        switch version {
        case 0x0300: "SSL 3.0"
        case 0x0301: "1.0"
        case 0x0302: "1.1"
        case 0x0303: "1.2"
        case 0x0304: "1.3"
        default: "0x" + String(version, radix: 16)
        }
    }

    /// The number of certificates in a Certificate message; nil when it does not decode.
    func certificateCount(isTLS13: Bool) -> Int? {
        var reader = ByteReader(body)
        if isTLS13 { guard reader.vector(lengthBytes: 1) != nil else { return nil } }
        guard let list = reader.vector(lengthBytes: 3) else { return nil }
        var entries = ByteReader(list)
        var count = 0
        while !entries.isAtEnd {
            guard entries.vector(lengthBytes: 3) != nil else { return nil }
            if isTLS13 { guard entries.vector(lengthBytes: 2) != nil else { return nil } }
            count += 1
        }
        return count
    }

    /// What a ClientHello says.
    var clientHello: Hello? { type == 1 && !isChangeCipherSpec ? Hello(body, isFromClient: true) : nil }
    /// What a ServerHello says.
    var serverHello: Hello? { type == 2 && !isChangeCipherSpec ? Hello(body, isFromClient: false) : nil }

    /// The parts of a hello that are shown.
    struct Hello: Hashable, Sendable {
        /// The versions offered, or the one chosen, highest first.
        var versions: [Int]
        /// The name in the server_name extension.
        var serverName: String?
        /// The protocols in the ALPN extension.
        var protocols: [String]
        /// How many cipher suites are offered; 1 in a ServerHello.
        var suiteCount: Int
        /// The code of the cipher suite that a ServerHello chose.
        var suite: Int?
        /// Whether a ServerHello asks for another ClientHello (RFC 8446 §4.1.3).
        var isRetryRequest: Bool

        /// SHA-256 of "HelloRetryRequest".
        private static let retryRandom: [UInt8] = [
            0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
            0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
        ]

        init?(_ body: ArraySlice<UInt8>, isFromClient: Bool) {
            var reader = ByteReader(body)
            guard let version = reader.number(bytes: 2), let random = reader.bytes(32),
                reader.vector(lengthBytes: 1) != nil
            else { return nil }
            versions = [version]
            protocols = []
            isRetryRequest = !isFromClient && Array(random) == Self.retryRandom
            if isFromClient {
                guard let suites = reader.vector(lengthBytes: 2), reader.vector(lengthBytes: 1) != nil else {
                    return nil
                }
                suiteCount = suites.count / 2
            } else {
                guard let code = reader.number(bytes: 2), reader.bytes(1) != nil else { return nil }
                suite = code
                suiteCount = 1
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
        }

        private mutating func read(_ kind: Int, _ content: ArraySlice<UInt8>, isFromClient: Bool) {
            var reader = ByteReader(content)
            switch kind {
            case 0:
                guard let list = reader.vector(lengthBytes: 2) else { return }
                var names = ByteReader(list)
                guard names.number(bytes: 1) == 0, let name = names.vector(lengthBytes: 2) else { return }
                serverName = String(decoding: name, as: UTF8.self)
            case 16:
                guard let list = reader.vector(lengthBytes: 2) else { return }
                var names = ByteReader(list)
                while let name = names.vector(lengthBytes: 1) {
                    protocols.append(String(decoding: name, as: UTF8.self))
                }
            case 43:
                guard let list = isFromClient ? reader.vector(lengthBytes: 1) : content else { return }
                var numbers = ByteReader(list)
                var found: [Int] = []
                while let number = numbers.number(bytes: 2) { found.append(number) }
                if !found.isEmpty { versions = found.sorted(by: >) }
            default:
                break
            }
        }
    }

    /// The content in short, sanitised: `TLS 1.2..1.3, SNI good.lab.test, ALPN h2 http/1.1`.
    ///
    /// - Parameter suiteName: The name of a cipher suite's code.
    func detail(isTLS13: Bool, suiteName: (Int) -> String?) -> String {
        if isChangeCipherSpec { return "" }
        switch type {
        case 1: return clientHello.map { Sanitizer.line($0.clientText) } ?? ""
        case 2:
            guard let hello = serverHello else { return "" }
            if hello.isRetryRequest { return "HelloRetryRequest" }
            let version = hello.versions.first.map { "TLS " + Self.versionName($0) } ?? ""
            return Sanitizer.line(
                [version, hello.suite.flatMap(suiteName) ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
            )
        case 11:
            guard let count = certificateCount(isTLS13: isTLS13) else { return "" }
            return count == 0 ? "empty" : count == 1 ? "1 certificate" : "chain of \(count)"
        default: return ""
        }
    }
}

extension HandshakeMessage.Hello {
    fileprivate var clientText: String {
        // Values like 0x?a?a are placeholders (RFC 8701), no versions.
        let known = versions.filter { (0x0300...0x0304).contains($0) }.map { HandshakeMessage.versionName($0) }
        var parts: [String] = []
        if let high = known.first, let low = known.last {
            parts.append("TLS " + (high == low ? high : "\(low)..\(high)"))
        }
        parts.append(serverName.map { "SNI \($0)" } ?? "no SNI")
        if !protocols.isEmpty { parts.append("ALPN " + protocols.joined(separator: " ")) }
        return parts.joined(separator: ", ")
    }
}
