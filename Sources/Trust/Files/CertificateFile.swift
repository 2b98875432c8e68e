import Diagnosis
import Foundation

/// What is in a file that was to hold certificates: any format, told by content.
public struct CertificateFile: Sendable {
    /// What the file is wanted for.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// To look at.
        case certificate
        /// To pin: a certificate, or a bare public key.
        case pin
        /// To trust.
        case anchor
        /// To be judged as a chain: a member that does not decode stays in it.
        case chain
    }

    /// A public key without a certificate.
    public struct PublicKey: Hashable, Sendable {
        /// The DER encoding of its SubjectPublicKeyInfo.
        public let publicKeyInfo: [UInt8]
        /// SHA-256 of it: what key pins compare.
        public let sha256: SHA256Digest
    }

    /// The file's name, without its folder.
    public let name: String
    /// How it is written; nil when it could not be read.
    public let format: FileFormat?
    /// The certificates, in the order of the file; members that do not decode among them.
    public let presented: [PresentedCertificate]
    /// Bare public keys.
    public let publicKeys: [PublicKey]
    /// What is odd and does not stop its use: `file.is-pem`, `file.bad-armor`, dates and weaknesses.
    public let remarks: [Problem]
    /// What was skipped or converted, and what else stands in it, in plain words.
    public let notes: [String]
    /// Why it cannot be used in this role; nil when it can.
    public let problem: Problem?

    /// Judges a file by its bytes.
    ///
    /// - Parameters:
    ///   - role: what it is wanted for.
    ///   - date: the time at which dates are looked at (for the role `certificate`); nil looks at none.
    public init(_ snapshot: FileSnapshot, as role: Role = .certificate, at date: Date? = nil) {
        name = snapshot.name
        switch snapshot.content {
        case .failure(let problem):
            format = nil
            presented = []
            publicKeys = []
            remarks = []
            notes = []
            self.problem = problem
        case .success(let bytes):
            var judgement = CertificateFileJudgement(snapshot: snapshot, bytes: bytes, role: role, date: date)
            judgement.run()
            format = judgement.content.format
            presented = judgement.content.certificates
            publicKeys = judgement.publicKeys
            remarks = judgement.remarks
            notes = judgement.content.notes
            problem = judgement.problem
        }
    }

    /// The certificates that decode, in the order of the file.
    public var certificates: [Certificate] { presented.compactMap(\.certificate) }

    /// The certificates that decode, or why the file cannot be used.
    ///
    /// - Throws: `problem`.
    public func usableCertificates() throws(Problem) -> [Certificate] {
        if let problem { throw problem }
        return certificates
    }

    /// The chain that they make up, where every member decodes.
    public var built: BuiltChain? {
        let certificates = certificates
        return certificates.count == presented.count ? BuiltChain(certificates) : nil
    }

    /// The code that decided, then those of the remarks, each once.
    public var codes: [DiagnosisCode] { Problem.codes(problem, remarks) }

    /// As pins: each certificate, each bare public key.
    public var pins: [Pin] { certificates.map { .certificate($0) } + publicKeys.map { .publicKey($0.sha256) } }
}

extension Problem {
    /// The codes of what decided and of the remarks, each once, in that order.
    static func codes(_ problem: Problem?, _ remarks: [Problem]) -> [DiagnosisCode] {
        var codes: [DiagnosisCode] = []
        for code in ([problem].compactMap(\.self) + remarks).map(\.code) where !codes.contains(code) {
            codes.append(code)
        }
        return codes
    }
}
