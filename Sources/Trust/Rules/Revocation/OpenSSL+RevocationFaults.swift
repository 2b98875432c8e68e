import COpenSSL
import Diagnosis
import Foundation

/// The findings behind OpenSSL's complaints about revocation.
enum RevocationFaults {
    /// The complaints that are about revocation.
    static let numbers: Set<Int32> = revoked.union(unknown).union(unusable)

    private static let revoked: Set<Int32> = [X509_V_ERR_CERT_REVOKED]
    private static let unknown: Set<Int32> = [
        X509_V_ERR_UNABLE_TO_GET_CRL, X509_V_ERR_DIFFERENT_CRL_SCOPE, X509_V_ERR_UNSPECIFIED,
    ]
    private static let unusable: Set<Int32> = [
        X509_V_ERR_UNABLE_TO_DECRYPT_CRL_SIGNATURE, X509_V_ERR_CRL_SIGNATURE_FAILURE, X509_V_ERR_CRL_NOT_YET_VALID,
        X509_V_ERR_CRL_HAS_EXPIRED, X509_V_ERR_ERROR_IN_CRL_LAST_UPDATE_FIELD,
        X509_V_ERR_ERROR_IN_CRL_NEXT_UPDATE_FIELD,
        X509_V_ERR_UNABLE_TO_GET_CRL_ISSUER, X509_V_ERR_KEYUSAGE_NO_CRL_SIGN,
        X509_V_ERR_UNHANDLED_CRITICAL_CRL_EXTENSION, X509_V_ERR_CRL_PATH_VALIDATION_ERROR,
        X509_V_ERR_UNSUPPORTED_EXTENSION_FEATURE,
    ]

    static func results(_ faults: [OpenSSLFault], _ context: RuleContext) -> [RuleResult] {
        var seen: Set<Int> = []
        // One finding a certificate: what follows on a list that cannot be used says nothing reliable.
        return faults.compactMap { fault in
            guard context.members.indices.contains(fault.member), seen.insert(fault.member).inserted else { return nil }
            return result(fault, context)
        }
    }

    private static func result(_ fault: OpenSSLFault, _ context: RuleContext) -> RuleResult {
        let certificate = context.members[fault.member]
        if revoked.contains(fault.number) {
            let entry = entry(for: certificate, context.request.crls)
            return .fail(
                .revocation,
                .revocationRevoked,
                member: fault.member,
                x509: fault.number,
                isFatal: true
            ) {
                .certificateRevoked(
                    $0.label(fault.member),
                    serial: certificate.serialNumber,
                    date: entry?.date,
                    reason: entry?.reason,
                    source: "the revocation list of \(entry?.issuer ?? certificate.issuer.text)"
                )
            }
        }
        if unknown.contains(fault.number) {
            return .fail(.revocation, .revocationUnknown, member: fault.member, x509: fault.number) {
                .revocationUnknown($0.label(fault.member), issuer: certificate.issuer.text)
            }
        }
        return .fail(.revocation, .revocationBadCrl, member: fault.member, x509: fault.number) {
            .revocationListUnusable(
                $0.label(fault.member),
                fault: "\(OpenSSLText.verification(fault.number)), \(X509ErrorName.name(of: fault.number))"
            )
        }
    }

    private struct Entry {
        var date: Date?
        var reason: String?
        var issuer: String
    }

    /// The entry that names a certificate, for the sentence; which list counted is OpenSSL's decision.
    private static func entry(for certificate: Certificate, _ lists: [[UInt8]]) -> Entry? {
        for bytes in lists {
            let found = bytes.withUnsafeBufferPointer { buffer -> Entry? in
                var position = buffer.baseAddress
                guard let list = d2i_X509_CRL(nil, &position, buffer.count) else { return nil }
                defer { X509_CRL_free(list) }
                var revoked: OpaquePointer?
                let result = certificate.withX509 { X509_CRL_get0_by_cert(list, &revoked, $0) }
                guard result == 1, let revoked else { return nil }
                return Entry(
                    date: OpenSSLCertificate.date(X509_REVOKED_get0_revocationDate(revoked)),
                    reason: reason(revoked),
                    issuer: OpenSSLCertificate.name(X509_CRL_get_issuer(list)).text
                )
            }
            if let found { return found }
        }
        ERR_clear_error()
        return nil
    }

    private static func reason(_ revoked: OpaquePointer) -> String? {
        guard let value = X509_REVOKED_get_ext_d2i(revoked, NID_crl_reason, nil, nil) else { return nil }
        let number = value.assumingMemoryBound(to: ASN1_ENUMERATED.self)
        defer { ASN1_ENUMERATED_free(number) }
        return reasonName(ASN1_ENUMERATED_get(number))
    }

    /// The name of a reason (RFC 5280 §5.3.1); nil where none is given.
    static func reasonName(_ reason: Int) -> String? {
        guard reason >= 0 else { return nil }
        let names = [
            0: "unspecified", 1: "keyCompromise", 2: "cACompromise", 3: "affiliationChanged", 4: "superseded",
            5: "cessationOfOperation", 6: "certificateHold", 8: "removeFromCRL", 9: "privilegeWithdrawn",
            10: "aACompromise",
        ]
        return names[reason] ?? "\(reason)"
    }
}
