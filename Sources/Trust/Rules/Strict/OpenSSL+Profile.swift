import COpenSSL

/// What the strict rules ask about a certificate's encoding.
enum OpenSSLProfile {
    /// Whether the algorithm identifiers inside and outside of the signed part are the same.
    static func algorithmsAgree(_ certificate: Certificate) -> Bool {
        certificate.withX509 { handle in
            var outer: UnsafePointer<X509_ALGOR>?
            X509_get0_signature(nil, &outer, handle)
            guard let outer, let inner = X509_get0_tbs_sigalg(handle) else { return false }
            return X509_ALGOR_cmp(outer, inner) == 0
        }
    }

    private static let known: [(Int32, String)] = [
        (NID_subject_alt_name, "subjectAltName"), (NID_basic_constraints, "basicConstraints"),
        (NID_key_usage, "keyUsage"), (NID_ext_key_usage, "extendedKeyUsage"),
        (NID_subject_key_identifier, "subjectKeyIdentifier"),
        (NID_authority_key_identifier, "authorityKeyIdentifier"), (NID_name_constraints, "nameConstraints"),
        (NID_info_access, "authorityInfoAccess"), (NID_crl_distribution_points, "crlDistributionPoints"),
        (NID_certificate_policies, "certificatePolicies"), (NID_policy_constraints, "policyConstraints"),
        (NID_policy_mappings, "policyMappings"), (NID_inhibit_any_policy, "inhibitAnyPolicy"),
    ]

    /// The names of known extensions that are there and do not decode.
    static func malformedExtensions(_ certificate: Certificate) -> [String] {
        certificate.withX509 { handle in
            known.compactMap { nid, name in
                let index = X509_get_ext_by_NID(handle, nid, -1)
                guard index >= 0, let entry = X509_get_ext(handle, index) else { return nil }
                guard let value = X509V3_EXT_d2i(entry) else {
                    ERR_clear_error()
                    return name
                }
                co_free_extension(nid, value)
                return nil
            }
        }
    }

    struct AuthorityKeyIdentifier {
        var hasKeyIdentifier: Bool
        var hasIssuerOrSerial: Bool
    }

    static func authorityKeyIdentifier(_ certificate: Certificate) -> AuthorityKeyIdentifier? {
        certificate.withX509 { handle in
            guard let value = X509_get_ext_d2i(handle, NID_authority_key_identifier, nil, nil) else {
                ERR_clear_error()
                return nil
            }
            let identifier = value.assumingMemoryBound(to: AUTHORITY_KEYID.self)
            defer { AUTHORITY_KEYID_free(identifier) }
            return AuthorityKeyIdentifier(
                hasKeyIdentifier: identifier.pointee.keyid != nil,
                hasIssuerOrSerial: identifier.pointee.issuer != nil || identifier.pointee.serial != nil
            )
        }
    }

    /// The dNSNames that an authority excludes.
    static func excludedNames(_ authority: Certificate) -> [String] {
        OpenSSLExtensions.constraints(authority).excluded.compactMap {
            if case .dns(let name) = $0 { name } else { nil }
        }
    }

    /// A name constraint in a form that RFC 5280 does not allow: what it is, for a sentence.
    static func malformedConstraint(_ authority: Certificate) -> String? {
        guard OpenSSLExtensions.hasNameConstraints(authority) else { return nil }
        let names = OpenSSLExtensions.constraints(authority)
        let all = names.permitted + names.excluded
        // What does not decode has a finding of its own.
        if all.isEmpty { return malformedExtensions(authority).isEmpty ? "without any name" : nil }
        return all.first { !ConstraintForm.isAllowed($0) }?.entryText
    }

    /// What is wrong with a revocation list's encoding, in words; nil when nothing is.
    static func fault(ofList bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            guard let list = d2i_X509_CRL(nil, &position, buffer.count) else {
                ERR_clear_error()
                return "one of the lists does not decode"
            }
            defer { X509_CRL_free(list) }
            let hasNumber = X509_CRL_get_ext_by_NID(list, NID_crl_number, -1) >= 0
            return hasNumber ? nil : "it has no CRL number (RFC 5280 5.2.3)"
        }
    }
}
