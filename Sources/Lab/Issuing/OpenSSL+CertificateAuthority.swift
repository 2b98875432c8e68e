import COpenSSL
import Trust

/// Issues certificates: fills in the fields of a recipe and signs them.
///
/// Nothing is checked: the lab's certificates are wrong on purpose.
struct CertificateAuthority {
    /// OpenSSL would not build or sign the certificate, in its words.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// The issuer's certificate; nil when the certificate signs itself.
    let certificate: Certificate?
    /// The key that signs.
    let key: PrivateKey

    /// Issues one certificate.
    ///
    /// - Parameters:
    ///   - recipe: its fields, placeholders replaced.
    ///   - subjectKey: the key it certifies.
    ///   - now: the time of issue, seconds since 1970.
    ///   - original: the certificate whose serial number and dates it copies; nil for its own.
    func issue(
        _ recipe: CertificateRecipe,
        for subjectKey: PrivateKey,
        at now: Int64,
        copying original: Certificate? = nil
    ) throws(Failure) -> Certificate {
        guard let handle = X509_new() else { throw Failure(reason: OpenSSLText.takeError()) }
        guard fill(handle, recipe, subjectKey, now), copy(original, to: handle), sign(handle, recipe.digest) else {
            X509_free(handle)
            throw Failure(reason: OpenSSLText.takeError())
        }
        // Decoded anew from its bytes: the object that was built caches what it was before it was signed.
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(handle, &output)
        X509_free(handle)
        guard count > 0, let output else { throw Failure(reason: OpenSSLText.takeError()) }
        defer { co_openssl_free(output) }
        do {
            return try Certificate(der: Array(UnsafeBufferPointer(start: output, count: Int(count))))
        } catch {
            throw Failure(reason: error.sentence)
        }
    }

    private func fill(_ handle: OpaquePointer, _ recipe: CertificateRecipe, _ key: PrivateKey, _ now: Int64) -> Bool {
        guard X509_set_version(handle, 2) == 1, setSerialNumber(handle), setValidity(handle, recipe.validity, now),
            setSubject(handle, recipe.subject), key.withHandle({ X509_set_pubkey(handle, $0) }) == 1
        else { return false }
        let issuerName = certificate?.withX509 { X509_get_subject_name($0) } ?? X509_get_subject_name(handle)
        guard X509_set_issuer_name(handle, issuerName) == 1 else { return false }
        return addExtensions(handle, recipe)
    }

    private func copy(_ original: Certificate?, to handle: OpaquePointer) -> Bool {
        guard let original else { return true }
        return original.withX509 { original in
            X509_set_serialNumber(handle, X509_get_serialNumber(original)) == 1
                && X509_set1_notBefore(handle, X509_get0_notBefore(original)) == 1
                && X509_set1_notAfter(handle, X509_get0_notAfter(original)) == 1
        }
    }

    private func setSerialNumber(_ handle: OpaquePointer) -> Bool {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        // Positive, and never shorter than its 16 bytes (RFC 5280 §4.1.2.2).
        bytes[0] = bytes[0] & 0x3f | 0x40
        guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
        defer { BN_free(number) }
        return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(handle)) != nil
    }

    private func setValidity(_ handle: OpaquePointer, _ validity: CertificateRecipe.Validity, _ now: Int64) -> Bool {
        let range = validity.range(issuedAt: now)
        return ASN1_TIME_set(X509_getm_notBefore(handle), time_t(range.lowerBound)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(handle), time_t(range.upperBound)) != nil
    }

    private func setSubject(_ handle: OpaquePointer, _ parts: [CertificateRecipe.NamePart]) -> Bool {
        let name = X509_get_subject_name(handle)
        return parts.allSatisfy { part in
            let value = Array(part.value.utf8)
            return X509_NAME_add_entry_by_txt(name, part.type, MBSTRING_UTF8, value, Int32(value.count), -1, 0) == 1
        }
    }

    private func sign(_ handle: OpaquePointer, _ digest: String) -> Bool {
        guard let method = EVP_get_digestbyname(digest) else { return false }
        return key.withHandle { X509_sign(handle, $0, method) } > 0
    }

    // MARK: Extensions

    private func addExtensions(_ handle: OpaquePointer, _ recipe: CertificateRecipe) -> Bool {
        var values: [(Int32, String)] = []
        if let isAuthority = recipe.isAuthority {
            let limit = recipe.pathLength.map { ",pathlen:\($0)" } ?? ""
            values.append((NID_basic_constraints, "critical,CA:\(isAuthority ? "TRUE" : "FALSE")\(limit)"))
        }
        if !recipe.usage.isEmpty {
            values.append((NID_key_usage, "critical," + recipe.usage.joined(separator: ",")))
        }
        if !recipe.purposes.isEmpty {
            values.append((NID_ext_key_usage, recipe.purposes.joined(separator: ",")))
        }
        let constraints =
            recipe.permittedNames.map { "permitted;DNS:\($0)" }
            + recipe.excludedNames.map { "excluded;DNS:\($0)" }
        if !constraints.isEmpty {
            values.append((NID_name_constraints, "critical," + constraints.joined(separator: ",")))
        }
        let access =
            (recipe.statusAt.map { ["OCSP;URI:\($0)"] } ?? []) + (recipe.issuerAt.map { ["caIssuers;URI:\($0)"] } ?? [])
        if !access.isEmpty { values.append((NID_info_access, access.joined(separator: ","))) }
        if let list = recipe.listAt { values.append((NID_crl_distribution_points, "URI:\(list)")) }
        if recipe.mustStaple { values.append((NID_tlsfeature, "status_request")) }
        // The authority key identifier reads the subject key identifier, so that comes first.
        values.append((NID_subject_key_identifier, "hash"))
        values.append((NID_authority_key_identifier, "keyid:always"))
        return addNames(handle, recipe) && add(values, to: handle)
    }

    private func add(_ values: [(Int32, String)], to handle: OpaquePointer) -> Bool {
        var context = X509V3_CTX()
        func addAll(_ issuer: OpaquePointer) -> Bool {
            X509V3_set_ctx(&context, issuer, handle, nil, nil, 0)
            co_x509v3_set_ctx_nodb(&context)
            return values.allSatisfy { nid, value in
                guard let entry = X509V3_EXT_conf_nid(nil, &context, nid, value) else { return false }
                defer { X509_EXTENSION_free(entry) }
                return X509_add_ext(handle, entry, -1) == 1
            }
        }
        return certificate?.withX509(addAll) ?? addAll(handle)
    }

    private func addNames(_ handle: OpaquePointer, _ recipe: CertificateRecipe) -> Bool {
        let all = recipe.names + recipe.furtherDNSNames.map { .dns($0) }
        guard !all.isEmpty else { return true }
        guard let names = co_general_names_new() else { return false }
        defer { co_general_names_free(names) }
        let added = all.allSatisfy { name in
            switch name {
            case .dns(let text): add(Array(text.utf8), GEN_DNS, to: names)
            case .ipAddress(let bytes): add(bytes, GEN_IPADD, to: names)
            case .email(let text): add(Array(text.utf8), GEN_EMAIL, to: names)
            case .uri(let text): add(Array(text.utf8), GEN_URI, to: names)
            case .directory, .other: false
            }
        }
        // RFC 5280 §4.2.1.6: critical where the subject is empty.
        let critical: Int32 = recipe.subject.isEmpty ? 1 : 0
        return added
            && X509_add1_ext_i2d(handle, NID_subject_alt_name, UnsafeMutableRawPointer(names), critical, 0) == 1
    }

    private func add(_ bytes: [UInt8], _ type: Int32, to names: OpaquePointer) -> Bool {
        co_general_names_add(names, type, bytes, Int32(bytes.count)) == 1
    }
}

extension CertificateRecipe {
    /// The names `n1.HOST`, `n2.HOST` … that make a certificate very large.
    var furtherDNSNames: [String] {
        guard furtherNames > 0 else { return [] }
        let host = names.lazy.compactMap { if case .dns(let text) = $0 { text } else { nil } }.first ?? "lab.test"
        return (1...furtherNames).map { "n\($0).\(host)" }
    }
}

extension CertificateRecipe.Validity {
    static let day: Int64 = 86_400

    /// First and last second of a certificate that is issued at a moment.
    func range(issuedAt now: Int64) -> ClosedRange<Int64> {
        let begin = from ?? (now - Self.day)
        let last: Int64 =
            switch end {
            case .length(let days): begin + Int64(days) * Self.day - 1
            case .afterIssue(let days): now + Int64(days) * Self.day
            case .at(let time): time
            }
        return begin...max(begin, last)
    }

    /// From when on a certificate that ends at `last` is issued anew: 30 days before, or a quarter of its life; never
    /// where the recipe names the date.
    func renewal(ofOneEnding last: Int64) -> Int64? {
        switch end {
        case .at: nil
        case .length(let days), .afterIssue(let days): last - min(30, Int64(days) / 4) * Self.day
        }
    }
}
