import Diagnosis
import Events

/// Keeps secrets of header fields out of what is recorded.
enum Redaction {
    /// A field as it is recorded: sanitised, its value replaced where the name says that it is a secret.
    static func recorded(_ field: HeaderField) -> HeaderField {
        HeaderField(
            name: Sanitizer.line(field.name),
            value: isSecret(field.name) ? "(redacted)" : Sanitizer.line(field.value)
        )
    }

    /// Whether a field of this name carries a secret.
    static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return words.contains { name.contains($0) }
    }

    /// Authorization, Proxy-Authorization, Cookie, Set-Cookie, X-Auth-Token, X-Api-Key, X-CSRF-Token, …
    private static let words = [
        "authoriz", "authenticat", "cookie", "token", "secret", "password", "passwd", "api-key", "apikey", "api_key",
        "credential", "session", "signature", "x-auth", "private-key",
    ]
}
