import Trust

/// A certificate that the lab issues: its fields, before there is a key, a serial number or a date of issue.
struct CertificateRecipe: Hashable, Sendable {
    /// Who signs it.
    enum Issuer: Hashable, Sendable {
        /// Its own key.
        case itself
        /// An authority of the recipe, by name.
        case authority(String)
    }

    /// A key that is made for the certificate.
    enum Key: Hashable, Sendable {
        /// An elliptic curve, by OpenSSL's name: `P-256`.
        case curve(String)
        /// RSA of so many bits.
        case rsa(Int)
    }

    /// When it is valid.
    struct Validity: Hashable, Sendable {
        /// The end of the validity.
        enum End: Hashable, Sendable {
            /// So many days after its beginning.
            case length(Int)
            /// So many days after the day of issue.
            case afterIssue(Int)
            /// At a date of its own, seconds since 1970; such a certificate is never re-issued for its age.
            case at(Int64)
        }

        /// Seconds since 1970; nil: one day before the issue, so that a clock that is behind does no harm.
        var from: Int64?
        /// When it ends.
        var end: End
    }

    /// The subject, most specific part last, as types and values: `O=Lab`, `CN=Lab CA`.
    var subject: [NamePart]
    var issuer: Issuer
    var key: Key
    /// The certificate of the recipe whose key it shares in place of one of its own.
    var sameKeyAs: EntryName?
    var names: [GeneralName]
    /// So many further names `n1.…` to `nN.…` under the first DNS name.
    var furtherNames: Int
    var validity: Validity
    /// Basic constraints' CA flag; nil leaves the extension out.
    var isAuthority: Bool?
    var pathLength: Int?
    /// Key usage bits by their names in RFC 5280 §4.2.1.3; empty leaves the extension out.
    var usage: [String]
    /// Extended key usages by OpenSSL's short names; empty leaves the extension out.
    var purposes: [String]
    /// The digest of the signature: `sha256`, `sha1`, `md5`.
    var digest: String
    /// DNS suffixes that its subjects may bear, or may not (RFC 5280 §4.2.1.10).
    var permittedNames: [String]
    var excludedNames: [String]
    /// Whether it demands a stapled answer (RFC 7633).
    var mustStaple: Bool
    /// Where its issuer's certificate, its revocation list and its OCSP responder are said to be; nil: nowhere.
    var issuerAt: String?
    var listAt: String?
    var statusAt: String?
    /// Whether its issuer has revoked it: what the list and the OCSP responder say.
    var isRevoked: Bool

    /// One part of a name.
    struct NamePart: Hashable, Sendable {
        /// `CN`, `O`, `OU`, `C`.
        var type: String
        var value: String
    }

    /// All of it as one line: certificates issued from different recipes have different lines.
    var canonicalText: String {
        let parts: [String] = [
            "\(subject.map { "\($0.type)=\($0.value)" })", "\(issuer)", "\(key)", "\(sameKeyAs?.fileName ?? "own")",
            "\(names)", "\(furtherNames)", "\(validity.from ?? -1)", "\(validity.end)",
            "\(isAuthority.map(\.description) ?? "-")",
            "\(pathLength ?? -1)", "\(usage)", "\(purposes)", digest, "\(permittedNames)", "\(excludedNames)",
            "\(mustStaple)", issuerAt ?? "-", listAt ?? "-", statusAt ?? "-",
        ]
        return parts.joined(separator: "|")
    }
}
