import COpenSSL

/// The form in which a certificate's times are written.
enum OpenSSLTimeForm {
    /// One of the two times.
    struct Field {
        /// Its name (RFC 5280 §4.1).
        let name: String
        /// OpenSSL's number for a time that it cannot read.
        let number: Int32
        fileprivate let time: @Sendable (OpaquePointer) -> UnsafePointer<ASN1_TIME>?
    }

    /// Both times.
    static let fields = [
        Field(name: "notBefore", number: X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD) { X509_get0_notBefore($0) },
        Field(name: "notAfter", number: X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD) { X509_get0_notAfter($0) },
    ]

    /// Whether a time is `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`, as its type wants it.
    static func isPlain(_ field: Field, _ certificate: Certificate) -> Bool {
        certificate.withX509 { handle in
            guard let time = field.time(handle) else { return false }
            let digits =
                switch ASN1_STRING_type(time) {
                case V_ASN1_UTCTIME: 12
                case V_ASN1_GENERALIZEDTIME: 14
                default: 0
                }
            guard digits > 0, Int(ASN1_STRING_length(time)) == digits + 1, let bytes = ASN1_STRING_get0_data(time)
            else {
                return false
            }
            return bytes[digits] == 0x5a && (0..<digits).allSatisfy { 0x30...0x39 ~= bytes[$0] }
        }
    }
}
