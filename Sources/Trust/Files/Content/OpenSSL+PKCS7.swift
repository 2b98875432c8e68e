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

    /// Certificates alone, in DER; nil where OpenSSL will not write them.
    static func bundle(_ certificates: [Certificate]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let bundle = PKCS7_new() else { return nil }
        defer { PKCS7_free(bundle) }
        guard PKCS7_set_type(bundle, NID_pkcs7_signed) == 1, PKCS7_content_new(bundle, NID_pkcs7_data) == 1 else {
            return nil
        }
        for certificate in certificates {
            guard certificate.withX509({ PKCS7_add_certificate(bundle, $0) }) == 1 else { return nil }
        }
        return OpenSSLCertificate.bytes { i2d_PKCS7(bundle, $0) }
    }

    /// Whether programs that know PKCS#7 and not CMS read it.
    static func isOld(_ bytes: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        return bytes.withUnsafeBufferPointer { buffer -> Bool in
            var position = buffer.baseAddress
            guard let bundle = d2i_PKCS7(nil, &position, buffer.count) else { return false }
            PKCS7_free(bundle)
            return true
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
