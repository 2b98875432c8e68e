import COpenSSL

/// What is signed and is no certificate: requests and revocation lists.
enum OpenSSLRequest {
    /// The subject of a certificate signing request; nil when the bytes are none.
    static func subject(_ der: [UInt8]) -> String? {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { buffer -> String? in
            var position = buffer.baseAddress
            guard let request = d2i_X509_REQ(nil, &position, buffer.count) else { return nil }
            defer { X509_REQ_free(request) }
            return OpenSSLCertificate.name(X509_REQ_get_subject_name(request)).text
        }
    }

    /// Whether the bytes are a certificate revocation list.
    static func isRevocationList(_ der: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return der.withUnsafeBufferPointer { buffer -> Bool in
            var position = buffer.baseAddress
            guard let list = d2i_X509_CRL(nil, &position, buffer.count) else { return false }
            X509_CRL_free(list)
            return true
        }
    }
}
