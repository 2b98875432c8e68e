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
}
