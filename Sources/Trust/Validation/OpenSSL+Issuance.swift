import COpenSSL

/// Whether one certificate may have issued another, going by their names and key identifiers.
enum OpenSSLIssuance {
    /// Whether the issuer's name in `certificate` is the subject of `candidate` (RFC 5280 §7.1: case and blanks do not
    /// matter).
    static func namesMatch(_ certificate: Certificate, _ candidate: Certificate) -> Bool {
        if certificate.issuer.der == candidate.subject.der { return true }
        return certificate.withX509 { left in
            candidate.withX509 { X509_NAME_cmp(X509_get_issuer_name(left), X509_get_subject_name($0)) == 0 }
        }
    }

    /// A hash of a DER Name that is the same for names that match; 0 for what is no name.
    static func nameHash(_ der: [UInt8]) -> UInt {
        der.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            guard let name = d2i_X509_NAME(nil, &position, buffer.count) else {
                ERR_clear_error()
                return 0
            }
            defer { X509_NAME_free(name) }
            return X509_NAME_hash_ex(name, nil, nil, nil)
        }
    }

    /// Whether the authority key identifier of `certificate`, or its signature's algorithm, speaks against `candidate`.
    static func identifiersContradict(_ certificate: Certificate, _ candidate: Certificate) -> Bool {
        let result = certificate.withX509 { left in candidate.withX509 { X509_check_issued($0, left) } }
        return result == X509_V_ERR_AKID_SKID_MISMATCH || result == X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH
            || result == X509_V_ERR_SIGNATURE_ALGORITHM_MISMATCH
    }
}
