import Trust

/// A certificate of the lab with its private key.
struct IssuedCertificate: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    /// Certificate and key in PEM, the certificate first, the way the PKI's files hold them.
    var pem: String { CertificateText.pem(certificate.der) + key.pem }
}
