import Diagnosis
import Foundation
import Trust

/// Certificates and pins in files of any format, with what is odd about the files.
public enum TrustFiles {
    /// What was read, and remarks that do not stop its use (`file.is-pem`).
    public struct Found<Value: Sendable>: Sendable {
        /// What was read.
        public let value: Value
        /// What is odd about it.
        public let remarks: [Problem]
    }

    /// The certificates of a file, as anchors.
    ///
    /// - Throws: `file.…` and `chain.malformed` codes.
    public static func certificates(in path: String) throws(Problem) -> Found<[Certificate]> {
        let file = CertificateFile(FileReader.read(path), as: .anchor)
        return Found(value: try file.usableCertificates(), remarks: file.remarks)
    }

    /// A chain as a server would present it, members that do not decode included.
    ///
    /// - Throws: `file.…` codes.
    public static func chain(in path: String) throws(Problem) -> Found<[PresentedCertificate]> {
        let file = CertificateFile(FileReader.read(path), as: .chain)
        if let problem = file.problem { throw problem }
        return Found(value: file.presented, remarks: file.remarks)
    }

    /// The pins that a text stands for: `sha256//BASE64`, or a file of certificates or public keys.
    ///
    /// - Throws: `pin.format` for a hash that is none, `file.…` codes.
    public static func pins(_ text: String) throws(Problem) -> Found<[Pin]> {
        if let slashes = text.range(of: "//"), !text.hasPrefix("/"), !text.hasPrefix("."),
            text[..<slashes.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
        {
            return Found(value: [try hash(text)], remarks: [])
        }
        let file = CertificateFile(FileReader.read(text), as: .pin)
        if let problem = file.problem { throw problem }
        return Found(value: file.pins, remarks: file.remarks)
    }

    private static func hash(_ text: String) throws(Problem) -> Pin {
        let prefix = "sha256//"
        guard text.hasPrefix(prefix) else {
            let digest = text.components(separatedBy: "//").first ?? ""
            throw .pinFormat(text, fault: "the digest is \(digest), and only sha256 is taken")
        }
        guard let data = Data(base64Encoded: String(text.dropFirst(prefix.count))) else {
            throw .pinFormat(text, fault: "what follows sha256// is no base64")
        }
        guard let digest = SHA256Digest(bytes: [UInt8](data)) else {
            throw .pinFormat(text, fault: "\(data.count) bytes, 32 wanted")
        }
        return .publicKey(digest)
    }
}
