import COpenSSL

/// OpenSSL's matching of names, without partial wildcards and never with the subject.
enum OpenSSLHostMatch {
    static func matches(name: String, _ leaf: Certificate) -> Bool {
        let flags = UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS) | UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)
        let bytes = name.utf8.map { CChar(bitPattern: $0) }
        let result = leaf.withX509 { X509_check_host($0, bytes, bytes.count, flags, nil) }
        ERR_clear_error()
        return result == 1
    }
}
