/// The signature algorithms of TLS by their names (RFC 8446 §4.2.3, RFC 5246 §7.4.1.4.1), and the keys they are made with.
enum SignatureScheme {
    /// The name of a two-byte code; the number in hexadecimal for one without a name.
    static func name(_ code: Int) -> String {
        names[code] ?? hexadecimal(code)
    }

    /// `0x0a01`.
    static func hexadecimal(_ code: Int) -> String {
        let digits = String(code, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// The type of key that makes such signatures: `RSA`, `EC`, `Ed25519`, `Ed448`, `DSA`; nil for an unknown code.
    static func keyType(_ code: Int) -> String? {
        switch code {
        case 0x0807: return "Ed25519"
        case 0x0808: return "Ed448"
        case 0x0804...0x0806, 0x0809...0x080b: return "RSA"
        default: break
        }
        switch code & 0xff {
        case 1 where (1...6).contains(code >> 8): return "RSA"
        case 2 where (1...6).contains(code >> 8): return "DSA"
        case 3 where (1...6).contains(code >> 8): return "EC"
        default: return nil
        }
    }

    /// The type of key that a ClientCertificateType stands for (TLS 1.2 and earlier).
    static func keyType(certificateType: UInt8) -> String? {
        switch certificateType {
        case 1: "RSA"
        case 2: "DSA"
        case 64: "EC"
        default: nil
        }
    }

    private static let names: [Int: String] = [
        0x0401: "rsa_pkcs1_sha256", 0x0501: "rsa_pkcs1_sha384", 0x0601: "rsa_pkcs1_sha512",
        0x0403: "ecdsa_secp256r1_sha256", 0x0503: "ecdsa_secp384r1_sha384", 0x0603: "ecdsa_secp521r1_sha512",
        0x0804: "rsa_pss_rsae_sha256", 0x0805: "rsa_pss_rsae_sha384", 0x0806: "rsa_pss_rsae_sha512",
        0x0807: "ed25519", 0x0808: "ed448",
        0x0809: "rsa_pss_pss_sha256", 0x080a: "rsa_pss_pss_sha384", 0x080b: "rsa_pss_pss_sha512",
        0x0201: "rsa_pkcs1_sha1", 0x0203: "ecdsa_sha1",
        0x0301: "rsa_pkcs1_sha224", 0x0303: "ecdsa_sha224", 0x0302: "dsa_sha224",
        0x0202: "dsa_sha1", 0x0402: "dsa_sha256", 0x0502: "dsa_sha384", 0x0602: "dsa_sha512",
        0x0101: "rsa_pkcs1_md5",
    ]
}
