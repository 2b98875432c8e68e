import COpenSSL

/// Verifies a certificate's signature with its issuer's key.
enum OpenSSLSignature {
    static func check(_ certificate: Certificate, by issuer: Certificate) -> SignatureCheck {
        issuer.withX509 { issuerHandle in
            guard let key = X509_get0_pubkey(issuerHandle) else {
                ERR_clear_error()
                return .invalid
            }
            let verified = certificate.withX509 { X509_verify($0, key) }
            ERR_clear_error()
            if verified == 1 { return .valid }
            return holdsButForParameters(certificate, key) ? .validButForParameters : .invalid
        }
    }

    /// Whether the signature holds once the outer algorithm identifier is the inner one, which is what is signed. Only a
    /// difference between NULL and absent parameters of the same algorithm is looked past.
    private static func holdsButForParameters(_ certificate: Certificate, _ key: OpaquePointer) -> Bool {
        let differsInParameters = certificate.withX509 { handle -> Bool in
            var outer: UnsafePointer<X509_ALGOR>?
            X509_get0_signature(nil, &outer, handle)
            guard let outer, let inner = X509_get0_tbs_sigalg(handle) else { return false }
            var outerObject: OpaquePointer?
            var innerObject: OpaquePointer?
            var outerKind: Int32 = 0
            var innerKind: Int32 = 0
            X509_ALGOR_get0(&outerObject, &outerKind, nil, outer)
            X509_ALGOR_get0(&innerObject, &innerKind, nil, inner)
            guard let outerObject, let innerObject, OBJ_cmp(outerObject, innerObject) == 0 else { return false }
            let none = [V_ASN1_UNDEF, V_ASN1_NULL]
            return outerKind != innerKind && none.contains(outerKind) && none.contains(innerKind)
        }
        guard differsInParameters, let aligned = alignedEncoding(certificate.der) else { return false }
        guard let handle = OpenSSLCertificate.decode(aligned) else { return false }
        defer { X509_free(handle) }
        let verified = X509_verify(handle, key)
        ERR_clear_error()
        return verified == 1
    }

    /// The certificate with a copy of its inner algorithm identifier in place of the outer one; the signed bytes stay.
    static func alignedEncoding(_ der: [UInt8]) -> [UInt8]? {
        guard let outer = DERElement(der[...]), let signed = DERElement(outer.content),
            let algorithm = DERElement(signed.rest), let signature = DERElement(algorithm.rest),
            var field = DERElement(signed.content)
        else { return nil }
        // Version (tagged, optional), then the serial number, then the algorithm.
        if field.tag == 0xa0 {
            guard let next = DERElement(field.rest) else { return nil }
            field = next
        }
        guard field.tag == 0x02, let inner = DERElement(field.rest), inner.tag == 0x30 else { return nil }
        return DERElement.sequence(Array(signed.whole) + Array(inner.whole) + Array(signature.whole))
    }
}
