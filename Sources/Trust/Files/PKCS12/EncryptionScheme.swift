/// How a part of a container, or a private key, is encrypted: read from its AlgorithmIdentifier.
struct EncryptionScheme: Hashable, Sendable {
    /// For people: `PBE-SHA1-RC2-40`, `PBES2 AES-256-CBC, PBKDF2 with HMAC-SHA256`.
    let name: String
    /// Rounds of the key derivation; 1 where it has none.
    let iterations: Int
    /// The cipher's name in OpenSSL; nil when it is not known here.
    let cipher: String?
    /// The digest behind the derivation, by OpenSSL's name; nil when it is not known.
    let digest: String?
    /// The key derivation by OpenSSL's name.
    let derivation: String?
    /// Whether the pass phrase goes into it as UTF-16 (PKCS#12's own derivation), else as bytes.
    let takesUTF16: Bool
    /// Whether it is one of the six that PKCS#12 itself defines.
    var isPKCS12: Bool { takesUTF16 }

    /// Reads the DER encoding of an AlgorithmIdentifier.
    init?(der: [UInt8]) {
        guard let item = DERItem(der), let identifier = item.children.first?.objectIdentifier else { return nil }
        let parameters = item.children.dropFirst().first
        if let own = Self.own[identifier] {
            self.init(own, iterations: parameters?.children.dropFirst().first?.integer)
        } else if identifier == "1.2.840.113549.1.5.13" {
            self.init(version2: parameters)
        } else {
            self.init(unknown: identifier)
        }
    }

    private init(unknown identifier: String) {
        name = "the algorithm \(identifier)"
        iterations = 1
        (cipher, digest, derivation) = (nil, nil, nil)
        takesUTF16 = false
    }

    private init(_ row: Row, iterations: Int?) {
        name = row.name
        self.iterations = iterations ?? 1
        cipher = row.cipher
        digest = row.digest
        derivation = row.derivation
        takesUTF16 = row.derivation == "PKCS12KDF"
    }

    /// PBES2 (RFC 8018 §6.2).
    private init(version2 parameters: DERItem?) {
        let parts = parameters?.children ?? []
        let function = parts.first?.children ?? []
        let functionIdentifier = function.first?.objectIdentifier ?? "?"
        let cipherIdentifier = parts.dropFirst().first?.children.first?.objectIdentifier ?? "?"
        let cipherName = Self.ciphers[cipherIdentifier]
        cipher = cipherName
        takesUTF16 = false
        let values = function.dropFirst().first?.children ?? []
        switch functionIdentifier {
        case "1.2.840.113549.1.5.12":
            derivation = "PBKDF2"
            iterations = values.dropFirst().first?.integer ?? Int.max
            let identifier = values.first { $0.tag == 0x30 }?.children.first?.objectIdentifier
            digest = identifier == nil ? "SHA1" : identifier.flatMap { Self.pseudorandom[$0] }
            name =
                "PBES2 \(cipherName ?? cipherIdentifier), PBKDF2 with HMAC-\(digest.map(Self.title) ?? identifier ?? "?")"
        case "1.3.6.1.4.1.11591.4.11":
            derivation = "SCRYPT"
            let cost = values.dropFirst().prefix(3).map { $0.integer ?? Int.max }
            iterations = cost.reduce(1) { $0.multipliedReportingOverflow(by: $1).overflow ? Int.max : $0 * $1 }
            digest = "SHA256"
            name = "PBES2 \(cipherName ?? cipherIdentifier), scrypt"
        default:
            derivation = nil
            iterations = 1
            digest = nil
            name = "PBES2 \(cipherName ?? cipherIdentifier), derivation \(functionIdentifier)"
        }
    }

    /// What of it a library does not have, by the names that people know; empty when it can be decrypted.
    func missing(in library: OpenSSLLibrary) -> [String] {
        guard let cipher, let digest, let derivation else { return [name] }
        var missing: [String] = []
        if !library.has(cipher: cipher) { missing.append(cipher) }
        if !library.has(derivation: derivation) { missing.append(derivation) }
        if !library.has(digest: digest) { missing.append(Self.title(digest)) }
        return missing
    }

    /// `SHA-256` for OpenSSL's `SHA256`.
    static func title(_ digest: String) -> String {
        digest.hasPrefix("SHA") && !digest.contains("-") ? "SHA-" + digest.dropFirst(3) : digest
    }

    private struct Row {
        let name: String
        let cipher: String
        let digest: String
        let derivation: String

        init(_ name: String, _ cipher: String, _ digest: String, _ derivation: String) {
            self.name = name
            self.cipher = cipher
            self.digest = digest
            self.derivation = derivation
        }
    }

    /// PKCS#12 (RFC 7292, appendix C) and PKCS#5 version 1 (RFC 8018, appendix A.3).
    private static let own: [String: Row] = [
        "1.2.840.113549.1.12.1.1": Row("PBE-SHA1-RC4-128", "RC4", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.12.1.2": Row("PBE-SHA1-RC4-40", "RC4-40", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.12.1.3": Row("PBE-SHA1-3DES", "DES-EDE3-CBC", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.12.1.4": Row("PBE-SHA1-2DES", "DES-EDE-CBC", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.12.1.5": Row("PBE-SHA1-RC2-128", "RC2-CBC", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.12.1.6": Row("PBE-SHA1-RC2-40", "RC2-40-CBC", "SHA1", "PKCS12KDF"),
        "1.2.840.113549.1.5.1": Row("PBE-MD2-DES", "DES-CBC", "MD2", "PBKDF1"),
        "1.2.840.113549.1.5.3": Row("PBE-MD5-DES", "DES-CBC", "MD5", "PBKDF1"),
        "1.2.840.113549.1.5.4": Row("PBE-MD2-RC2-64", "RC2-64-CBC", "MD2", "PBKDF1"),
        "1.2.840.113549.1.5.6": Row("PBE-MD5-RC2-64", "RC2-64-CBC", "MD5", "PBKDF1"),
        "1.2.840.113549.1.5.10": Row("PBE-SHA1-DES", "DES-CBC", "SHA1", "PBKDF1"),
        "1.2.840.113549.1.5.11": Row("PBE-SHA1-RC2-64", "RC2-64-CBC", "SHA1", "PBKDF1"),
    ]

    private static let ciphers: [String: String] = [
        "2.16.840.1.101.3.4.1.2": "AES-128-CBC", "2.16.840.1.101.3.4.1.22": "AES-192-CBC",
        "2.16.840.1.101.3.4.1.42": "AES-256-CBC", "1.2.840.113549.3.7": "DES-EDE3-CBC",
        "1.2.840.113549.3.2": "RC2-CBC", "1.3.14.3.2.7": "DES-CBC", "1.2.392.200011.61.1.1.1.2": "CAMELLIA-128-CBC",
        "1.2.392.200011.61.1.1.1.3": "CAMELLIA-192-CBC", "1.2.392.200011.61.1.1.1.4": "CAMELLIA-256-CBC",
        "1.2.156.10197.1.104.2": "SM4-CBC", "1.2.410.200004.1.4": "SEED-CBC",
    ]

    private static let pseudorandom: [String: String] = [
        "1.2.840.113549.2.7": "SHA1", "1.2.840.113549.2.8": "SHA224", "1.2.840.113549.2.9": "SHA256",
        "1.2.840.113549.2.10": "SHA384", "1.2.840.113549.2.11": "SHA512", "1.2.840.113549.2.12": "SHA512-224",
        "1.2.840.113549.2.13": "SHA512-256", "1.2.840.113549.2.6": "MD5", "1.2.156.10197.1.401.2": "SM3",
    ]
}
