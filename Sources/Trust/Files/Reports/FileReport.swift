import Diagnosis

/// What `certificate FILE` and `identity FILE` say about one file; its coded form is one element of `files`.
public struct FileReport: Hashable, Sendable, Codable {
    /// The file, as it was named.
    public var file: String
    /// How it is written; absent when it could not be read.
    public var format: FileFormat?
    /// The code that decided; absent when all is well.
    public var code: DiagnosisCode?
    /// All codes: the one that decided, then those of the remarks.
    public var codes: [DiagnosisCode]
    /// The sentence of what decided; absent when all is well.
    public var reason: String?
    /// What helps against it.
    public var remedy: String?
    /// What is odd and decides nothing.
    public var remarks: [Problem]
    /// What was skipped or converted, in plain words.
    public var notes: [String]
    /// The certificates, in the order of the file.
    public var certificates: [CertificateReport]
    /// Key pins of bare public keys.
    public var publicKeys: [String]
    /// The identities; absent for `certificate`.
    public var identities: [IdentityReport]?
    /// How a PKCS#12 container is made.
    public var container: PKCS12Facts?
    /// The chain that its certificates make up; absent where there is none.
    public var built: BuiltChain?
    /// Who opens a file of identities; absent for `certificate`, and where it is not known.
    public var opens: [FileOpener]?
    /// The file that was made of it; absent when nothing was written.
    public var written: WrittenFile?

    /// The report of a file of certificates.
    ///
    /// - Parameter file: the file as the user named it.
    public init(file: String, _ content: CertificateFile) {
        self.init(file: file, format: content.format, problem: content.problem, remarks: content.remarks)
        notes = content.notes
        certificates = content.presented.enumerated().map { CertificateReport(number: $0.offset, $0.element) }
        publicKeys = content.publicKeys.map(\.sha256.pin)
        built = content.built
    }

    /// The report of a file of identities.
    public init(file: String, _ content: IdentityFile) {
        self.init(file: file, format: content.format, problem: content.problem, remarks: content.remarks)
        notes = content.notes
        certificates = content.certificates.enumerated().map {
            CertificateReport(number: $0.offset, PresentedCertificate($0.element))
        }
        identities = content.identities.map { identity in
            IdentityReport(identity, certificate: content.certificates.firstIndex(of: identity.leaf))
        }
        container = content.container
        opens = content.openers.isEmpty ? nil : content.openers
    }

    private init(file: String, format: FileFormat?, problem: Problem?, remarks: [Problem]) {
        self.file = Sanitizer.line(file)
        self.format = format
        code = problem?.code
        codes = Problem.codes(problem, remarks)
        reason = problem?.sentence
        remedy = problem?.remedy
        self.remarks = remarks
        notes = []
        certificates = []
        publicKeys = []
        identities = nil
        container = nil
        built = nil
        opens = nil
        written = nil
    }

    /// Whether the file can be used.
    public var isUsable: Bool { code == nil }
}
