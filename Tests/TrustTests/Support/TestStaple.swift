import COpenSSL
import Foundation
import Testing

@testable import Trust

/// An OCSP response made for a test.
struct TestStaple {
    var subject: TestIdentity
    var issuer: TestIdentity
    var signer: TestIdentity
    var status = V_OCSP_CERTSTATUS_GOOD
    var answer: Int32 = 0
    /// OCSP_NOCERTS leaves the signer out, so that the signature stands last.
    var flags: UInt = 0
    var from = TestChain.now.addingTimeInterval(-86_400)
    var until: Date? = TestChain.now.addingTimeInterval(86_400)

    init(about subject: TestIdentity, issuer: TestIdentity, signer: TestIdentity) {
        self.subject = subject
        self.issuer = issuer
        self.signer = signer
    }

    /// The response in DER.
    func bytes() throws -> [UInt8] {
        let basic = try #require(OCSP_BASICRESP_new())
        defer { OCSP_BASICRESP_free(basic) }
        let identifier = subject.certificate.withX509 { subject in
            issuer.certificate.withX509 { OCSP_cert_to_id(EVP_sha1(), subject, $0) }
        }
        defer { OCSP_CERTID_free(identifier) }
        let isRevoked = status == V_OCSP_CERTSTATUS_REVOKED
        let revoked = isRevoked ? ASN1_TIME_set(nil, Int(from.timeIntervalSince1970)) : nil
        let first = ASN1_TIME_set(nil, Int(from.timeIntervalSince1970))
        let last = until.flatMap { ASN1_TIME_set(nil, Int($0.timeIntervalSince1970)) }
        defer { [revoked, first, last].forEach { ASN1_TIME_free($0) } }
        try #require(
            OCSP_basic_add1_status(basic, identifier, status, isRevoked ? 1 : 0, revoked, first, last) != nil
        )
        let isSigned = signer.certificate.withX509 {
            OCSP_basic_sign(basic, $0, signer.key.handle, EVP_sha256(), nil, flags)
        }
        try #require(isSigned == 1)
        let response = try #require(OCSP_response_create(answer, answer == 0 ? basic : nil))
        defer { OCSP_RESPONSE_free(response) }
        return OpenSSLCertificate.bytes { i2d_OCSP_RESPONSE(response, $0) }
    }
}
