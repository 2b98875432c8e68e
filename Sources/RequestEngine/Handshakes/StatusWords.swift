/// What a server says in the body of a refusal about the certificate that it asked for.
enum StatusWords {
    /// The words in which it says that no certificate came, or not the right one; nil where it speaks of something else.
    static func aboutCertificate(_ text: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline).prefix(60) {
            let words = withoutTags(line).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let lower = words.lowercased()
            guard lower.contains("certificate"), subjects.contains(where: lower.contains) else { continue }
            return String(words.prefix(120))
        }
        return nil
    }

    /// Whose certificate it is about: the client's, as nginx ("No required SSL certificate was sent"), Apache, Envoy, IIS
    /// and the cloud's gateways say it.
    private static let subjects = [
        "ssl certificate", "client certificate", "client-certificate", "certificate required", "required certificate",
        "certificate was sent", "certificate error",
    ]

    private static func withoutTags(_ line: Substring) -> String {
        var isTag = false
        return String(
            line.compactMap { character -> Character? in
                if character == "<" { isTag = true }
                defer { if character == ">" { isTag = false } }
                return isTag ? nil : character
            }
        )
    }
}
