import Diagnosis
import Foundation

/// Base64 of a DER file, without armor.
enum Base64Text {
    static func detect(_ input: FileInput) -> FileContent? {
        let characters = input.text.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        // Every DER file begins with 30, its base64 with M.
        guard characters.count >= 16, characters.first == UInt8(ascii: "M"), let bytes = decode(characters) else {
            return nil
        }
        let inner = FileInput(bytes: bytes, name: input.name, isDecoded: true)
        let detectors = [
            DERContent.detectCertificates, DERContent.detectPKCS12, DERContent.detectPKCS7, DERContent.detectPrivateKey,
            DERContent.detectPublicKey, DERContent.detectRequest, DERContent.detectDamagedCertificate,
        ]
        for detect in detectors {
            guard var content = detect(inner) else { continue }
            if content.format == .pkcs12 {
                content.remarks.insert(.p12Base64(name: input.name), at: 0)
            } else if content.problem == nil {
                let command = FileCommand(input.name).armored(content)
                content.remarks.insert(
                    .fileWithoutArmor(name: input.name, what: content.format.title, command: command),
                    at: 0
                )
            }
            content.isOdd = true
            content.notes.append("base64 text decoded")
            return content
        }
        return nil
    }

    /// Decodes base64 of which the padding may be missing; nil for anything else. Both alphabets of RFC 4648 count.
    static func decode(_ characters: some Collection<UInt8>) -> [UInt8]? {
        var text = characters.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        if text.count % 4 == 1 { return nil }
        text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - text.count % 4) % 4))
        return Data(base64Encoded: Data(text)).map { [UInt8]($0) }
    }
}
