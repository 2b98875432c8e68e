import Diagnosis
import Report
import Trust

/// What is in a file, as `certificate` and `identity` print it for people.
enum FileText {
    static func lines(_ file: CertificateFileDocument) -> [String] {
        var lines = head(file.file, file)
        for (number, certificate) in file.certificates.enumerated() { lines += Self.certificate(certificate, number) }
        for key in file.publicKeys { lines.append("  public key  \(key.spki)") }
        return lines + tail(file.remarks, file.notes)
    }

    static func lines(_ file: IdentityFileDocument) -> [String] {
        var lines = head(file.file, file)
        if let container = file.container { lines += Self.container(container) }
        for (number, identity) in file.identities.enumerated() {
            lines.append("  identity \(number + 1)  \(identity.subject)")
            for (place, certificate) in identity.chain.enumerated() { lines += Self.certificate(certificate, place) }
        }
        let used = Set(file.identities.flatMap(\.chain).map(\.summary.sha256))
        for (number, certificate) in file.certificates.enumerated() where !used.contains(certificate.summary.sha256) {
            lines.append("  belongs to no identity:")
            lines += Self.certificate(certificate, number)
        }
        return lines + tail(file.remarks, file.notes)
    }

    private static func head(_ name: String, _ file: some FileDocument) -> [String] {
        let code = file.code.map { " [\($0)]" } ?? ""
        return ["\(name): \(file.reason)\(code)"] + (file.remedy.map { ["  \($0)"] } ?? [])
    }

    private static func tail(_ remarks: [Problem], _ notes: [String]) -> [String] {
        remarks.flatMap { remark in
            ["  note: \(remark.sentence) [\(remark.code)]"] + (remark.remedy.map { ["    \($0)"] } ?? [])
        } + notes.map { "  note: \($0)" }
    }

    private static func certificate(_ facts: CertificateFacts, _ number: Int) -> [String] {
        let summary = facts.summary
        guard summary.spki != nil else {
            return ["  \(number) does not decode", "      sha256   \(summary.sha256)"]
        }
        var lines = ["  \(number) \(summary.role)  \(summary.subject)"]
        func add(_ label: String, _ text: String?) {
            if let text, !text.isEmpty { lines.append("      \(TextWidth.pad(label, columns: 8)) \(text)") }
        }
        add("issuer", summary.issuer)
        add(
            "key",
            [summary.key, facts.signatureAlgorithm.map { "signed by \($0)" }].compactMap { $0 }.joined(separator: ", ")
        )
        if let from = summary.notBefore, let to = summary.notAfter {
            add("valid", "\(UTC.text(from)) to \(UTC.text(to))")
        }
        add("names", (summary.dnsNames + summary.ipAddresses).joined(separator: ", "))
        add("serial", facts.serialNumber)
        if let isAuthority = facts.isAuthority {
            add("CA", isAuthority ? "yes" + (facts.pathLength.map { ", path length \($0)" } ?? "") : "no")
        }
        add("usage", ((facts.keyUsage ?? []) + (facts.extendedKeyUsage ?? [])).joined(separator: ", "))
        add("sha256", summary.sha256.hex)
        add("pin", summary.spki)
        return lines
    }

    private static func container(_ facts: PKCS12Facts) -> [String] {
        let mac = facts.mac.map { "MAC \($0.algorithm), \($0.iterations) rounds" } ?? "no MAC"
        var lines = ["  container  \(facts.encoding), \(mac)"]
        for part in facts.parts {
            let rounds = part.iterations.map { ", \($0) rounds" } ?? ""
            lines.append("             \(part.holds): \(part.scheme ?? "not encrypted")\(rounds)")
        }
        if let form = facts.passPhraseForm { lines.append("             opened by \(form)") }
        return lines
    }
}
