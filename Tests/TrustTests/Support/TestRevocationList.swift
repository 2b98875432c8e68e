import COpenSSL
import Foundation
import Testing

@testable import Trust

/// A revocation list made for a test.
struct TestRevocationList {
    struct Entry {
        var serial: Certificate
        /// The certificate's issuer where an indirect list names it.
        var issuer: DistinguishedName?
    }

    var issuer: TestIdentity
    /// Another key than the issuer's own.
    var key: TestKey?
    var entries: [Entry] = []
    var from = TestChain.now.addingTimeInterval(-86_400)
    var until = TestChain.now.addingTimeInterval(86_400)
    var hasNumber = true
    /// OpenSSL's configuration text of an issuingDistributionPoint.
    var scope: String?

    init(by issuer: TestIdentity, revoking revoked: [TestIdentity] = []) {
        self.issuer = issuer
        entries = revoked.map { Entry(serial: $0.certificate) }
    }

    func with(_ change: (inout TestRevocationList) -> Void) -> TestRevocationList {
        var copy = self
        change(&copy)
        return copy
    }

    /// The list in DER.
    func bytes() throws -> [UInt8] {
        let list = try #require(X509_CRL_new())
        defer { X509_CRL_free(list) }
        X509_CRL_set_version(list, 1)
        issuer.certificate.withX509 { _ = X509_CRL_set_issuer_name(list, X509_get_subject_name($0)) }
        let times = [from, until].map { ASN1_TIME_set(nil, Int($0.timeIntervalSince1970)) }
        defer { times.forEach { ASN1_TIME_free($0) } }
        X509_CRL_set1_lastUpdate(list, times[0])
        X509_CRL_set1_nextUpdate(list, times[1])
        for entry in entries { try add(entry, to: list, at: times[0]) }
        if hasNumber {
            let number = try Self.extension(NID_crl_number, isCritical: false, [0x02, 0x01, 0x01])
            X509_CRL_add_ext(list, number, -1)
            X509_EXTENSION_free(number)
        }
        if let scope {
            let made = try #require(X509V3_EXT_conf_nid(nil, nil, NID_issuing_distribution_point, scope))
            X509_CRL_add_ext(list, made, -1)
            X509_EXTENSION_free(made)
        }
        try #require(X509_CRL_sign(list, (key ?? issuer.key).handle, EVP_sha256()) > 0)
        return OpenSSLCertificate.bytes { i2d_X509_CRL(list, $0) }
    }

    private func add(_ entry: Entry, to list: OpaquePointer, at time: UnsafeMutablePointer<ASN1_TIME>?) throws {
        let revoked = try #require(X509_REVOKED_new())
        entry.serial.withX509 { _ = X509_REVOKED_set_serialNumber(revoked, X509_get_serialNumber($0)) }
        X509_REVOKED_set_revocationDate(revoked, time)
        if let issuer = entry.issuer {
            // GeneralNames with one directoryName, which is tagged explicitly.
            let name = issuer.der
            let inner = [0xa4, UInt8(name.count)] + name
            let value = [0x30, UInt8(inner.count)] + inner
            let made = try Self.extension(NID_certificate_issuer, isCritical: true, value)
            X509_REVOKED_add_ext(revoked, made, -1)
            X509_EXTENSION_free(made)
        }
        try #require(X509_CRL_add0_revoked(list, revoked) == 1)
    }

    private static func `extension`(_ nid: Int32, isCritical: Bool, _ value: [UInt8]) throws -> OpaquePointer {
        let data = try #require(ASN1_OCTET_STRING_new())
        defer { ASN1_OCTET_STRING_free(data) }
        ASN1_OCTET_STRING_set(data, value, Int32(value.count))
        return try #require(X509_EXTENSION_create_by_NID(nil, nid, isCritical ? 1 : 0, data))
    }
}
