import Events
import Trust

/// Names a held challenge.
public struct HeldKey: Hashable, Sendable {
    /// Its request.
    public var request: RequestKey
    /// Its number within the request, from 1 on.
    public var challenge: Int

    /// A key of known parts.
    public init(request: RequestKey, challenge: Int) {
        self.request = request
        self.challenge = challenge
    }
}

/// A challenge that waits for a person.
public struct HeldChallengeRow: Hashable, Sendable {
    /// Which one it is.
    public var key: HeldKey
    /// The request's method.
    public var method: String
    /// The request's URL.
    public var url: String
    /// The challenge.
    public var facts: ChallengeFacts
    /// What the client in force would answer.
    public var decision: ClientDecision
    /// When the safe answer is given, microseconds since 1970; nil when the clock is stopped.
    public var deadline: Int64?
    /// The safe answer.
    public var safeAnswer: Disposition
    /// For a client certificate: how the server's trust was answered before, with its evaluation.
    public var trustBefore: ClientDecision?
    /// For server trust: what would follow from each answer.
    public var effects: [Disposition: AnswerEffect]
    /// Whether the server hung up while it was held.
    public var serverHungUp: Bool

    /// A held challenge of known parts.
    public init(
        key: HeldKey,
        method: String,
        url: String,
        facts: ChallengeFacts,
        decision: ClientDecision,
        deadline: Int64?,
        safeAnswer: Disposition
    ) {
        self.key = key
        self.method = method
        self.url = url
        self.facts = facts
        self.decision = decision
        self.deadline = deadline
        self.safeAnswer = safeAnswer
        effects = [:]
        serverHungUp = false
    }
}

/// A person's answer to a held challenge.
public enum PersonAnswer: Hashable, Sendable {
    /// What the policy says.
    case policy
    /// A disposition; for a client certificate with the identity to use, nil for none.
    case disposition(Disposition, identity: IdentitySummary?)
}

/// An answer given before the challenge comes again.
public struct RememberedAnswer: Hashable, Sendable {
    /// The challenge it is for, from 1 on.
    public var challenge: Int
    /// The answer.
    public var answer: PersonAnswer

    /// An answer of known parts.
    public init(challenge: Int, answer: PersonAnswer) {
        self.challenge = challenge
        self.answer = answer
    }
}
