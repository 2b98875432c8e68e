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
        switch try Pin.parse(text) {
        case .publicKey(let digest): return Found(value: [.publicKey(digest)], remarks: [])
        case .file(let path):
            let file = CertificateFile(FileReader.read(path), as: .pin)
            if let problem = file.problem { throw problem }
            return Found(value: file.pins, remarks: file.remarks)
        }
    }
}
