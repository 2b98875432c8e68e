import Diagnosis

/// Tells one kind of file by its bytes.
struct FileDetector: Sendable {
    /// The kind's name, as the list of kinds tried shows it.
    let kind: String
    /// What stands in the file; nil when it is not of this kind.
    let detect: @Sendable (FileInput) -> FileContent?

    /// Every kind, in the order in which they are tried.
    static let table: [FileDetector] = [
        FileDetector(kind: "Java key store", detect: JavaKeyStore.detect),
        FileDetector(kind: "HTML", detect: HTMLPage.detect),
        FileDetector(kind: "PEM", detect: PEMText.detect),
        FileDetector(kind: "X.509 certificate", detect: DERContent.detectCertificates),
        FileDetector(kind: "PKCS#12", detect: DERContent.detectPKCS12),
        FileDetector(kind: "PKCS#7", detect: DERContent.detectPKCS7),
        FileDetector(kind: "private key", detect: DERContent.detectPrivateKey),
        FileDetector(kind: "public key", detect: DERContent.detectPublicKey),
        FileDetector(kind: "certificate signing request", detect: DERContent.detectRequest),
        FileDetector(kind: "revocation list", detect: DERContent.detectRevocationList),
        FileDetector(kind: "cut or damaged certificate", detect: DERContent.detectDamagedCertificate),
        FileDetector(kind: "base64 of these", detect: Base64Text.detect),
    ]
}
