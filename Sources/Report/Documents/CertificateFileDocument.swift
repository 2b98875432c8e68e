import Diagnosis
import Trust

/// What is in one file of certificates, as `certificate --json` prints it.
public struct CertificateFileDocument: FileDocument {
    /// A bare public key.
    public struct Key: Encodable, Sendable {
        /// The key pin, `sha256//BASE64`.
        public let spki: String
    }

    /// The file as named on the command line, sanitised.
    public let file: String
    /// How it is written; nil when it could not be read.
    public let format: FileFormat?
    public let code: DiagnosisCode?
    public let codes: [DiagnosisCode]
    public let reason: String
    public let remedy: String?
    /// The certificates in the order of the file.
    public let certificates: [CertificateFacts]
    /// Bare public keys.
    public let publicKeys: [Key]
    /// What is odd and does not stop its use.
    public let remarks: [Problem]
    /// What was skipped or converted, in plain words.
    public let notes: [String]

    /// The document of a file that was judged.
    public init(_ judged: CertificateFile, path: String) {
        file = Sanitizer.line(path)
        format = judged.format
        code = judged.problem?.code
        codes = judged.codes
        remedy = judged.problem?.remedy
        certificates = judged.presented.enumerated().map { CertificateFacts($1, at: $0) }
        publicKeys = judged.publicKeys.map { Key(spki: $0.sha256.pin) }
        remarks = judged.remarks
        notes = judged.notes.map(Sanitizer.line)
        reason = judged.problem?.sentence ?? Self.content(certificates.count, publicKeys.count, judged.format)
    }

    private static func content(_ certificates: Int, _ keys: Int, _ format: FileFormat?) -> String {
        var parts: [String] = []
        if certificates > 0 { parts.append(certificates == 1 ? "1 certificate" : "\(certificates) certificates") }
        if keys > 0 { parts.append(keys == 1 ? "1 public key" : "\(keys) public keys") }
        return parts.joined(separator: " and ") + (format.map { ", \($0.title)" } ?? "")
    }
}
