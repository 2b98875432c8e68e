import COpenSSL

/// Digests of bytes.
enum OpenSSLDigest {
    static func sha256(_ data: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        _ = SHA256(data, data.count, &digest)
        return digest
    }
}
