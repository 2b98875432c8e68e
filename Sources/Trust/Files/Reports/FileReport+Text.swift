import Diagnosis

extension FileReport {
    /// The report as plain text, a line an entry, every value sanitised.
    ///
    public func lines() -> [String] {
        var lines = ["\(file): \(headline)"]
        if let reason {
            lines.append(Self.line("problem", "\(code?.rawValue ?? "")  \(reason)"))
            if let remedy { lines.append(Self.line("", remedy)) }
        }
        for identity in identities ?? [] { lines += identity.lines }
        for certificate in certificates { lines += certificate.lines }
        lines += chainLines
        for pin in publicKeys { lines.append(Self.line("key pin", pin)) }
        if let container { lines += container.lines }
        for opener in opens ?? [] { lines.append(opener.line) }
        for remark in remarks {
            lines.append(Self.line("remark", "\(remark.code)  \(remark.sentence)"))
            if let remedy = remark.remedy { lines.append(Self.line("", remedy)) }
        }
        for note in notes { lines.append(Self.line("note", note)) }
        if let written { lines.append(Self.line("written", written.text)) }
        return lines
    }

    /// What the file sends, in its order, and what can be built of it: certificates by their numbers.
    private var chainLines: [String] {
        guard let built, certificates.count > 1 || built.missingIssuer != nil else { return [] }
        let end = built.missingIssuer.map { " < \($0) (not in the file)" } ?? ""
        let unused = built.unused.isEmpty ? "" : "; not part of it: \(Self.numbers(built.unused, ", "))"
        return [
            Self.line("sent", Self.numbers(certificates.map(\.number), ", ")),
            Self.line("built", Self.numbers(built.members, " < ") + end + unused),
        ]
    }

    private static func numbers(_ numbers: [Int], _ separator: String) -> String {
        numbers.map { String($0) }.joined(separator: separator)
    }

    private var headline: String {
        guard let format else { return "not read" }
        var parts = [format.title]
        if let identities { parts.append(Self.count(identities.count, "identity", "identities")) }
        if !certificates.isEmpty { parts.append(Self.count(certificates.count, "certificate", "certificates")) }
        if !publicKeys.isEmpty { parts.append(Self.count(publicKeys.count, "public key", "public keys")) }
        return parts.joined(separator: ", ")
    }

    private static func count(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    /// A label in a column of its own, then the value.
    static func line(_ label: String, _ value: String, indent: Int = 2) -> String {
        let padded = label + String(repeating: " ", count: max(2, 17 - label.count))
        return Sanitizer.line(String(repeating: " ", count: indent) + padded + value)
    }
}

extension IdentityReport {
    fileprivate var lines: [String] {
        var lines = [FileReport.line("identity", subject + (name.map { "  (\"\($0)\")" } ?? ""))]
        let pair = certificate.map { ", belongs to certificate \($0)" } ?? ""
        let rows = [
            ("issuer", issuer), ("key", key + pair),
            ("chain", chainSubjects.isEmpty ? "none in the file" : chainSubjects.joined(separator: " < ")),
        ]
        for (label, value) in rows { lines.append(FileReport.line(label, value, indent: 4)) }
        if let missingIssuer { lines.append(FileReport.line("missing issuer", missingIssuer, indent: 4)) }
        lines.append(FileReport.line("pin", spki, indent: 4))
        return lines
    }
}

extension CertificateReport {
    fileprivate var lines: [String] {
        guard let key, let notBefore, let notAfter else {
            return [FileReport.line("certificate \(number)", "does not decode, sha256 \(sha256.hex)")]
        }
        var rows = [
            ("issuer", issuer), ("serial", serialNumber ?? ""), ("valid", "\(notBefore) to \(notAfter)"), ("key", key),
        ]
        rows.append(("signature", signatureAlgorithm ?? ""))
        let names = dnsNames + ipAddresses
        rows.append(
            (
                "names",
                names.isEmpty
                    ? "none"
                    : names.prefix(20).joined(separator: ", ")
                        + (names.count > 20 ? " and \(names.count - 20) more" : "")
            )
        )
        if isAuthority == true { rows.append(("authority", pathLength.map { "yes, at most \($0) below" } ?? "yes")) }
        if let keyUsage { rows.append(("key usage", keyUsage.joined(separator: ", "))) }
        if let extendedKeyUsage { rows.append(("extended usage", extendedKeyUsage.joined(separator: ", "))) }
        rows.append(("sha256", sha256.hex))
        rows.append(("pin", spki ?? ""))
        return [FileReport.line("certificate \(number)", subject.isEmpty ? "(empty subject)" : subject)]
            + rows.map { FileReport.line($0.0, $0.1, indent: 4) }
    }
}

extension PKCS12Facts {
    fileprivate var lines: [String] {
        var lines = [FileReport.line("container", encoding)]
        lines.append(
            FileReport.line("MAC", mac.map { "\($0.algorithm), \($0.iterations) iterations" } ?? "none", indent: 4)
        )
        for part in parts {
            let scheme = part.scheme.map { "\($0), \(part.iterations ?? 1) iterations" } ?? "not encrypted"
            lines.append(FileReport.line(part.holds, scheme, indent: 4))
        }
        return lines
    }
}

extension FileOpener {
    fileprivate var line: String {
        let told = note.map { "; \($0)" } ?? ""
        let text =
            TextWidth.pad(program, columns: 22) + " \(opens ? "yes" : "no ")  \(isAssumed ? "~" : "")\(status)\(told)"
        return FileReport.line("opens", text)
    }
}
