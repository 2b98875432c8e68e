import Diagnosis
import Foundation
import Trust

/// Pins as a person reads and types them, a word each: `sha256//BASE64`, `certificate:HEX`, a file of the bundle, a path.
public enum PinWords {
    /// The words of some pins. A certificate is named by its SHA-256: it stands for the pin that is there already.
    public static func text(of pins: [Pin]) -> String { pins.map(word).joined(separator: " ") }

    static func word(_ pin: Pin) -> String {
        switch pin {
        case .certificate(let certificate): certificatePrefix + certificate.sha256.hex.prefix(16)
        case .publicKey(let digest): digest.pin
        case .unusable(let bytes): unusablePrefix + String(decoding: bytes.prefix(64), as: UTF8.self)
        }
    }

    /// The pin among some that a word stands for; nil for one that has to be read.
    static func known(_ word: String, among pins: [Pin]) -> Pin? { pins.first { self.word($0) == word } }

    static let certificatePrefix = "certificate:"
    private static let unusablePrefix = "unusable:"
}

extension Bench {
    /// The pins that a line of words stands for.
    ///
    /// - Parameter old: the pins that `certificate:` words name.
    /// - Throws: `pin.format`, `file.…` codes, with the word at fault.
    public func pins(_ words: String, keeping old: [Pin]) throws(Problem) -> [Pin] {
        var pins: [Pin] = []
        for word in words.split(separator: " ").map(String.init) {
            if let known = PinWords.known(word, among: old) {
                pins.append(known)
                continue
            }
            if word.hasPrefix(PinWords.certificatePrefix) {
                throw .pinFormat(word, fault: "no pin of this policy is that certificate; name its file")
            }
            let inBundle = preparer.resolve(word)
            let path = FileManager.default.fileExists(atPath: inBundle) ? inBundle : word
            pins += try TrustFiles.pins(word.hasPrefix("sha") ? word : path).value
        }
        return pins
    }
}
