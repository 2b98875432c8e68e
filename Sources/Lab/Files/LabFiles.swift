import Diagnosis
import Trust

/// Makes the contents of the files that the lab hands out.
struct LabFiles {
    /// A file's content, and what it was made of: two contents of one origin are the same file.
    struct Content {
        var bytes: [UInt8]
        var origin: String
    }

    let recipe: LabRecipe
    let pki: LabPKI

    /// The origin of a bundle file, without making it.
    func origin(of file: BundleFile) throws(Problem) -> String {
        switch file.content {
        case .certificate(let name, _): try pki.issued(name).certificate.sha256.hex
        case .identity(let name): try identityOrigin(name)
        }
    }

    /// The bytes of a bundle file.
    func bytes(of file: BundleFile) throws(Problem) -> [UInt8] {
        switch file.content {
        case .certificate(let name, let isPEM):
            let der = try pki.issued(name).certificate.der
            return isPEM ? Array(CertificateText.pem(der).utf8) : der
        case .identity(let name): return try pkcs12(name)
        }
    }

    /// An identity in PEM: its certificate, its chain and its key, without a pass phrase.
    func identityPEM(_ name: String) throws(Problem) -> [UInt8] {
        let identity = try identity(name)
        let issued = try pki.issued(.identity(name))
        var text = CertificateText.pem(issued.certificate.der)
        for certificate in try chain(identity) { text += CertificateText.pem(certificate.der) }
        return Array((text + issued.key.pem).utf8)
    }

    /// An identity as a PKCS#12 file.
    func pkcs12(_ name: String) throws(Problem) -> [UInt8] {
        let identity = try identity(name)
        let issued = try pki.issued(.identity(name))
        let bytes = PKCS12File.encode(
            leaf: issued.certificate,
            key: issued.key,
            chain: try chain(identity),
            name: issued.certificate.subject.shortText,
            passPhrase: identity.passPhrase,
            protection: identity.protection
        )
        guard let bytes else {
            throw Problem.labCannotIssue(
                at: recipe.identityPositions[name] ?? recipe.position,
                certificate: "identity \(name)",
                reason: "no PKCS#12 file can be made of it"
            )
        }
        return bytes
    }

    private func identityOrigin(_ name: String) throws(Problem) -> String {
        let identity = try identity(name)
        let certificates = [try pki.issued(.identity(name)).certificate] + (try chain(identity))
        let text = certificates.map(\.sha256.hex) + [identity.passPhrase, identity.protection.rawValue]
        return SHA256Digest(of: Array(text.joined(separator: "\n").utf8)).hex
    }

    private func identity(_ name: String) throws(Problem) -> IdentityRecipe {
        if let identity = recipe.identities[name] { return identity }
        throw Problem.labCannotIssue(at: recipe.position, certificate: "identity \(name)", reason: "there is none")
    }

    private func chain(_ identity: IdentityRecipe) throws(Problem) -> [Certificate] {
        var result: [Certificate] = []
        for name in identity.chain { result.append(try pki.issued(.authority(name)).certificate) }
        return result
    }
}
