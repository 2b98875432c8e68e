/// What the server saw of a request, as the JSON that it answers with.
///
/// Secrets are not echoed: the values of Authorization, Proxy-Authorization and Cookie are `(redacted)`.
struct LabEcho {
    let scenario: String
    let tls: TLSStream.Facts?
    let client: ClientVerdict?
    let request: HTTPRequest

    /// One JSON object on several lines.
    var json: String {
        """
        {
          "schema": "countersign.echo/1",
          "scenario": \(Self.quoted(scenario)),
          "tls": \(tls.map(Self.object) ?? "null"),
          "clientCertificate": \(client.map(Self.object) ?? "null"),
          "request": \(requestObject)
        }

        """
    }

    private var requestObject: String {
        let fields = request.headers.map { header in
            let isSecret = Self.secrets.contains(header.name.lowercased())
            return "[\(Self.quoted(header.name)), \(Self.quoted(isSecret ? "(redacted)" : header.value))]"
        }
        let line = "\(request.method) \(request.target) HTTP/\(request.isVersion11 ? "1.1" : "1.0")"
        return "{\"line\": \(Self.quoted(line)), \"bodyBytes\": \(request.bodyBytes), "
            + "\"headers\": [\(fields.joined(separator: ", "))]}"
    }

    private static func object(_ facts: TLSStream.Facts) -> String {
        "{\"version\": \(quoted(facts.version)), \"cipher\": \(quoted(facts.cipher)), "
            + "\"group\": \(facts.group.map(quoted) ?? "null"), "
            + "\"serverName\": \(facts.serverName.map(quoted) ?? "null"), "
            + "\"alpn\": \(facts.alpn.map(quoted) ?? "null"), \"resumed\": \(facts.isResumed)}"
    }

    private static func object(_ verdict: ClientVerdict) -> String {
        let errors = verdict.errors.map { "\($0)" }.joined(separator: ", ")
        return "{\"subject\": \(quoted(verdict.certificate.subject.text)), "
            + "\"issuer\": \(quoted(verdict.certificate.issuer.text)), "
            + "\"sha256\": \(quoted(verdict.certificate.sha256.hex)), \"certificatesSent\": \(verdict.sent), "
            + "\"verified\": \(verdict.isVerified), \"x509Error\": \(verdict.error), "
            + "\"x509Name\": \(quoted(verdict.errorName)), \"x509Errors\": [\(errors)]}"
    }

    private static let secrets: Set<String> = ["authorization", "proxy-authorization", "cookie"]

    /// A JSON string (RFC 8259 §7).
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c && $0 != 0x7f }
        if isPlain { return "\"" + text + "\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
