import Diagnosis
import Foundation

extension CertificateText {
    /// One line of a description.
    public struct Line: Hashable, Sendable {
        /// What it is about, a word or two: `valid`.
        public let label: String
        /// The value, sanitised.
        public let value: String

        init(_ label: String, _ value: String) {
            self.label = label
            self.value = Sanitizer.line(value)
        }
    }

    /// All that is known of a certificate, as lines of label and value.
    ///
    /// - Parameter namesAtMost: how many alternative names are spelled out; the rest is counted.
    public static func describe(_ certificate: Certificate, namesAtMost limit: Int = 50) -> [Line] {
        var lines = [
            Line("subject", certificate.subject.text.isEmpty ? "(empty)" : certificate.subject.text),
            Line("issuer", certificate.issuer.text + (certificate.isSelfIssued ? " (the same: self-issued)" : "")),
            Line("serial", certificate.serialNumber),
            Line("valid", "\(UTC.text(certificate.notBefore)) to \(UTC.text(certificate.notAfter))"),
            Line("key", certificate.key.description),
            Line("signature", certificate.signatureAlgorithm),
        ]
        if let names = certificate.alternativeNames {
            for name in names.prefix(limit) { lines.append(Line("name", name.text)) }
            if names.count > limit { lines.append(Line("name", "and \(names.count - limit) more")) }
            if names.isEmpty { lines.append(Line("name", "(the extension is empty)")) }
        } else {
            lines.append(Line("name", "(no subject alternative name)"))
        }
        lines.append(Line("constraints", constraints(certificate)))
        if let usage = certificate.keyUsage { lines.append(Line("key usage", list(usage))) }
        if let usage = certificate.extendedKeyUsage {
            lines.append(Line("extended usage", list(usage.map(ObjectIdentifierName.name))))
        }
        if let identifier = certificate.subjectKeyIdentifier { lines.append(Line("key id", hex(identifier))) }
        if let identifier = certificate.authorityKeyIdentifier { lines.append(Line("issuer key id", hex(identifier))) }
        for address in certificate.issuerAddresses { lines.append(Line("issuer from", address)) }
        for address in certificate.ocspAddresses { lines.append(Line("OCSP", address)) }
        lines.append(Line("sha256", certificate.sha256.hex))
        lines.append(Line("pin", certificate.spkiPin))
        return lines
    }

    private static func constraints(_ certificate: Certificate) -> String {
        guard let constraints = certificate.basicConstraints else { return "(none)" }
        guard constraints.isAuthority else { return "no authority" }
        return "authority" + (constraints.pathLength.map { ", at most \($0) below" } ?? "")
    }

    private static func list(_ words: [String]) -> String { words.isEmpty ? "(empty)" : words.joined(separator: ", ") }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }
}
