import COpenSSL

/// The digest that HTTP's digest authentication was made with (RFC 7616 §3.4.1).
enum MD5 {
    /// 32 hexadecimal digits.
    static func hex(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: 16)
        var count = digest.count
        guard EVP_Q_digest(nil, "MD5", nil, bytes, bytes.count, &digest, &count) == 1 else { return "" }
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
