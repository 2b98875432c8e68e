import COpenSSL
import Diagnosis
import Foundation

/// Reads an OCSP response: whose it is, whether it can be used now, and what it says (RFC 6960 §3.2).
enum OpenSSLStaple {
    /// id-kp-OCSPSigning.
    private static let responderUsage = "1.3.6.1.5.5.7.3.9"

    /// - Parameters:
    ///   - certificate: the certificate that the response has to be about.
    ///   - issuer: its issuer on the path.
    ///   - now: the time of judgement.
    static func status(of bytes: [UInt8], about certificate: Certificate, issuer: Certificate, now: Date)
        -> StapleStatus
    {
        defer { ERR_clear_error() }
        let response = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            return d2i_OCSP_RESPONSE(nil, &position, buffer.count)
        }
        guard let response else { return .unusable("its \(bytes.count) bytes are no OCSP response") }
        defer { OCSP_RESPONSE_free(response) }
        let answer = OCSP_response_status(response)
        guard answer == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            return .unusable("the responder answered \(word(answer)) in place of a status")
        }
        guard let basic = OCSP_response_get1_basic(response) else {
            return .unusable("it is of a type that is not known")
        }
        defer { OCSP_BASICRESP_free(basic) }
        guard let single = single(basic, certificate, issuer) else {
            return .unusable(about(basic, certificate))
        }
        if let fault = responderFault(basic, issuer, now) { return .unusable(fault) }
        return status(single, now)
    }

    /// The entry about a certificate: the same issuer, by name and key, and the same serial number.
    private static func single(_ basic: OpaquePointer, _ certificate: Certificate, _ issuer: Certificate)
        -> OpaquePointer?
    {
        for index in 0..<min(OCSP_resp_count(basic), 64) {
            guard let single = OCSP_resp_get0(basic, index), let found = OCSP_SINGLERESP_get0_id(single),
                let digest = digest(of: found)
            else { continue }
            let wanted = certificate.withX509 { subject in issuer.withX509 { OCSP_cert_to_id(digest, subject, $0) } }
            guard let wanted else { continue }
            defer { OCSP_CERTID_free(wanted) }
            if OCSP_id_cmp(found, wanted) == 0 { return single }
        }
        return nil
    }

    private static func digest(of identifier: OpaquePointer) -> OpaquePointer? {
        var object: OpaquePointer?
        guard OCSP_id_get0_info(nil, &object, nil, nil, identifier) == 1 else { return nil }
        return object.flatMap { EVP_get_digestbyname(OBJ_nid2sn(OBJ_obj2nid($0))) }
    }

    private static func about(_ basic: OpaquePointer, _ certificate: Certificate) -> String {
        "none of its \(OCSP_resp_count(basic)) entries is about serial \(certificate.serialNumber) of this issuer"
    }

    /// Why the signature does not count; nil when the issuer, or whom it named for that, signed.
    private static func responderFault(_ basic: OpaquePointer, _ issuer: Certificate, _ now: Date) -> String? {
        guard let further = co_x509_stack_new() else { return "no memory" }
        defer { co_x509_stack_free(further) }
        issuer.withX509 { _ = co_x509_stack_push(further, $0) }
        return withExtendedLifetime(issuer) {
            var handle: OpaquePointer?
            guard OCSP_resp_get0_signer(basic, &handle, further) == 1, let handle else {
                return "its signer is neither the issuer nor in the response"
            }
            guard OCSP_basic_verify(basic, further, nil, UInt(OCSP_NOVERIFY)) == 1 else {
                return "its signature does not verify"
            }
            X509_up_ref(handle)
            let signer = Certificate(takingOwnershipOf: handle)
            return signer.publicKeySHA256 == issuer.publicKeySHA256 ? nil : delegateFault(signer, issuer, now)
        }
    }

    private static func delegateFault(_ signer: Certificate, _ issuer: Certificate, _ now: Date) -> String? {
        let name = signer.subject.shortText
        guard SignatureMemo.shared.check(signer, by: issuer) != .invalid, signer.issuer.der == issuer.subject.der else {
            return "its signer \(name) is not certified by \(issuer.subject.shortText)"
        }
        guard signer.extendedKeyUsage?.contains(responderUsage) == true else {
            return "its signer \(name) has no usage OCSPSigning"
        }
        guard signer.notBefore <= now, now <= signer.notAfter else {
            return "its signer \(name) is valid from \(UTC.text(signer.notBefore)) to \(UTC.text(signer.notAfter))"
        }
        return nil
    }

    private static func status(_ single: OpaquePointer, _ now: Date) -> StapleStatus {
        var reason: Int32 = -1
        var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var from: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var until: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let status = OCSP_single_get0_status(single, &reason, &revoked, &from, &until)
        guard let first = OpenSSLCertificate.date(from) else { return .unusable("it does not say since when it holds") }
        let last = OpenSSLCertificate.date(until)
        if first > now { return .unusable("it holds from \(UTC.text(first)) on, and now is \(UTC.text(now))") }
        if let last, last < now { return .unusable("it ended on \(UTC.text(last)), and now is \(UTC.text(now))") }
        switch status {
        case V_OCSP_CERTSTATUS_GOOD: return .good(from: first, until: last)
        case V_OCSP_CERTSTATUS_REVOKED:
            return .revoked(at: OpenSSLCertificate.date(revoked), reason: RevocationFaults.reasonName(Int(reason)))
        default: return .unknown
        }
    }

    private static func word(_ status: Int32) -> String {
        OCSP_response_status_str(Int(status)).map { String(cString: $0) } ?? "\(status)"
    }
}

extension OpenSSLExtensions {
    /// Whether a certificate demands a staple: TLS feature status_request (RFC 7633).
    static func demandsStaple(_ certificate: Certificate) -> Bool {
        certificate.withX509 { handle in
            guard let value = X509_get_ext_d2i(handle, NID_tlsfeature, nil, nil) else { return false }
            defer { co_free_extension(NID_tlsfeature, value) }
            return (0..<co_stack_count(value)).contains { index in
                co_stack_value(value, index).map {
                    ASN1_INTEGER_get($0.assumingMemoryBound(to: ASN1_INTEGER.self)) == 5
                }
                    ?? false
            }
        }
    }
}
