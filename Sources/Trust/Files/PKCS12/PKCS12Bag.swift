/// One entry of a container.
struct PKCS12Bag {
    enum Content {
        case certificate(PresentedCertificate)
        case key(PrivateKey)
        /// A key of a type that OpenSSL does not know.
        case unknownKey
        /// A key that is encrypted on its own: the DER encoding of an EncryptedPrivateKeyInfo.
        case encryptedKey(der: [UInt8], scheme: EncryptionScheme?)
        case revocationList
        case secret
        case other
    }

    let content: Content
    /// The friendly name, sanitised.
    let name: String?
    /// The attribute that ties a key to its certificate.
    let localKeyID: [UInt8]?
}
