import COpenSSL
import Diagnosis
import Foundation

/// Reads revocation lists (RFC 5280 §5) out of a file: one in DER, or any number in PEM.
public enum RevocationLists {
    /// The lists of a file, each in DER, in its order.
    ///
    /// - Throws: `file.…` codes; `file.unrecognized` where it holds none.
    public static func read(_ file: FileSnapshot) throws(Problem) -> [[UInt8]] {
        let bytes = try file.content.get()
        let lists = isList(bytes) ? [bytes] : inArmor(String(decoding: bytes, as: UTF8.self)).filter(isList)
        guard lists.isEmpty else { return lists }
        throw .fileUnrecognized(
            name: file.name,
            length: bytes.count,
            first: Array(bytes.prefix(8)),
            tried: ["a revocation list in DER", "revocation lists in PEM"]
        )
    }

    private static func inArmor(_ text: String) -> [[UInt8]] {
        let label = "X509 CRL"
        return text.components(separatedBy: "-----END \(label)-----").compactMap {
            CertificateText.bytes(ofPEM: $0 + "-----END \(label)-----", label: label)
        }
    }

    private static func isList(_ bytes: [UInt8]) -> Bool {
        let list = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            return d2i_X509_CRL(nil, &position, buffer.count)
        }
        guard let list else {
            ERR_clear_error()
            return false
        }
        X509_CRL_free(list)
        return true
    }
}
