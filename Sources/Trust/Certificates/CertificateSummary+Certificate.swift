extension CertificateSummary {
    /// What is shown of a certificate.
    ///
    /// - Parameters:
    ///   - role: `leaf`, `intermediate`, `root`; see `role(of:at:)`.
    ///   - anchor: `app`, `user`, `system` where it is an anchor.
    public init(certificate: Certificate, role: String, anchor: String? = nil) {
        self.init(
            subject: certificate.subject.text,
            issuer: certificate.issuer.text,
            sha256: certificate.sha256,
            spki: certificate.spkiPin,
            notBefore: certificate.notBefore,
            notAfter: certificate.notAfter,
            dnsNames: certificate.dnsNames,
            ipAddresses: certificate.ipAddressTexts,
            key: certificate.key.description,
            role: role,
            anchor: anchor
        )
    }

    /// What is shown of a presented certificate: of one that does not decode, its hash alone.
    public init(presented: PresentedCertificate, role: String, anchor: String? = nil) {
        if let certificate = presented.certificate {
            self.init(certificate: certificate, role: role, anchor: anchor)
        } else {
            self.init(
                subject: "",
                issuer: "",
                sha256: presented.sha256,
                spki: nil,
                notBefore: nil,
                notAfter: nil,
                dnsNames: [],
                ipAddresses: [],
                key: nil,
                role: role,
                anchor: anchor
            )
        }
    }

    /// A certificate's role by its place (0 is the leaf's) and its nature.
    public static func role(of certificate: Certificate?, at place: Int) -> String {
        guard place > 0, let certificate else { return place == 0 ? "leaf" : "intermediate" }
        return certificate.isSelfIssued ? "root" : "intermediate"
    }
}
