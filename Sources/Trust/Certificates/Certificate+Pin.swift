import Foundation

extension Certificate {
    /// The key pin as curl and RFC 7469 write it: `sha256//BASE64`.
    public var publicKeyPin: String { publicKeySHA256.pinText }
}

extension SHA256Digest {
    /// `sha256//BASE64`
    var pinText: String { "sha256//" + Data(bytes).base64EncodedString() }
}
