import Events
import Trust

/// An authentication challenge with what the client's policy or flow makes of it: raised inside the TLS handshake, or by a
/// response that wants a user and a password.
public struct Challenge: Sendable {
    /// The request's number: the ID on screen.
    public let request: Int
    /// The challenge's number within its request, from 1 on.
    public let number: Int
    /// The connection's number.
    public let connection: Int
    /// The session's number.
    public let session: Int
    /// Where it comes from, and what it asks for.
    public let protectionSpace: ProtectionSpace
    /// How often the same challenge failed before.
    public let previousFailureCount: Int
    /// The client that is asked.
    public let setup: ClientSetup
    /// What there is to decide.
    public let question: Question
    /// What the client's policy or flow decides about it.
    public let decision: ClientDecision

    /// What `Trust` is asked: complete, so that the same can be asked again under another profile.
    public enum Question: Sendable {
        /// Whether this chain is accepted.
        case serverTrust(EvaluationRequest)
        /// Which identity is shown to this server.
        case clientCertificate(ClientCertificateRequest)
        /// Which user and password are given.
        case password(PasswordChallenge)
    }

    /// What follows from an answer, as `Trust` says.
    public func effect(of answer: ClientAnswer) -> AnswerEffect {
        let delegate = setup.profile.delegate
        return switch question {
        case .serverTrust(let request):
            Decider.effect(of: answer, serverTrust: request, decision: decision, delegate: delegate)
        case .clientCertificate(let request):
            Decider.effect(of: answer, clientCertificate: request, decision: decision, delegate: delegate)
        case .password(let asked): Decider.effect(of: answer, password: asked, delegate: delegate)
        }
    }

    /// The same challenge about a question of which more is known now, and what is decided about that.
    func asking(_ question: Question, _ decision: ClientDecision) -> Challenge {
        Challenge(
            request: request,
            number: number,
            connection: connection,
            session: session,
            protectionSpace: protectionSpace,
            previousFailureCount: previousFailureCount,
            setup: setup,
            question: question,
            decision: decision
        )
    }

    /// The answer given when nobody answers in time: it shows nothing to the server and believes nothing it says.
    public var safeAnswer: ClientAnswer {
        switch question {
        case .serverTrust: ClientAnswer(.cancelAuthenticationChallenge, hasCredential: false)
        case .clientCertificate, .password: ClientAnswer(.performDefaultHandling, hasCredential: false)
        }
    }
}
