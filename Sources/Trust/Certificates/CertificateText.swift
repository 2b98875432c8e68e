import Foundation

/// PEM armour around one certificate or CRL, for JSON.
public enum CertificateText {
    /// A block around DER bytes.
    public static func pem(_ der: [UInt8], label: String = "CERTIFICATE") -> String {
        let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }

    /// The bytes inside the first block of that label; nil where there is no such block or no base64 in it.
    package static func bytes(ofPEM text: String, label: String = "CERTIFICATE") -> [UInt8]? {
        guard let begin = text.range(of: "-----BEGIN \(label)-----"),
            let end = text.range(of: "-----END \(label)-----", range: begin.upperBound..<text.endIndex),
            let data = Data(
                base64Encoded: String(text[begin.upperBound..<end.lowerBound]),
                options: .ignoreUnknownCharacters
            )
        else { return nil }
        return [UInt8](data)
    }

    /// The certificate of a block; nil where there is none that decodes.
    public static func certificate(_ pem: String) -> Certificate? {
        bytes(ofPEM: pem).flatMap { try? Certificate(der: $0) }
    }

    static func decodeOne(_ pem: String, _ path: [any CodingKey]) throws -> Certificate {
        guard let der = bytes(ofPEM: pem), let certificate = try? Certificate(der: der) else {
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no certificate in PEM"))
        }
        return certificate
    }
}
