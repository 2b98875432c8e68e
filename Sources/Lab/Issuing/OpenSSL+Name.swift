import COpenSSL
import Trust

/// Makes names that belong to no certificate.
enum OpenSSLName {
    /// A name of two parts; nil when memory is short.
    static func make(commonName: String, organization: String) -> DistinguishedName? {
        guard let name = X509_NAME_new() else { return nil }
        defer { X509_NAME_free(name) }
        for (type, text) in [("O", organization), ("CN", commonName)] {
            let value = Array(text.utf8)
            guard X509_NAME_add_entry_by_txt(name, type, MBSTRING_UTF8, value, Int32(value.count), -1, 0) == 1 else {
                return nil
            }
        }
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_NAME(name, &output)
        guard count > 0, let output else { return nil }
        defer { co_openssl_free(output) }
        return DistinguishedName(der: Array(UnsafeBufferPointer(start: output, count: Int(count))))
    }
}
