import COpenSSL
import Trust

/// Requests that another authority signs (PKCS#10, RFC 2986).
enum SigningRequest {
    /// A request for a certificate like one that is there: subject, names, usages and key; in PEM. Nil where OpenSSL makes
    /// none.
    static func pem(like issued: IssuedCertificate) -> String? {
        let request = issued.certificate.withX509 { certificate in
            issued.key.withHandle { co_signing_request_new(certificate, $0) }
        }
        guard let request else {
            ERR_clear_error()
            return nil
        }
        defer { X509_REQ_free(request) }
        return OpenSSLText.written { PEM_write_bio_X509_REQ($0, request) }
    }
}
