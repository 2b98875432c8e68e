import Diagnosis
import Trust

/// What is in one file of identities, as `identity --json` prints it; never a key or a pass phrase.
public struct IdentityFileDocument: FileDocument {
    /// An identity: its leaf and what came with it.
    public struct Entry: Encodable, Sendable {
        /// The leaf's subject.
        public let subject: String
        /// The leaf, then the certificates that lead up from it, its issuer first.
        public let chain: [CertificateFacts]
    }

    /// The file as named on the command line, sanitised.
    public let file: String
    /// How it is written; nil when it could not be read.
    public let format: FileFormat?
    public let code: DiagnosisCode?
    public let codes: [DiagnosisCode]
    public let reason: String
    public let remedy: String?
    /// The identities in the order of their keys.
    public let identities: [Entry]
    /// Every certificate in the file.
    public let certificates: [CertificateFacts]
    /// How the PKCS#12 container is made; nil for other formats.
    public let container: PKCS12Facts?
    /// What is odd and does not stop its use.
    public let remarks: [Problem]
    /// What was skipped or converted, in plain words.
    public let notes: [String]

    /// The document of a file that was opened.
    public init(_ opened: IdentityFile, path: String) {
        file = Sanitizer.line(path)
        format = opened.format
        code = opened.problem?.code
        codes = opened.codes
        remedy = opened.problem?.remedy
        identities = opened.identities.map { identity in
            let members = ([identity.leaf] + identity.chain).map { PresentedCertificate($0) }
            return Entry(
                subject: identity.leaf.subject.text,
                chain: members.enumerated().map { CertificateFacts($1, at: $0) }
            )
        }
        certificates = opened.certificates.enumerated().map { CertificateFacts(PresentedCertificate($1), at: $0) }
        container = opened.container
        remarks = opened.remarks
        notes = opened.notes.map(Sanitizer.line)
        let count = identities.count
        reason =
            opened.problem?.sentence
            ?? (count == 1 ? "1 identity" : "\(count) identities") + (format.map { ", \($0.title)" } ?? "")
    }
}
