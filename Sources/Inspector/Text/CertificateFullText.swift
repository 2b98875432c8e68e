import Trust

/// Everything that is known of a certificate, one fact a line.
enum CertificateFullText {
    static func text(_ certificate: Certificate) -> String {
        var facts: [(String, String)] = [
            ("subject", certificate.subject.text),
            ("issuer", certificate.issuer.text),
            ("serial", certificate.serialNumber),
            ("not before", Words.day(certificate.notBefore)),
            ("not after", Words.day(certificate.notAfter)),
            ("key", certificate.key.description),
            ("signature", certificate.signatureAlgorithm),
            ("sha256", certificate.sha256.hex),
            ("key sha256", certificate.publicKeySHA256.hex),
        ]
        for name in certificate.alternativeNames ?? [] { facts.append(("name", Self.name(name))) }
        if let constraints = certificate.basicConstraints {
            let length = constraints.pathLength.map { ", path length \($0)" } ?? ""
            facts.append(("constraints", constraints.isAuthority ? "authority\(length)" : "no authority"))
        }
        if let usage = certificate.keyUsage { facts.append(("key usage", usage.joined(separator: ", "))) }
        if let usage = certificate.extendedKeyUsage {
            facts.append(("extended", usage.map(Self.usage).joined(separator: ", ")))
        }
        facts.append(("SKI", hex(certificate.subjectKeyIdentifier)))
        facts.append(("AKI", hex(certificate.authorityKeyIdentifier)))
        for address in certificate.issuerAddresses { facts.append(("issuer at", address)) }
        for address in certificate.ocspAddresses { facts.append(("OCSP at", address)) }
        return facts.map { name, value in name + String(repeating: " ", count: max(1, 13 - name.count)) + value }
            .joined(separator: "\n") + "\n"
    }

    /// `dns:good.lab.test`, `ip:127.0.0.1`.
    static func name(_ name: GeneralName) -> String {
        switch name {
        case .dns(let name): "dns:\(name)"
        case .ipAddress(let bytes): "ip:\(address(bytes))"
        case .email(let address): "email:\(address)"
        case .uri(let address): "uri:\(address)"
        case .directory(let name): "directory:\(name.text)"
        case .other(let form): form
        }
    }

    /// The extended usage's name (RFC 5280 §4.2.1.12), or its number.
    static func usage(_ identifier: String) -> String {
        switch identifier {
        case "1.3.6.1.5.5.7.3.1": "serverAuth"
        case "1.3.6.1.5.5.7.3.2": "clientAuth"
        case "1.3.6.1.5.5.7.3.3": "codeSigning"
        case "1.3.6.1.5.5.7.3.4": "emailProtection"
        case "1.3.6.1.5.5.7.3.8": "timeStamping"
        case "1.3.6.1.5.5.7.3.9": "OCSPSigning"
        case "2.5.29.37.0": "any"
        default: identifier
        }
    }

    private static func address(_ bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
        return groups.joined(separator: ":")
    }

    private static func hex(_ bytes: [UInt8]?) -> String {
        guard let bytes else { return "none" }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }
}
