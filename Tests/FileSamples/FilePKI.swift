import Foundation

import Diagnosis
import Trust

/// The certificates and keys that the tests about files share, made once a run.
package struct FilePKI: Sendable {
    package static let shared = Result { try FilePKI() }

    package let root: FixtureCertificate
    package let issuing: FixtureCertificate
    package let leaf: FixtureCertificate
    package let other: FixtureCertificate
    package let rsa: FixtureCertificate

    package init() throws {
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
    package static let now = Date(timeIntervalSince1970: 1_796_040_000)

    package static func pem(_ label: String, _ bytes: [UInt8], headers: String = "") -> String {
        let body = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(headers)\(body)\n-----END \(label)-----\n"
    }

    package static func file(_ name: String, _ text: String) -> FileSnapshot { file(name, Array(text.utf8)) }

    package static func file(_ name: String, _ bytes: [UInt8]) -> FileSnapshot {
        FileSnapshot(path: "/lab/" + name, bytes: bytes)
    }
}

extension FixtureCertificate {
    package static func issue(_ name: String, _ options: Options) throws -> FixtureCertificate {
        try issue(name, by: nil, key: nil, options)
    }

    package static func issue(_ name: String, by issuer: FixtureCertificate?, _ options: Options) throws
        -> FixtureCertificate
    {
        try issue(name, by: issuer, key: nil, options)
    }
}
