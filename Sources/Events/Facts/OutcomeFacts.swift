import Diagnosis
import Trust

/// How a request ended.
public struct OutcomeFacts: Hashable, Sendable, Codable {
    /// The HTTP status; nil when none came.
    public var status: Int?
    /// The response's content type.
    public var contentType: String?
    /// Size of the body in bytes.
    public var bodyBytes: Int
    /// The first part of the body, sanitised, where it is text.
    public var bodyText: String?
    /// Who refused whom, from the record of messages and alerts.
    public var refusal: Refusal?
    /// The kind of finding that decided; nil when all is well.
    public var code: DiagnosisCode?
    /// All kinds of findings.
    public var codes: [DiagnosisCode]
    /// The sentence that says what decided.
    public var reason: String
    /// What helps.
    public var remedy: String?
    /// The error as the client's code sees it.
    public var clientError: ClientError?
    /// The same as the other delegate, or another place of the client, shows it; nil where it is the same.
    public var errorsElsewhere: [ErrorElsewhere]?
    /// libcurl's code and its text.
    public var curlCode: Int?
    /// libcurl's own words.
    public var curlText: String?
    /// X509_V_ERR_… as a number, where there is one.
    public var x509Error: Int32?
    /// The phase in which it ended: `name`, `tcp`, `tunnel`, `tls`, `wait`, `body`.
    public var phase: String?

    /// An outcome with nothing but its sentence; the rest is set afterwards.
    public init(reason: String) {
        self.reason = reason
        bodyBytes = 0
        codes = []
    }
}

/// Who refused whom.
public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// We refused the server's trust.
    case weRefusedServer
    /// We cancelled the challenge that asks who we are: for a client certificate, or for a user and a password.
    case weCancelledIdentity
    /// The server refused our certificate, or that there was none, by an alert.
    case serverRefusedIdentity
    /// The server refused our certificate, or that there was none, by an HTTP answer.
    case serverRefusedByStatus
    /// The peer refused for another reason, by an alert.
    case peerAlert
    /// The connection failed before anybody decided.
    case undecided
    /// The user or a limit stopped it.
    case stopped
}
