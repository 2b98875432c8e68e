import Diagnosis
import Trust

/// What came of a real request against the attacker's server. Only what that server saw counts.
public struct AttackProof: Hashable, Sendable, Codable {
    /// The request's number in the recording.
    public var request: Int
    /// Whether the server received a request line, over TLS after the handshake.
    public var isThrough: Bool
    /// The names of the header fields that it read; nil when it read none.
    public var headerNames: [String]?
    /// The size of the body that it read, in bytes; nil when it read none.
    public var bodyBytes: Int?
    /// The subject of the client certificate that it was shown.
    public var identity: String?
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
        let sent = AuditSubject.Sent(headers: headerNames ?? [], bodyBytes: bodyBytes ?? 0)
        return sent.words + (identity.map { "; got \($0)" } ?? "")
    }
}
