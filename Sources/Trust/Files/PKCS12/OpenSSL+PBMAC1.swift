import COpenSSL

/// The MAC of RFC 9579: an HMAC whose key PBKDF2 derives. OpenSSL verifies it from 3.4 on; here it is done by hand.
struct PBMAC1 {
    let digest: String
    let iterations: Int
    private let derivationDigest: String
    private let salt: [UInt8]
    private let keyLength: Int
    private let value: [UInt8]

    /// Reads the algorithm of a MAC; nil when it is another one, or incomplete.
    init?(algorithm der: [UInt8], value: [UInt8]) {
        guard let item = DERItem(der), item.children.first?.objectIdentifier == "1.2.840.113549.1.5.14",
            let parts = item.children.dropFirst().first?.children, parts.count == 2,
            parts[0].children.first?.objectIdentifier == "1.2.840.113549.1.5.12",
            let parameters = parts[0].children.dropFirst().first?.children, parameters.count >= 3,
            let iterations = parameters[1].integer,
            // The length is optional in PBKDF2 and required here.
            let keyLength = parameters[2].integer, (1...1024).contains(keyLength),
            let digest = Self.digest(parts[1]),
            let derivationDigest = parameters.count > 3 ? Self.digest(parameters[3]) : "SHA1"
        else { return nil }
        self.digest = digest
        self.iterations = iterations
        self.derivationDigest = derivationDigest
        self.keyLength = keyLength
        self.value = value
        salt = Array(parameters[0].content)
    }

    func verifies(_ content: [UInt8], form: PassPhraseForm, library: OpenSSLLibrary) -> Bool {
        guard let hash = EVP_MD_fetch(library.context, digest, nil) else { return false }
        defer { EVP_MD_free(hash) }
        guard let derivationHash = EVP_MD_fetch(library.context, derivationDigest, nil) else { return false }
        defer { EVP_MD_free(derivationHash) }
        var key = [UInt8](repeating: 0, count: keyLength)
        defer { SecretBytes.wipe(&key) }
        let derived = form.withCString { text, count in
            PKCS5_PBKDF2_HMAC(
                text,
                count,
                salt,
                Int32(salt.count),
                Int32(clamping: iterations),
                derivationHash,
                Int32(keyLength),
                &key
            )
        }
        guard derived == 1 else { return false }
        var computed = [UInt8](repeating: 0, count: 64)
        var length: UInt32 = 0
        guard HMAC(hash, key, Int32(keyLength), content, content.count, &computed, &length) != nil else { return false }
        return length == value.count && CRYPTO_memcmp(computed, value, value.count) == 0
    }

    private static func digest(_ item: DERItem) -> String? {
        switch item.children.first?.objectIdentifier {
        case "1.2.840.113549.2.7": "SHA1"
        case "1.2.840.113549.2.8": "SHA224"
        case "1.2.840.113549.2.9": "SHA256"
        case "1.2.840.113549.2.10": "SHA384"
        case "1.2.840.113549.2.11": "SHA512"
        default: nil
        }
    }
}
