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
    func certificateCount(isTLS13: Bool) -> Int? { CertificateList(body, isTLS13: isTLS13)?.count }

    /// What a ClientHello says.
    var clientHello: Hello? { type == 1 && !isChangeCipherSpec ? Hello(body, isFromClient: true) : nil }
    /// What a ServerHello says.
    var serverHello: Hello? { type == 2 && !isChangeCipherSpec ? Hello(body, isFromClient: false) : nil }

    /// The content in short, sanitised: `TLS 1.2..1.3, SNI good.lab.test, ALPN h2 http/1.1`.
    static func detail(of content: HandshakeContent?, type: UInt8) -> String {
        guard let content else { return "" }
        var parts: [String] = []
        if let versions = content.versions, let high = versions.first, let low = versions.last {
            parts.append("TLS " + (high == low ? high : "\(low)..\(high)"))
        }
        switch type {
        case 1:
            parts.append(content.serverName.map { "SNI \($0)" } ?? "no SNI")
            if let protocols = content.protocols { parts.append("ALPN " + protocols.joined(separator: " ")) }
            if content.resumes == true { parts.append("offers an earlier session") }
            return parts.joined(separator: ", ")
        case 2:
            if content.isRetryRequest == true { return "HelloRetryRequest" }
            parts += content.cipherSuites ?? []
            if content.resumes == true { parts.append("session resumed") }
            return parts.joined(separator: "  ")
        case 11:
            guard let count = content.certificateCount else { return "" }
            parts.append(count == 0 ? "empty" : count == 1 ? "1 certificate" : "chain of \(count)")
        default: break
        }
        if let protocols = content.protocols { parts.append("ALPN " + protocols.joined(separator: " ")) }
        if let types = content.keyTypes, !types.isEmpty { parts.append(types.joined(separator: " ")) }
        if let count = content.authorityCount { parts.append("\(count) issuer\(count == 1 ? "" : "s") named") }
        if type != 13 { parts += (content.groups ?? []) + (content.signatureAlgorithms ?? []) }
        if let bytes = content.stapleBytes { parts.append("staple of \(bytes) bytes") }
        if let count = content.timestampCount { parts.append("\(count) SCT\(count == 1 ? "" : "s")") }
        if let lifetime = content.ticketLifetime { parts.append("for \(lifetime) s") }
        return parts.joined(separator: ", ")
    }
}
