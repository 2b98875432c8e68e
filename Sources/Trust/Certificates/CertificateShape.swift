/// The outermost parts of a certificate's encoding (RFC 5280 §4.1), found without decoding it.
struct CertificateShape {
    /// The subject, a DER Name.
    let subject: ArraySlice<UInt8>

    /// Nil when the bytes are not one certificate's shape.
    init?(_ der: [UInt8]) {
        guard let whole = DERElement(der[...]), whole.tag == 0x30, whole.rest.isEmpty,
            let signed = DERElement(whole.content), signed.tag == 0x30
        else { return nil }
        var fields = signed.content
        if let version = DERElement(fields), version.tag == 0xa0 { fields = version.rest }
        // Serial number, signature algorithm, issuer, validity; then the subject.
        for tag: UInt8 in [0x02, 0x30, 0x30, 0x30] {
            guard let field = DERElement(fields), field.tag == tag else { return nil }
            fields = field.rest
        }
        guard let subject = DERElement(fields), subject.tag == 0x30 else { return nil }
        self.subject = subject.whole
    }
}
