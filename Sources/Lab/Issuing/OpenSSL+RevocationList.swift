import COpenSSL
import Trust

/// Writes the list of an authority's revoked certificates (RFC 5280 §5).
enum RevocationList {
    /// The list in DER; nil where OpenSSL will not sign it.
    ///
    /// - Parameters:
    ///   - revoked: the certificates on it; their keys are said to be known to others.
    ///   - now: the time of issue, seconds since 1970; it is good for 30 days.
    static func encode(issuer: IssuedCertificate, revoked: [Certificate], at now: Int64) -> [UInt8]? {
        guard let list = X509_CRL_new() else { return nil }
        defer { X509_CRL_free(list) }
        let isDone =
            X509_CRL_set_version(list, 1) == 1
            && issuer.certificate.withX509 { X509_CRL_set_issuer_name(list, X509_get_subject_name($0)) } == 1
            && setDates(list, now) && revoked.allSatisfy { add($0, to: list, now) }
            && addExtensions(list, issuer, number: now) && X509_CRL_sort(list) == 1
            && issuer.key.withHandle { X509_CRL_sign(list, $0, EVP_sha256()) } > 0
        guard isDone else {
            _ = OpenSSLText.takeError()
            return nil
        }
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509_CRL(list, &output)
        guard count > 0, let output else { return nil }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    private static func setDates(_ list: OpaquePointer, _ now: Int64) -> Bool {
        let dates = [now - 3600, now + 30 * CertificateRecipe.Validity.day].map { ASN1_TIME_set(nil, time_t($0)) }
        defer { dates.forEach { ASN1_TIME_free($0) } }
        return X509_CRL_set1_lastUpdate(list, dates[0]) == 1 && X509_CRL_set1_nextUpdate(list, dates[1]) == 1
    }

    private static func add(_ certificate: Certificate, to list: OpaquePointer, _ now: Int64) -> Bool {
        guard let entry = X509_REVOKED_new() else { return false }
        let date = ASN1_TIME_set(nil, time_t(StatusResponder.revocationTime(now)))
        defer { ASN1_TIME_free(date) }
        let reason = ASN1_ENUMERATED_new()
        defer { ASN1_ENUMERATED_free(reason) }
        let isDone =
            certificate.withX509 { X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber($0)) } == 1
            && X509_REVOKED_set_revocationDate(entry, date) == 1
            && ASN1_ENUMERATED_set(reason, Int(OCSP_REVOKED_STATUS_KEYCOMPROMISE)) == 1
            && X509_REVOKED_add1_ext_i2d(entry, NID_crl_reason, reason.map { UnsafeMutableRawPointer($0) }, 0, 0) == 1
        guard isDone, X509_CRL_add0_revoked(list, entry) == 1 else {
            X509_REVOKED_free(entry)
            return false
        }
        return true
    }

    private static func addExtensions(_ list: OpaquePointer, _ issuer: IssuedCertificate, number: Int64) -> Bool {
        let value = ASN1_INTEGER_new()
        defer { ASN1_INTEGER_free(value) }
        guard ASN1_INTEGER_set_int64(value, number) == 1,
            X509_CRL_add1_ext_i2d(list, NID_crl_number, value.map { UnsafeMutableRawPointer($0) }, 0, 0) == 1
        else { return false }
        return issuer.certificate.withX509 { certificate in
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, certificate, nil, nil, list, 0)
            co_x509v3_set_ctx_nodb(&context)
            guard let entry = X509V3_EXT_conf_nid(nil, &context, NID_authority_key_identifier, "keyid:always") else {
                return false
            }
            defer { X509_EXTENSION_free(entry) }
            return X509_CRL_add_ext(list, entry, -1) == 1
        }
    }
}
