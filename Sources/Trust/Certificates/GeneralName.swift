/// One subject alternative name (RFC 5280 §4.2.1.6).
public enum GeneralName: Hashable, Sendable, Codable {
    /// A dNSName, as it stands in the certificate (bytes that are no ASCII are escaped).
    case dns(String)
    /// An iPAddress: 4 or 16 bytes in a valid certificate, any count in an odd one.
    case ipAddress([UInt8])
    /// An rfc822Name.
    case email(String)
    /// A uniformResourceIdentifier.
    case uri(String)
    /// A directoryName.
    case directory(DistinguishedName)
    /// Any other form, by its name.
    case other(String)
}
