/// Short names of the object identifiers that people meet in certificates.
enum ObjectIdentifierName {
    /// `serverAuth` for `1.3.6.1.5.5.7.3.1`; an unknown identifier stays as it is.
    static func name(_ identifier: String) -> String { names[identifier] ?? identifier }

    private static let names = [
        "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth", "1.3.6.1.5.5.7.3.3": "codeSigning",
        "1.3.6.1.5.5.7.3.4": "emailProtection", "1.3.6.1.5.5.7.3.8": "timeStamping", "1.3.6.1.5.5.7.3.9": "OCSPSigning",
        "2.5.29.37.0": "anyExtendedKeyUsage", "1.3.6.1.4.1.311.20.2.2": "smartcardLogon",
        "1.3.6.1.4.1.311.10.3.4": "encryptedFileSystem", "1.2.840.113635.100.4.1": "appleCodeSigning",
        "1.3.6.1.4.1.311.10.3.3": "microsoftServerGatedCrypto", "2.16.840.1.113730.4.1": "netscapeServerGatedCrypto",
    ]
}
