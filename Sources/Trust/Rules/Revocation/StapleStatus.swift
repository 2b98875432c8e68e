import Foundation

/// What an OCSP response (RFC 6960) says about one certificate.
enum StapleStatus: Hashable, Sendable {
    /// Not revoked, between these times.
    case good(from: Date, until: Date?)
    /// Revoked.
    case revoked(at: Date?, reason: String?)
    /// The responder does not know the certificate.
    case unknown
    /// The response cannot be used; why, with the values.
    case unusable(String)
}
