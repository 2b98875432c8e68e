import Foundation

/// One way to turn a pass phrase into the bytes that a key is derived from.
///
/// OpenSSL takes UTF-8 and makes the UTF-16 of PKCS#12's own derivation of it; PBES2 takes the bytes as they are.
struct PassPhraseForm: Sendable {
    /// For people, complete: `UTF-8`, `each UTF-8 byte widened to 16 bits`.
    let name: String
    /// Whether the pass phrase is none at all, which PKCS#12 tells from an empty one.
    let isNull: Bool
    private let secret: SecretBytes

    init(_ name: String, _ bytes: [UInt8], isNull: Bool = false) {
        self.name = name
        self.isNull = isNull
        secret = SecretBytes(bytes)
    }

    /// Lends the bytes and their number; no pointer for none at all.
    func withCString<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
        guard !isNull else { return body(nil, 0) }
        var bytes = secret.copy()
        defer { SecretBytes.wipe(&bytes) }
        bytes.append(0)
        return bytes.withUnsafeBytes { buffer in
            body(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count - 1))
        }
    }

    /// An empty pass phrase as two zero bytes of UTF-16.
    static let empty = PassPhraseForm("the empty pass phrase as two zero bytes", [])
    /// No pass phrase: nothing goes into the derivation.
    static let none = PassPhraseForm("the empty pass phrase as nothing", [], isNull: true)

    /// The form in which new files are written.
    static func standard(_ passPhrase: PassPhrase) -> PassPhraseForm {
        var bytes = passPhrase.bytes
        defer { SecretBytes.wipe(&bytes) }
        return bytes.isEmpty ? .empty : PassPhraseForm("as given", bytes)
    }

    /// The forms for PKCS#12's own derivation, the standard's first.
    static func utf16(_ passPhrase: PassPhrase?) -> [PassPhraseForm] {
        guard let passPhrase, !passPhrase.isEmpty else { return [.empty, .none] }
        var forms = text(passPhrase, standard: "UTF-16")
        var bytes = passPhrase.bytes
        defer { SecretBytes.wipe(&bytes) }
        if bytes.contains(where: { $0 >= 0x80 }) {
            let widened = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            forms.append(PassPhraseForm("each UTF-8 byte widened to 16 bits", Array(widened.utf8)))
        }
        return forms
    }

    /// The forms for PBES2 and PKCS#5, the standard's first.
    static func bytes(_ passPhrase: PassPhrase?) -> [PassPhraseForm] {
        guard let passPhrase, !passPhrase.isEmpty else {
            return [.empty, PassPhraseForm("the empty pass phrase as two zero bytes", [0, 0])]
        }
        var forms = text(passPhrase, standard: "UTF-8")
        var bytes = passPhrase.bytes
        defer { SecretBytes.wipe(&bytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return forms }
        if bytes.contains(where: { $0 >= 0x80 }) {
            let composed = text.precomposedStringWithCanonicalMapping.unicodeScalars
            if composed.allSatisfy({ $0.value <= 0xFF }) {
                forms.append(PassPhraseForm("Latin-1", composed.map { UInt8(truncatingIfNeeded: $0.value) }))
            }
        }
        let wide = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        forms.append(PassPhraseForm("UTF-16BE", wide))
        forms.append(PassPhraseForm("UTF-16BE with a zero at its end", wide + [0, 0]))
        return forms
    }

    /// As given, then composed and decomposed where that differs.
    private static func text(_ passPhrase: PassPhrase, standard: String) -> [PassPhraseForm] {
        var bytes = passPhrase.bytes
        defer { SecretBytes.wipe(&bytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            // Typed in a terminal without UTF-8: OpenSSL reads it as Latin-1.
            return [PassPhraseForm("the bytes as given (no UTF-8)", bytes)]
        }
        var forms = [PassPhraseForm(standard, bytes)]
        let composed = Array(text.precomposedStringWithCanonicalMapping.utf8)
        if composed != bytes { forms.append(PassPhraseForm("\(standard) of composed characters (NFC)", composed)) }
        let decomposed = Array(text.decomposedStringWithCanonicalMapping.utf8)
        if decomposed != bytes {
            forms.append(PassPhraseForm("\(standard) of decomposed characters (NFD)", decomposed))
        }
        return forms
    }
}
