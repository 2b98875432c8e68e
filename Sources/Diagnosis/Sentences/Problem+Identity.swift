// What keeps our own certificate and key from being used: found in the files, before any connection.

extension Problem {
    /// A public key, as a message names it.
    public struct KeyName: Hashable, Sendable {
        /// Type and size: `EC P-256`.
        public let kind: String
        /// `sha256//…` of its SubjectPublicKeyInfo.
        public let pin: String

        /// A key of known type and pin.
        public init(kind: String, pin: String) {
            self.kind = kind
            self.pin = pin
        }
    }

    /// Key and certificate that do not belong together.
    ///
    /// - Parameter keyFile: the name of the file that the key is in.
    public static func identityKeyMismatch(
        name: String,
        subject: String,
        certificate: KeyName,
        keyFile: String,
        key: KeyName
    ) -> Problem {
        let types = certificate.kind == key.kind ? "" : " Their types differ: \(certificate.kind) and \(key.kind)."
        return Problem(
            .identityKeyMismatch,
            "The key in \(quoted(keyFile)) does not belong to the certificate \(subject) in \(quoted(name)): the certificate's "
                + "public key is \(certificate.pin), the key's is \(key.pin).\(types) Nothing was sent.",
            remedy: "Give the certificate and the key that belong together."
        )
    }

    /// A certificate of ours whose signature is too weak to be loaded.
    ///
    /// - Parameters:
    ///   - number: of the certificate, 0 for the leaf.
    ///   - bits: the signature's strength, and `wanted` what the level demands.
    public static func identityWeakDigest(
        name: String,
        number: Int,
        subject: String,
        digest: String,
        bits: Int,
        level: Int,
        wanted: Int
    ) -> Problem {
        Problem(
            .identityWeakDigest,
            "Certificate \(number) (\(subject)) of \(quoted(name)) is signed with \(digest), worth \(bits) bits; security level "
                + "\(level) wants \(wanted). It is refused here; nothing was sent.",
            remedy: "Have the certificate issued again with SHA-256, or lower the level with --security-level."
        )
    }

    /// A key of ours that is too small to be loaded.
    public static func identityWeakKey(
        name: String,
        number: Int,
        subject: String,
        key: String,
        bits: Int,
        level: Int,
        wanted: Int
    ) -> Problem {
        Problem(
            .identityWeakKey,
            "Certificate \(number) (\(subject)) of \(quoted(name)) has a key \(key), worth \(bits) bits; security level \(level) "
                + "wants \(wanted). It is refused here; nothing was sent.",
            remedy: "Make a larger key (RSA 2048, EC P-256), or lower the level with --security-level."
        )
    }

    /// Several identities in a file, of which the first was taken unasked.
    public static func identityFirstOfMany(name: String, subjects: [String], fitting: [String]) -> Problem {
        Problem(
            .identityFirstOfMany,
            "\(quoted(name)) holds \(counted(subjects.count, "identity")): \(list(subjects)). The first was taken unasked"
                + (fitting.isEmpty ? "." : "; fitting here: \(list(fitting))."),
            remedy: "Choose by the issuers that the server names."
        )
    }
}
