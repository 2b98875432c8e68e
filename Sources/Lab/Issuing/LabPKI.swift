import Diagnosis
import Foundation
import Synchronization
import Trust

/// The lab's keys and certificates: each is read from the folder, or issued and put there, when it is first wanted.
///
/// A certificate is issued anew when its recipe or its issuer has changed, or before it ends; it keeps its key then,
/// so that a pin on the key goes on to hold.
final class LabPKI: Sendable {
    private let recipe: LabRecipe
    private let folder: PrivateFolder
    private let now: @Sendable () -> Date
    private let surroundings: Surroundings
    private let issued = Mutex<[EntryName: IssuedCertificate]>([:])

    /// What certificates say about where the lab runs.
    struct Surroundings: Sendable {
        /// What stands for `{files}` in addresses: `http://127.0.0.1:9560`.
        var files = ""
        /// Names and addresses that every right server certificate bears beside its own.
        var names: [GeneralName] = []
    }

    /// A PKI in a folder; nothing is read or written yet.
    ///
    /// - Parameter now: the time of issue, and the time that ends are compared with.
    init(
        recipe: LabRecipe,
        folder: PrivateFolder,
        surroundings: Surroundings = Surroundings(),
        now: @escaping @Sendable () -> Date
    ) {
        self.recipe = recipe
        self.folder = folder
        self.surroundings = surroundings
        self.now = now
    }

    /// The time of the lab's own clock.
    var time: Date { now() }

    /// A certificate of the recipe with its key. Blocks while others are issued; RSA keys take their time.
    func issued(_ name: EntryName) throws(Problem) -> IssuedCertificate {
        // A typed throw does not pass the lock as it stands.
        let result: Result<IssuedCertificate, Problem> = issued.withLock { cache in
            do throws(Problem) {
                return .success(try obtain(name, &cache))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private typealias Cache = [EntryName: IssuedCertificate]

    private func obtain(_ name: EntryName, _ cache: inout Cache) throws(Problem) -> IssuedCertificate {
        if let known = cache[name] { return known }
        var entry = try recipe.entry(name)
        entry.certificate = surroundings.applied(to: entry.certificate)
        let file = fileName(name, entry.certificate)
        var issuer: IssuedCertificate?
        if case .authority(let authority) = entry.certificate.issuer {
            issuer = try obtain(.authority(authority), &cache)
        }
        var shared: PrivateKey?
        if let other = entry.certificate.sameKeyAs { shared = try obtain(other, &cache).key }
        let wanted = Wanted(entry: entry, issuer: issuer, sharedKey: shared, now: Int64(now().timeIntervalSince1970))

        if let stored = read(file), stored.fits(wanted) {
            cache[name] = stored.issued
            return stored.issued
        }
        let result = try folder.whileLocked { () throws(Problem) in
            let stored = read(file)
            if let stored, stored.fits(wanted) { return stored.issued }
            let new = try issue(wanted, keeping: stored)
            try write(new, file, wanted)
            return new
        }
        cache[name] = result
        return result
    }

    private func issue(_ wanted: Wanted, keeping stored: Stored?) throws(Problem) -> IssuedCertificate {
        let certificate = wanted.entry.certificate
        var kept = wanted.sharedKey
        if kept == nil, let stored, stored.hasKey(certificate.key) { kept = stored.issued.key }
        guard let key = kept ?? PrivateKey.generate(certificate.key) else {
            throw Problem.labCannotIssue(
                at: wanted.entry.position,
                certificate: wanted.entry.title,
                reason: "no such key can be made"
            )
        }
        let authority = CertificateAuthority(certificate: wanted.issuer?.certificate, key: wanted.issuer?.key ?? key)
        do {
            let issued = try authority.issue(certificate, for: key, at: wanted.now)
            return IssuedCertificate(certificate: issued, key: key)
        } catch {
            throw Problem.labCannotIssue(
                at: wanted.entry.position,
                certificate: wanted.entry.title,
                reason: error.reason
            )
        }
    }

    // MARK: Files

    /// Certificates with names from outside have files of their own: those of the loopback stay as they are, and with
    /// them the pins that were taken of them.
    private func fileName(_ name: EntryName, _ certificate: CertificateRecipe) -> String {
        guard !surroundings.names.isEmpty, certificate.names.contains(surroundings.names[0]) else {
            return name.fileName + ".pem"
        }
        let digest = SHA256Digest(of: Array("\(surroundings.names)".utf8)).hex
        return "\(name.fileName)-for-\(digest.prefix(8)).pem"
    }

    private func read(_ file: String) -> Stored? {
        guard let bytes = folder.read(file) else { return nil }
        return Stored(text: String(decoding: bytes, as: UTF8.self))
    }

    private func write(_ new: IssuedCertificate, _ file: String, _ wanted: Wanted) throws(Problem) {
        let text = """
            # \(wanted.entry.title), issued \(UTC.text(Date(timeIntervalSince1970: TimeInterval(wanted.now))))
            \(Stored.recipeLabel)\(wanted.recipeDigest)
            \(new.pem)
            """
        try folder.write(file, Array(text.utf8))
    }
}

extension LabPKI.Surroundings {
    /// The recipe of a certificate with the lab's own addresses and names in it.
    fileprivate func applied(to certificate: CertificateRecipe) -> CertificateRecipe {
        var result = certificate.replacing(["files": files])
        if result.names.contains(.dns("localhost")) { result.names += names.filter { !result.names.contains($0) } }
        return result
    }
}

/// What a certificate has to be now.
private struct Wanted {
    let entry: LabRecipe.Entry
    let issuer: IssuedCertificate?
    let sharedKey: PrivateKey?
    let now: Int64

    var recipeDigest: String { SHA256Digest(of: Array(entry.certificate.canonicalText.utf8)).hex }
}

/// What a file of the PKI holds.
private struct Stored {
    static let recipeLabel = "# recipe "

    let issued: IssuedCertificate
    private let recipeDigest: String

    init?(text: String) {
        guard let der = CertificateText.bytes(ofPEM: text), let certificate = try? Certificate(der: der),
            let key = PrivateKey(pem: text), key.publicKeyInfo == certificate.publicKeyInfo
        else { return nil }
        issued = IssuedCertificate(certificate: certificate, key: key)
        let line = text.split(separator: "\n").first { $0.hasPrefix(Self.recipeLabel) }
        recipeDigest = String(line?.dropFirst(Self.recipeLabel.count) ?? "")
    }

    func fits(_ wanted: Wanted) -> Bool {
        let certificate = issued.certificate
        let issuer = wanted.issuer?.certificate ?? certificate
        let last = Int64(certificate.notAfter.timeIntervalSince1970)
        let renewal = wanted.entry.certificate.validity.renewal(ofOneEnding: last) ?? .max
        return recipeDigest == wanted.recipeDigest && wanted.now < renewal
            && certificate.issuer.der == issuer.subject.der
            && certificate.authorityKeyIdentifier == issuer.subjectKeyIdentifier
            && wanted.sharedKey.map { $0.publicKeyInfo == certificate.publicKeyInfo } ?? true
    }

    /// Whether its key is of the kind that the recipe wants.
    func hasKey(_ kind: CertificateRecipe.Key) -> Bool {
        let key = issued.certificate.key
        return switch kind {
        case .curve(let name): key.algorithm == "EC" && key.curve == name
        case .rsa(let bits): key.algorithm == "RSA" && key.bits == bits
        }
    }
}
