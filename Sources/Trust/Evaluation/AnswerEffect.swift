import Diagnosis

/// What follows from an answer: whether the handshake goes on, and what the client's code sees when it does not.
public struct AnswerEffect: Hashable, Sendable, Codable {
    /// Whether the handshake goes on.
    public var proceeds: Bool
    /// For a client certificate: the identity that is sent; nil is an empty answer.
    public var identity: IdentitySummary?
    /// What goes with the leaf.
    public var sends: IdentityChainChoice
    /// The error that the client's code sees when it does not go on.
    public var error: ClientError?
    /// The same refusal as the other delegate, or another place of the client, shows it.
    public var elsewhere: [ErrorElsewhere]
    /// The kind of finding that decided a refusal.
    public var code: DiagnosisCode?
    /// One sentence: what decided.
    public var reason: String
    /// The X509_V_ERR_… for the alert that OpenSSL sends; 0 when it goes on.
    public var x509Error: Int32
    /// Whether the effect rests on an assumption, marked `~` on screen.
    public var isAssumed: Bool

    /// An effect of known parts.
    public init(
        proceeds: Bool,
        identity: IdentitySummary? = nil,
        sends: IdentityChainChoice = .chain,
        error: ClientError? = nil,
        elsewhere: [ErrorElsewhere] = [],
        code: DiagnosisCode? = nil,
        reason: String,
        x509Error: Int32 = 0,
        isAssumed: Bool = false
    ) {
        self.proceeds = proceeds
        self.identity = identity
        self.sends = sends
        self.error = error
        self.elsewhere = elsewhere
        self.code = code
        self.reason = reason
        self.x509Error = x509Error
        self.isAssumed = isAssumed
    }
}
