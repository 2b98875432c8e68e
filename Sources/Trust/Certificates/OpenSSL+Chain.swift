import COpenSSL

/// Reads OpenSSL's stacks of certificates.
enum OpenSSLChain {
    static func presented(borrowing stack: OpaquePointer?) -> [PresentedCertificate] {
        guard let stack else { return [] }
        let raw = UnsafeRawPointer(stack)
        return (0..<co_stack_count(raw)).compactMap { index in
            guard let value = co_stack_value(raw, index) else { return nil }
            let handle = OpaquePointer(value)
            let der = OpenSSLCertificate.encode(handle)
            return CertificateCache.shared.presented(der: der) {
                guard X509_get0_pubkey_bitstr(handle) != nil, X509_up_ref(handle) == 1 else { return nil }
                return Certificate(takingOwnershipOf: handle, der: der)
            }
        }
    }

    /// Whether one certificate names the other as its issuer and its signature verifies with the other's key.
    static func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        if let wanted = certificate.authorityKeyIdentifier, let found = issuer.subjectKeyIdentifier, wanted != found {
            return false
        }
        defer { ERR_clear_error() }
        return certificate.withX509 { handle in
            issuer.withX509 { issuerHandle in
                guard X509_NAME_cmp(X509_get_issuer_name(handle), X509_get_subject_name(issuerHandle)) == 0,
                    let key = X509_get0_pubkey(issuerHandle)
                else { return false }
                return X509_verify(handle, key) == 1
            }
        }
    }
}
