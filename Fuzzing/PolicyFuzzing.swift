import Foundation

@testable import Trust

/// Policies from where people have them: Info.plist, TrustKit's dictionary, Android's configuration, the program's own files.
enum PolicyFuzzing {
    static func read(_ bytes: [UInt8]) {
        let load = { (path: String) in FileSnapshot(path: path, content: .failure(.fileMissing(path: path))) }
        _ = try? PolicyFile(bytes, name: "x", load: load)
        _ = try? InfoPlist(bytes, file: "x")
    }

    // MARK: Corpus

    static func files() throws -> [[UInt8]] {
        let key = String(repeating: "A", count: 43) + "="
        let list: [String: Any] = [
            "NSAppTransportSecurity": [
                "NSAllowsArbitraryLoads": true,
                "NSExceptionDomains": [
                    "a.test": ["NSIncludesSubdomains": true, "NSExceptionMinimumTLSVersion": "TLSv1.2"]
                ],
                "NSPinnedDomains": ["a.test": ["NSPinnedLeafIdentities": [["SPKI-SHA256-BASE64": key]]]],
            ],
            "TSKConfiguration": [
                "TSKPinnedDomains": ["b.test": ["TSKPublicKeyHashes": [key, key], "TSKExpirationDate": "2030-01-01"]]
            ],
        ]
        let texts = [
            "{ \"TSKPinnedDomains\": { \"a.test\": { \"TSKPublicKeyHashes\": [\"\(key)\"], \"TSKIncludeSubdomains\": true } } }",
            "<network-security-config><domain-config><domain includeSubdomains=\"true\">a.test</domain>"
                + "<pin-set expiration=\"2030-01-01\"><pin digest=\"SHA-256\">\(key)</pin></pin-set><trust-anchors>"
                + "<certificates src=\"user\"/></trust-anchors></domain-config></network-security-config>",
        ]
        return try [PropertyListSerialization.PropertyListFormat.xml, .binary].map { format in
            [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
        } + texts.map { Array($0.utf8) } + Presets.all.map { Array(ClientProfileForm.text($0.profile).utf8) }
    }
}
