import COpenSSL

/// What the rules ask about extensions beyond what a certificate tells by itself.
enum OpenSSLExtensions {
    /// 1, 2 or 3.
    static func version(_ certificate: Certificate) -> Int { certificate.withX509 { X509_get_version($0) + 1 } }

    /// Identifiers of the critical extensions that OpenSSL does not process.
    static func unknownCritical(_ certificate: Certificate) -> [String] {
        certificate.withX509 { handle in
            guard X509_get_extension_flags(handle) & UInt32(EXFLAG_CRITICAL) != 0 else { return [] }
            return (0..<X509_get_ext_count(handle)).compactMap { index in
                guard let entry = X509_get_ext(handle, index), X509_EXTENSION_get_critical(entry) == 1,
                    X509_supported_extension(entry) == 0
                else { return nil }
                return X509_EXTENSION_get_object(entry).flatMap { OpenSSLCertificate.objectIdentifier($0) } ?? "?"
            }
        }
    }

    /// Whether an extension does not decode or occurs twice.
    static func hasMalformed(_ certificate: Certificate) -> Bool {
        certificate.withX509 { X509_get_extension_flags($0) & UInt32(EXFLAG_INVALID) != 0 }
    }

    /// Extensions that the rules ask about by name.
    enum Name {
        case alternativeName, authorityKeyIdentifier, basicConstraints, extendedKeyUsage, inhibitAnyPolicy
        case policyConstraints, subjectKeyIdentifier

        fileprivate var nid: Int32 {
            switch self {
            case .alternativeName: NID_subject_alt_name
            case .authorityKeyIdentifier: NID_authority_key_identifier
            case .basicConstraints: NID_basic_constraints
            case .extendedKeyUsage: NID_ext_key_usage
            case .inhibitAnyPolicy: NID_inhibit_any_policy
            case .policyConstraints: NID_policy_constraints
            case .subjectKeyIdentifier: NID_subject_key_identifier
            }
        }
    }

    static func has(_ certificate: Certificate, _ name: Name) -> Bool {
        certificate.withX509 { X509_get_ext_by_NID($0, name.nid, -1) >= 0 }
    }

    static func isCritical(_ certificate: Certificate, _ name: Name) -> Bool {
        certificate.withX509 { handle in
            let index = X509_get_ext_by_NID(handle, name.nid, -1)
            guard index >= 0, let entry = X509_get_ext(handle, index) else { return false }
            return X509_EXTENSION_get_critical(entry) == 1
        }
    }

    static func hasNameConstraints(_ certificate: Certificate) -> Bool {
        certificate.withX509 { X509_get_ext_by_NID($0, NID_name_constraints, -1) >= 0 }
    }

    /// OpenSSL's number for the way in which a certificate's names break an authority's constraints; nil when they hold.
    static func violation(of authority: Certificate, by certificate: Certificate) -> Int32? {
        guard let constraints = decodedConstraints(authority) else { return Int32(X509_V_ERR_UNSUPPORTED_NAME_SYNTAX) }
        defer { NAME_CONSTRAINTS_free(constraints) }
        let result = certificate.withX509 { NAME_CONSTRAINTS_check($0, constraints) }
        ERR_clear_error()
        return result == X509_V_OK ? nil : result
    }

    /// An authority's permitted and excluded names in text form.
    static func nameConstraints(_ authority: Certificate) -> (permitted: [String], excluded: [String]) {
        let lists = constraints(authority)
        return (lists.permitted.map(subtreeText), lists.excluded.map(subtreeText))
    }

    /// An authority's permitted and excluded names; addresses carry their mask behind them.
    static func constraints(_ authority: Certificate) -> (permitted: [GeneralName], excluded: [GeneralName]) {
        guard let constraints = decodedConstraints(authority) else { return ([], []) }
        defer { NAME_CONSTRAINTS_free(constraints) }
        return (
            subtrees(constraints.pointee.permittedSubtrees), subtrees(constraints.pointee.excludedSubtrees)
        )
    }

    /// Those alternative names of a certificate that break an authority's constraints by themselves.
    static func offendingNames(of certificate: Certificate, under authority: Certificate) -> [GeneralName] {
        guard let constraints = decodedConstraints(authority) else { return [] }
        defer { NAME_CONSTRAINTS_free(constraints) }
        return certificate.withX509 { handle -> [GeneralName] in
            guard let names = X509_get_ext_d2i(handle, NID_subject_alt_name, nil, nil) else { return [] }
            defer { GENERAL_NAMES_free(OpaquePointer(names)) }
            let all = certificate.alternativeNames ?? []
            let count = min(co_stack_count(names), Int32(all.count), 64)
            return (0..<count).compactMap { index in
                guard let name = co_stack_value(names, index), let probe = X509_new() else { return nil }
                defer { X509_free(probe) }
                guard co_set_alternative_name(probe, name) == 1 else { return nil }
                return NAME_CONSTRAINTS_check(probe, constraints) == X509_V_OK ? nil : all[Int(index)]
            }
        }
    }

    private static func decodedConstraints(_ authority: Certificate) -> UnsafeMutablePointer<NAME_CONSTRAINTS>? {
        authority.withX509 { handle in
            X509_get_ext_d2i(handle, NID_name_constraints, nil, nil)?.assumingMemoryBound(to: NAME_CONSTRAINTS.self)
        }
    }

    private static func subtrees(_ list: OpaquePointer?) -> [GeneralName] {
        guard let list else { return [] }
        let stack = UnsafeRawPointer(list)
        return (0..<min(co_stack_count(stack), 4096)).compactMap { index in
            guard let subtree = co_stack_value(stack, index)?.assumingMemoryBound(to: GENERAL_SUBTREE.self).pointee,
                let base = subtree.base
            else { return nil }
            return OpenSSLCertificate.generalName(base)
        }
    }

    private static func subtreeText(_ name: GeneralName) -> String {
        guard case .ipAddress(let octets) = name, octets.count == 8 || octets.count == 32 else { return name.entryText }
        let half = octets.count / 2
        return "ip:\(IPAddressText.text(Array(octets[..<half])))/\(IPAddressText.text(Array(octets[half...])))"
    }
}
