/// An X.501 name, as a subject, an issuer, or a name in a certificate request's list of authorities.
public struct DistinguishedName: Hashable, Sendable, Codable {
    /// The DER encoding of the Name, as received.
    public let der: [UInt8]
    /// For people, sanitised, most specific part first: `CN=Lab CA, O=Lab`.
    public let text: String
    /// The first common name, sanitised; nil where there is none.
    public let commonName: String?

    /// A name of known parts.
    public init(der: [UInt8], text: String, commonName: String?) {
        self.der = der
        self.text = text
        self.commonName = commonName
    }

    /// The common name, else the whole text.
    public var shortText: String { commonName ?? text }
}
