import COpenSSL

/// OpenSSL's own words.
enum OpenSSLText {
    /// The text of an X509_V_ERR_….
    static func verification(_ number: Int32) -> String {
        X509_verify_cert_error_string(Int(number)).map { String(cString: $0) } ?? "error \(number)"
    }
}
