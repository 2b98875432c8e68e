import Trust

/// Who decides: `Trust` in the product; tests put other decisions in its place to see how the engine obeys them.
struct DecisionMaker: Sendable {
    /// What the client answers to a server-trust challenge.
    var serverTrust: @Sendable (EvaluationRequest, ClientSetup) -> ClientDecision
    /// What the client answers to a client-certificate challenge.
    var clientCertificate: @Sendable (ClientCertificateRequest, ClientSetup) -> ClientDecision
    /// What the client answers when a user and a password are asked for.
    var password: @Sendable (PasswordChallenge, ClientSetup) -> ClientDecision = {
        Decider.password($0, profile: $1.profile, bundle: $1.bundle, identities: $1.identities)
    }
    /// What follows from an answer.
    var effect: @Sendable (ClientAnswer, Challenge) -> AnswerEffect
    /// What refuses a server before the client is asked.
    var refusalBeforeChallenge: @Sendable (EvaluationRequest, ClientDecision) -> AnswerEffect? = {
        Decider.refusalBeforeChallenge($0, decision: $1)
    }

    static let trust = DecisionMaker(
        serverTrust: { Decider.serverTrust($0, profile: $1.profile) },
        clientCertificate: {
            Decider.clientCertificate($0, profile: $1.profile, bundle: $1.bundle, identities: $1.identities)
        },
        effect: { $1.effect(of: $0) }
    )
}
