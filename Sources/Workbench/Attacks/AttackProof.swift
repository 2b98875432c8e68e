import Diagnosis
import Trust

/// What came of a real request against the attacker's server. Only what that server saw counts.
public struct AttackProof: Hashable, Sendable, Codable {
    /// The request's number in the recording.
    public var request: Int
    /// Whether the server received a request line, over TLS after the handshake; of a question for a password, whether
    /// it also got to ask and the client's recorded answer was its identity.
    public var isThrough: Bool
    /// The names of the header fields that it read; nil when it read none.
    public var headerNames: [String]?
    /// The scheme of the Authorization field among them: `Bearer`; what follows it is kept nowhere.
    public var authorizationScheme: String?
    /// The size of the body that it read, in bytes; nil when it read none.
    public var bodyBytes: Int?
    /// The subject of the client certificate that it was shown.
    public var identity: String?
    /// The identity that answered the server's question for a password; nil without one. It stays with the client, for
    /// no way to send a password can carry it.
    public var offered: String?
    /// Whom the client talked to: the certificate that was presented, and its issuer.
    public var presented: String?
    /// Why the client stopped; nil when it did not.
    public var reason: String?
    /// The kind of finding behind it.
    public var code: DiagnosisCode?

    /// A proof of known parts.
    public init(request: Int, isThrough: Bool) {
        self.request = request
        self.isThrough = isThrough
    }

    /// What was read, in words: `Authorization, Cookie, 214 bytes of body; got CN=alice`.
    public var readText: String? {
        guard isThrough else { return nil }
        let names = (headerNames ?? []).map { name in
            name.lowercased() == "authorization" ? name + (authorizationScheme.map { " (\($0))" } ?? "") : name
        }
        let sent = AuditSubject.Sent(headers: names, bodyBytes: bodyBytes ?? 0)
        return sent.words + (identity.map { "; got \($0)" } ?? "")
    }

    /// What the attacker has of it: `read Authorization (Bearer), Cookie`; nil where the client stopped.
    public var gainText: String? {
        guard isThrough, let offered else { return readText.map { "read \($0)" } }
        return "asked for a password and was answered with the identity \(offered), which HTTP cannot carry"
    }

    /// What the client gave away that is worth something by itself: its certificate, a token, a cookie; empty for none.
    public var revealed: [String] {
        guard isThrough, offered == nil else { return [] }
        return RevealedSecrets.words(certificate: identity, headerNames: headerNames ?? [], scheme: authorizationScheme)
    }
}
