import COpenSSL
import Foundation

import Trust

/// A certificate made for a test, with its key.
package struct FixtureCertificate: Sendable {
    package let key: FixtureKey
    package let certificate: Certificate

    package var der: [UInt8] { certificate.der }
    package var pem: String { CertificateText.pem(certificate.der) }

    package struct Options {
        package var names: String?
        package var usages: String?
        package var isAuthority = false
        package var from = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
        package var to = Date(timeIntervalSince1970: 1_830_297_600)  // 2028-01-01
        package var digest = "SHA256"
        /// Further extensions as OpenSSL's configuration writes them.
        package var more: [(Int32, String)] = []

        package init() {}
    }

    package static func issue(
        _ name: String,
        by issuer: FixtureCertificate? = nil,
        key: FixtureKey? = nil,
        _ options: Options = Options()
    ) throws -> FixtureCertificate {
        let key = try key ?? FixtureKey.ec()
        guard let handle = X509_new() else { throw FixtureKey.Failure() }
        X509_set_version(handle, 2)
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(handle), UInt64.random(in: 1...UInt64.max / 2))
        let subject = X509_get_subject_name(handle)
        X509_NAME_add_entry_by_txt(subject, "O", MBSTRING_UTF8, Array("Lab".utf8), 3, -1, 0)
        X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, Array(name.utf8), Int32(name.utf8.count), -1, 0)
        if let issuer {
            issuer.certificate.withX509 { _ = X509_set_issuer_name(handle, X509_get_subject_name($0)) }
        } else {
            X509_set_issuer_name(handle, subject)
        }
        ASN1_TIME_set(X509_getm_notBefore(handle), time_t(options.from.timeIntervalSince1970))
        ASN1_TIME_set(X509_getm_notAfter(handle), time_t(options.to.timeIntervalSince1970))
        X509_set_pubkey(handle, key.handle)
        var extensions: [(Int32, String)] = [
            (NID_basic_constraints, options.isAuthority ? "critical,CA:TRUE" : "CA:FALSE")
        ]
        if let names = options.names { extensions.append((NID_subject_alt_name, names)) }
        if let usages = options.usages { extensions.append((NID_ext_key_usage, usages)) }
        for (identifier, value) in extensions + options.more {
            var context = X509V3_CTX()
            X509V3_set_ctx(&context, nil, handle, nil, nil, 0)
            guard let addition = X509V3_EXT_conf_nid(nil, &context, identifier, value) else {
                throw FixtureKey.Failure()
            }
            X509_add_ext(handle, addition, -1)
            X509_EXTENSION_free(addition)
        }
        let signer = issuer?.key ?? key
        let digest = EVP_get_digestbyname(options.digest)
        guard X509_sign(handle, signer.handle, digest) > 0 else { throw FixtureKey.Failure() }
        // Through its encoding, so that nothing of the making stays in it.
        let der = FixtureKey.bytes { i2d_X509(handle, $0) }
        X509_free(handle)
        return FixtureCertificate(key: key, certificate: try Certificate(der: der))
    }
}

/// Makes PKCS#7 bundles.
package enum FixtureBundle {
    /// Certificates alone, as `openssl crl2pkcs7 -nocrl` writes them; or around some content.
    package static func pkcs7(_ certificates: [FixtureCertificate], content: [UInt8]? = nil) -> [UInt8] {
        guard let bundle = PKCS7_new() else { return [] }
        defer { PKCS7_free(bundle) }
        PKCS7_set_type(bundle, NID_pkcs7_signed)
        PKCS7_content_new(bundle, NID_pkcs7_data)
        if let content, let inner = bundle.pointee.d.sign?.pointee.contents {
            ASN1_STRING_set(inner.pointee.d.data, content, Int32(content.count))
        }
        for certificate in certificates { certificate.certificate.withX509 { _ = PKCS7_add_certificate(bundle, $0) } }
        return FixtureKey.bytes { i2d_PKCS7(bundle, $0) }
    }
}
