import Foundation

@testable import Diagnosis
@testable import Trust

/// The certificates and keys that the tests about files share, made once a run.
struct FilePKI: Sendable {
    static let shared = Result { try FilePKI() }

    let root: FixtureCertificate
    let issuing: FixtureCertificate
    let leaf: FixtureCertificate
    let other: FixtureCertificate
    let rsa: FixtureCertificate

    init() throws {
        var authority = FixtureCertificate.Options()
        authority.isAuthority = true
        root = try .issue("Client Root", authority)
        issuing = try .issue("Client Issuing CA", by: root, authority)
        var client = FixtureCertificate.Options()
        client.usages = "clientAuth"
        client.names = "DNS:client.example.test,IP:192.0.2.1,IP:2001:db8::1"
        leaf = try .issue("client-one", by: issuing, client)
        other = try .issue("client-two", by: issuing, client)
        rsa = try .issue("client-rsa", by: issuing, key: .rsa(2048), client)
    }

    /// Noon of 30 November 2026.
    static let now = Date(timeIntervalSince1970: 1_796_040_000)

    static func pem(_ label: String, _ bytes: [UInt8], headers: String = "") -> String {
        let body = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(headers)\(body)\n-----END \(label)-----\n"
    }

    static func file(_ name: String, _ text: String) -> FileSnapshot { file(name, Array(text.utf8)) }

    static func file(_ name: String, _ bytes: [UInt8]) -> FileSnapshot {
        FileSnapshot(path: "/lab/" + name, bytes: bytes)
    }
}

extension FixtureCertificate {
    static func issue(_ name: String, _ options: Options) throws -> FixtureCertificate {
        try issue(name, by: nil, key: nil, options)
    }

    static func issue(_ name: String, by issuer: FixtureCertificate?, _ options: Options) throws -> FixtureCertificate {
        try issue(name, by: issuer, key: nil, options)
    }
}
