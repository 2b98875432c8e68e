import Diagnosis
import Foundation

/// The files of an app's bundle, read once: what its client finds in them, and the identities that opened.
public struct AppBundle: Sendable {
    /// What each file gives, without secrets.
    public let snapshot: BundleSnapshot
    /// The identities of all containers that opened, in the order of the files and of the keys in them.
    public let identities: [Identity]

    /// Judges files as a client's code would read them: SecCertificateCreateWithData takes one DER certificate (bytes behind
    /// it do not matter), SecPKCS12Import a PKCS#12 container.
    ///
    /// - Parameters:
    ///   - files: the bundle's files; entries of folders that are no files are left out.
    ///   - options: the pass phrase that is in the app's code.
    public init(files: [FileSnapshot], options: IdentityFile.Options = IdentityFile.Options()) {
        var snapshot = BundleSnapshot()
        var identities: [Identity] = []
        for file in files {
            let (content, opened, statuses) = Self.judge(file, options: options)
            snapshot.files[file.name] = content
            if !statuses.isEmpty { snapshot.appleImports[file.name] = statuses }
            identities += opened
        }
        self.snapshot = snapshot
        self.identities = identities
    }

    /// Reads the files of a folder (not those of folders in it), by name, and judges them.
    ///
    /// - Throws: `file.missing` and the like when the folder cannot be read.
    public init(folder: String, options: IdentityFile.Options = IdentityFile.Options()) throws(Problem) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw FileReader.problem(error, path: folder)
        }
        let files = names.sorted().map { FileReader.read(folder + "/" + $0, isTyped: false) }.filter { file in
            if case .failure(let problem) = file.content { return problem.code != .fileNotRegular }
            return true
        }
        self.init(files: files, options: options)
    }

    private static func judge(_ file: FileSnapshot, options: IdentityFile.Options)
        -> (BundleSnapshot.Content, [Identity], [AppleImport])
    {
        guard case .success(let bytes) = file.content else {
            if case .failure(let problem) = file.content { return (.missing(problem), [], []) }
            return (.missing(.fileMissing(path: file.path)), [], [])
        }
        let content = FileContent(bytes: bytes, name: file.name)
        // Base64 that was decoded here is text to the client.
        let isBinary = bytes.first == 0x30
        if isBinary, content.format == .der, let first = content.certificates.first?.certificate {
            return (.certificate(first), [], [])
        }
        if isBinary, content.format == .pkcs12 {
            let opened = IdentityFile(file, options: options)
            if let problem = opened.problem { return (.locked(problem), [], opened.appleImport) }
            return (.identities(opened.identities.map(\.summary)), opened.identities, opened.appleImport)
        }
        let judged = CertificateFile(file, as: .pin)
        if let problem = judged.problem { return (.other(problem), [], []) }
        if content.format == .pem {
            return (
                .other(
                    .bundleIsPEM(
                        name: file.name,
                        certificates: judged.certificates.count,
                        command: FileCommand(file.path).firstInDER(content)
                    )
                ), [], []
            )
        }
        return (
            .other(judged.remarks.first ?? .bundleIsNoCertificate(name: file.name, what: content.format.title)), [], []
        )
    }
}
