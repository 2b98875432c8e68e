/// What `--json` says of one identity in a file: everything but the key.
public struct IdentityReport: Hashable, Sendable, Codable {
    /// The friendly name; absent without one.
    public var name: String?
    /// The leaf's subject.
    public var subject: String
    /// The leaf's issuer.
    public var issuer: String
    /// The place of its certificate in the file, from 0.
    public var certificate: Int?
    /// SHA-256 of the leaf.
    public var leaf: SHA256Digest
    /// The further certificates of the file that lead up from it, by SHA-256, issuer first.
    public var chain: [SHA256Digest]
    /// Subjects of the chain, issuer first.
    public var chainSubjects: [String]
    /// Type and size of the key.
    public var key: String
    /// The key pin, `sha256//BASE64`.
    public var spki: String
    /// The issuer of the last certificate, where that is not self-issued: what the file lacks up to the root.
    public var missingIssuer: String?

    /// The report of an identity.
    ///
    /// - Parameter certificate: the place of its certificate in the file.
    public init(_ identity: Identity, certificate: Int?) {
        self.certificate = certificate
        name = identity.name
        subject = identity.leaf.subject.text
        issuer = identity.leaf.issuer.text
        leaf = identity.leaf.sha256
        chain = identity.chain.map(\.sha256)
        chainSubjects = identity.chain.map(\.subject.text)
        key = identity.leaf.key.description
        spki = identity.leaf.spkiPin
        let last = identity.chain.last ?? identity.leaf
        missingIssuer = last.isSelfIssued ? nil : last.issuer.text
    }
}
