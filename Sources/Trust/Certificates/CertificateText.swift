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
        let bytes = Array(text.utf8)
        guard let begin = range(of: "-----BEGIN \(label)-----", in: bytes[...]),
            let end = range(of: "-----END \(label)-----", in: bytes[begin.upperBound...]),
            let data = Data(
                base64Encoded: Data(bytes[begin.upperBound..<end.lowerBound]),
                options: .ignoreUnknownCharacters
            )
        else { return nil }
        return [UInt8](data)
    }

    /// Where a marker, which begins with a hyphen, occurs first; nil where it does not.
    private static func range(of marker: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let marker = Array(marker.utf8)
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: 0x2d), found + marker.count <= bytes.endIndex {
            let range = found..<found + marker.count
            if bytes[range].elementsEqual(marker) { return range }
            start = found + 1
        }
        return nil
    }

    /// The certificate of a block; nil where there is none that decodes.
    public static func certificate(_ pem: String) -> Certificate? {
        bytes(ofPEM: pem).flatMap { try? Certificate(der: $0) }
    }

    static func decodeOne(_ pem: String, _ path: [any CodingKey]) throws -> Certificate {
        guard let certificate = CertificateCache.shared.presented(text: pem).certificate else {
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no certificate in PEM"))
        }
        return certificate
    }
}
