import Foundation

extension Pin: Codable {
    /// Reads PEM, `sha256//BASE64`, or base64 of other bytes.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if text.hasPrefix("sha256//"), let data = Data(base64Encoded: String(text.dropFirst(8))),
            let digest = SHA256Digest(bytes: [UInt8](data))
        {
            self = .publicKey(digest)
        } else if let certificate = CertificateCache.shared.presented(text: text).certificate {
            self = .certificate(certificate)
        } else if let bytes = CertificateText.bytes(ofPEM: text) {
            self = .unusable(bytes)
        } else {
            self = .unusable([UInt8](Data(base64Encoded: text) ?? Data(text.utf8)))
        }
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .certificate(let certificate): try container.encode(CertificateText.pem(certificate.der))
        case .publicKey(let digest): try container.encode("sha256//" + Data(digest.bytes).base64EncodedString())
        case .unusable(let bytes): try container.encode(Data(bytes).base64EncodedString())
        }
    }
}
