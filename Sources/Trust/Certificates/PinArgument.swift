import Diagnosis
import Foundation

/// What `--pin` and a configuration name: a hash, or a file.
public enum PinArgument: Hashable, Sendable {
    /// The hash of a public key.
    case publicKey(SHA256Digest)
    /// A path to a file that holds certificates or public keys.
    case file(String)
}

extension Pin {
    /// Reads a pin as typed.
    ///
    /// Whatever looks like a hash and is not `sha256//` with 44 characters of base64 is an error, never a file name.
    ///
    /// - Throws: `pin.format`, with what is wrong.
    public static func parse(_ text: String) throws(Problem) -> PinArgument {
        if text.isEmpty { throw .pinFormat("\"\"", fault: "it is empty") }
        if let digest = text.split(separator: "sha256//", maxSplits: 1, omittingEmptySubsequences: false).last,
            text.hasPrefix("sha256//")
        {
            return .publicKey(try hash(String(digest), of: text))
        }
        if let prefix = hashPrefix(text) {
            throw .pinFormat(Problem.shortened(text), fault: "the prefix is \(prefix), sha256// is wanted")
        }
        if let digest = SHA256Digest(hex: text.filter { $0 != ":" }) {
            throw .pinFormat(
                Problem.shortened(text),
                fault: "it is a hash in hexadecimal; as a pin of a public key it would be \(digest.pin)"
            )
        }
        if text.utf8.count == 44, text.hasSuffix("="), Data(base64Encoded: text)?.count == 32 {
            throw .pinFormat(text, fault: "the prefix is missing: sha256//\(text)")
        }
        return .file(text)
    }

    private static func hash(_ base64: String, of text: String) throws(Problem) -> SHA256Digest {
        let shown = Problem.shortened(text)
        guard let bytes = Data(base64Encoded: base64) else {
            let wrong = base64.unicodeScalars.first { !isBase64($0) }
            let fault =
                wrong.map { "\"\($0)\" is no character of base64" }
                ?? "\(base64.utf8.count) characters of base64 do not decode, 44 are wanted"
            throw .pinFormat(shown, fault: fault)
        }
        guard let digest = SHA256Digest(bytes: [UInt8](bytes)) else {
            throw .pinFormat(shown, fault: "\(bytes.count) byte\(bytes.count == 1 ? "" : "s"), 32 wanted")
        }
        return digest
    }

    private static func isBase64(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "+", "/", "=": true
        default: false
        }
    }

    /// The part before a hash that other programs write: `sha1//`, `sha256/`, `pin-sha256=`, `SHA256:`.
    private static func hashPrefix(_ text: String) -> String? {
        let lowercased = text.lowercased()
        let name = lowercased.hasPrefix("pin-") ? lowercased.dropFirst(4) : lowercased[...]
        guard name.hasPrefix("sha") || name.hasPrefix("md5") else { return nil }
        let letters = name.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        let separators = name.dropFirst(letters.count).prefix { "/:=\"".contains($0) }
        let digests = ["sha1", "sha-1", "sha224", "sha256", "sha-256", "sha384", "sha-384", "sha512", "sha-512", "md5"]
        guard !separators.isEmpty, digests.contains(String(letters)) else { return nil }
        return String(text.prefix(text.count - name.count + letters.count + separators.count))
    }
}
