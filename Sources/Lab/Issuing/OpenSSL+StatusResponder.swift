import COpenSSL
import Trust

/// Says in an authority's name whether its certificates hold (OCSP, RFC 6960).
struct StatusResponder: Sendable {
    /// What is said of a certificate.
    enum Status: Sendable {
        case good
        case revoked
        case unknown
    }

    let issuer: IssuedCertificate
    /// What is known of each certificate, by its serial number.
    let known: [String: Status]
    /// The lab's clock, seconds since 1970.
    let now: @Sendable () -> Int64

    /// When a revoked certificate was revoked, seen from a moment: the day before.
    static func revocationTime(_ now: Int64) -> Int64 { now - CertificateRecipe.Validity.day }

    /// The answer about one certificate, to be stapled; nil where OpenSSL will not sign it.
    func answer(about certificate: Certificate) -> [UInt8]? {
        let name = issuer.certificate.withX509 { issuer in
            certificate.withX509 { OCSP_cert_to_id(EVP_sha1(), $0, issuer) }
        }
        guard let name else { return nil }
        defer { OCSP_CERTID_free(name) }
        return response([name], to: nil)
    }

    /// The answer to a request in DER; nil when it is none.
    func answer(to request: [UInt8]) -> [UInt8]? {
        let decoded = request.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var position = bytes.baseAddress
            return d2i_OCSP_REQUEST(nil, &position, bytes.count)
        }
        guard let decoded else {
            ERR_clear_error()
            return nil
        }
        defer { OCSP_REQUEST_free(decoded) }
        let names = (0..<max(0, min(OCSP_request_onereq_count(decoded), Self.limit))).compactMap { index in
            OCSP_request_onereq_get0(decoded, index).flatMap { OCSP_onereq_get0_id($0) }
        }
        return response(names, to: decoded)
    }

    /// Most certificates that one request asks about.
    private static let limit: Int32 = 64

    private func response(_ names: [OpaquePointer], to request: OpaquePointer?) -> [UInt8]? {
        guard !names.isEmpty, let basic = OCSP_BASICRESP_new() else { return nil }
        defer { OCSP_BASICRESP_free(basic) }
        let isSigned =
            names.allSatisfy { add($0, to: basic) }
            && (request.map { OCSP_copy_nonce(basic, $0) != 0 } ?? true)
            && issuer.certificate.withX509 { certificate in
                // The authority signs itself, so that no responder's certificate is needed.
                issuer.key.withHandle {
                    OCSP_basic_sign(basic, certificate, $0, EVP_sha256(), nil, UInt(OCSP_NOCERTS))
                }
            } == 1
        guard isSigned, let response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic) else {
            _ = OpenSSLText.takeError()
            return nil
        }
        defer { OCSP_RESPONSE_free(response) }
        var output: UnsafeMutablePointer<UInt8>?
        let count = i2d_OCSP_RESPONSE(response, &output)
        guard count > 0, let output else { return nil }
        defer { co_openssl_free(output) }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    private func add(_ name: OpaquePointer, to basic: OpaquePointer) -> Bool {
        let now = now()
        let dates = [now - 3600, now + 7 * CertificateRecipe.Validity.day, Self.revocationTime(now)].map {
            ASN1_TIME_set(nil, time_t($0))
        }
        defer { dates.forEach { ASN1_TIME_free($0) } }
        let status = known[Self.serialNumber(of: name)] ?? .unknown
        let number =
            switch status {
            case .good: V_OCSP_CERTSTATUS_GOOD
            case .revoked: V_OCSP_CERTSTATUS_REVOKED
            case .unknown: V_OCSP_CERTSTATUS_UNKNOWN
            }
        let revoked = status == .revoked ? dates[2] : nil
        let reason = OCSP_REVOKED_STATUS_KEYCOMPROMISE
        return OCSP_basic_add1_status(basic, name, number, reason, revoked, dates[0], dates[1]) != nil
    }

    // MARK: Serial numbers

    /// A certificate's serial number, as `known` holds it.
    static func serialNumber(of certificate: Certificate) -> String {
        certificate.withX509 { text(X509_get0_serialNumber($0)) }
    }

    private static func serialNumber(of name: OpaquePointer) -> String {
        var number: UnsafeMutablePointer<ASN1_INTEGER>?
        guard OCSP_id_get0_info(nil, nil, nil, &number, name) == 1 else { return "" }
        return text(number.map { UnsafePointer($0) })
    }

    private static func text(_ number: UnsafePointer<ASN1_INTEGER>?) -> String {
        guard let number, let value = ASN1_INTEGER_to_BN(number, nil) else { return "" }
        defer { BN_free(value) }
        guard let digits = BN_bn2hex(value) else { return "" }
        defer { co_openssl_free(digits) }
        return String(cString: digits)
    }
}
