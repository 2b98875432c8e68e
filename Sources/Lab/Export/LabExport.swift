import Diagnosis
import Foundation
import Trust

/// Writes the lab's certificates, keys and identities for other programs into a folder, with snippets that serve them.
///
/// Nothing is overwritten: the folder must not exist, or hold none of the files.
public struct LabExport: Sendable {
    /// A file of the export.
    struct File {
        var name: String
        var bytes: [UInt8]
        /// Whether it holds a private key: then it is for the user alone.
        var isSecret = false
    }

    private let folder: String
    private let files: [File]

    /// Makes everything that is written, and writes nothing yet.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - Throws: `option.value` for a path that cannot stand in the servers' files, `config.key` for what cannot be issued.
    public init(_ configuration: LabServer.Configuration, to path: String) throws(Problem) {
        folder = URL(fileURLWithPath: path).standardizedFileURL.path
        // In nginx's and Apache's files these have a meaning even between quotes.
        guard !folder.contains(where: { "\"\\$%{}\n\r".contains($0) }) else {
            throw .labExportImpossible(
                path: folder,
                reason: "quotes, backslashes, $, %, { and } cannot stand in its path"
            )
        }
        var problems: [Problem] = []
        let place = try LabPlace(configuration, problems: &problems)
        let pki = LabPKI(
            recipe: configuration.recipe,
            folder: place.pki,
            surroundings: LabPKI.Surroundings(names: configuration.outsideNames),
            now: configuration.now
        )
        files = try Content(recipe: configuration.recipe, pki: pki, folder: folder).files()
    }

    /// Writes the files.
    ///
    /// - Returns: their paths, in the order written.
    /// - Throws: `option.value` when one is there already or cannot be written; what was written before stays.
    public func write() throws(Problem) -> [String] {
        for file in files where access(path(file), F_OK) == 0 {
            throw .labExportImpossible(path: path(file), reason: "it is there already, and nothing is overwritten")
        }
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw .labExportImpossible(path: folder, reason: String(cString: strerror(errno)))
        }
        for file in files { try write(file) }
        return files.map(path)
    }

    private func path(_ file: File) -> String { folder + "/" + file.name }

    private func write(_ file: File) throws(Problem) {
        let descriptor = open(path(file), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.isSecret ? 0o600 : 0o644)
        guard descriptor >= 0 else {
            throw .labExportImpossible(path: path(file), reason: String(cString: strerror(errno)))
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: Data(file.bytes))
        } catch {
            throw .labExportImpossible(path: path(file), reason: "it cannot be written to its end")
        }
    }
}

extension LabExport {
    /// What is in the files.
    struct Content {
        let recipe: LabRecipe
        let pki: LabPKI
        let folder: String

        /// The pass phrase of every PKCS#12 file that is written here for servers.
        static let passPhrase = "lab"

        func files() throws(Problem) -> [File] {
            let root = try pki.issued(.authority("root")).certificate
            let intermediate = try pki.issued(.authority("intermediate")).certificate
            let publicRoot = try pki.issued(.authority("public-root")).certificate
            let server = try pki.issued(.server("good"))
            let maker = LabFiles(recipe: recipe, pki: pki)
            var files = [
                text("root.pem", CertificateText.pem(root.der)),
                File(name: "root.cer", bytes: root.der),
                text("root.mobileconfig", ConfigurationProfile.text(installing: root)),
                text("public-root.pem", CertificateText.pem(publicRoot.der)),
                text("clients-ca.pem", CertificateText.pem(root.der) + CertificateText.pem(intermediate.der)),
                File(name: "server.der", bytes: server.certificate.der),
                File(name: "server.cer", bytes: server.certificate.der),
                File(name: "custom.der", bytes: root.der),
                text("server.pem", CertificateText.pem(server.certificate.der) + CertificateText.pem(intermediate.der)),
                File(name: "server.key", bytes: Array(server.key.pem.utf8), isSecret: true),
                text("server.csr", try made(SigningRequest.pem(like: server), "server.csr")),
                File(name: "server.p12", bytes: try serverStore(server, intermediate), isSecret: true),
                File(name: "truststore.p12", bytes: try trustStore([root, intermediate])),
            ]
            for name in recipe.identityNames {
                files.append(File(name: "\(name).p12", bytes: try maker.pkcs12(name), isSecret: true))
            }
            if recipe.identities["client"] != nil {
                files.append(File(name: "client.pem", bytes: try maker.identityPEM("client"), isSecret: true))
                let client = try pki.issued(.identity("client"))
                files.append(text("client.csr", try made(SigningRequest.pem(like: client), "client.csr")))
            }
            let snippets = ServerSnippets(folder: folder, passPhrase: Self.passPhrase)
            files += [
                text("tomcat-server.xml", snippets.tomcat), text("nginx.conf", snippets.nginx),
                text("apache.conf", snippets.apache),
                text(
                    "README.md",
                    ExportReadMe(recipe: recipe, folder: folder, names: server.certificate.dnsNames).text
                ),
            ]
            return files
        }

        private func text(_ name: String, _ text: String) -> File { File(name: name, bytes: Array(text.utf8)) }

        private func serverStore(_ server: IssuedCertificate, _ issuer: Certificate) throws(Problem) -> [UInt8] {
            let bytes = PKCS12File.encode(
                leaf: server.certificate,
                key: server.key,
                chain: [issuer],
                name: "server",
                passPhrase: Self.passPhrase,
                protection: .aes
            )
            return try made(bytes, "server.p12")
        }

        private func trustStore(_ certificates: [Certificate]) throws(Problem) -> [UInt8] {
            try made(PKCS12File.encodeTrusted(certificates, passPhrase: Self.passPhrase), "truststore.p12")
        }

        private func made<Made>(_ made: Made?, _ name: String) throws(Problem) -> Made {
            if let made { return made }
            throw Problem.labCannotIssue(at: recipe.position, certificate: name, reason: "OpenSSL does not write it")
        }
    }
}
