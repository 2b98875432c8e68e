import COpenSSL

/// PKCS#7 bundles.
enum OpenSSLPKCS7 {
    /// The certificates in a signed-data structure, DER or BER; nil when it is none.
    static func certificates(_ bytes: [UInt8]) -> [PresentedCertificate]? {
        defer { ERR_clear_error() }
        return bytes.withUnsafeBufferPointer { buffer -> [PresentedCertificate]? in
            var position = buffer.baseAddress
            guard let bundle = d2i_PKCS7(nil, &position, buffer.count) else { return newer(buffer) }
            defer { PKCS7_free(bundle) }
            switch OBJ_obj2nid(bundle.pointee.type) {
            case NID_pkcs7_signed: return OpenSSLChain.presented(borrowing: bundle.pointee.d.sign?.pointee.cert)
            case NID_pkcs7_signedAndEnveloped:
                return OpenSSLChain.presented(borrowing: bundle.pointee.d.signed_and_enveloped?.pointee.cert)
            default: return nil
            }
        }
    }

    /// CMS, which has forms that PKCS#7 had not.
    private static func newer(_ buffer: UnsafeBufferPointer<UInt8>) -> [PresentedCertificate]? {
        var position = buffer.baseAddress
        guard let message = d2i_CMS_ContentInfo(nil, &position, buffer.count) else { return nil }
        defer { CMS_ContentInfo_free(message) }
        guard OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed else { return nil }
        guard let stack = CMS_get1_certs(message) else { return [] }
        defer { co_x509_stack_pop_free(stack) }
        return OpenSSLChain.presented(borrowing: stack)
    }
}
