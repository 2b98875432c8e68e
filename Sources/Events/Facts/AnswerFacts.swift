import Trust

/// What the client's policy or flow decided about a challenge.
public struct DecisionFacts: Hashable, Sendable, Codable {
    /// The decision, with the evaluation and every check.
    public var decision: ClientDecision
    /// How long it took, in microseconds.
    public var duration: Int64
    /// A decision and how long it took.
    public init(decision: ClientDecision, duration: Int64) {
        self.decision = decision
        self.duration = duration
    }
}

/// A held challenge.
public struct HoldFacts: Hashable, Sendable, Codable {
    /// Seconds until the safe answer is given.
    public var timeout: Double
    /// The safe answer.
    public var safeAnswer: Disposition
    /// A hold of known parts.
    public init(timeout: Double, safeAnswer: Disposition) {
        self.timeout = timeout
        self.safeAnswer = safeAnswer
    }
}

/// An answer to a challenge.
public struct AnswerFacts: Hashable, Sendable, Codable {
    /// The answer.
    public var answer: ClientAnswer
    /// What follows from it.
    public var effect: AnswerEffect
    /// Who gave it: `policy`, `you`, `time-out`, `script`.
    public var by: String
    /// How long the challenge was held, in microseconds; 0 when it was not.
    public var timeHeld: Int64
    /// An answer of known parts.
    public init(answer: ClientAnswer, effect: AnswerEffect, by: String, timeHeld: Int64 = 0) {
        self.answer = answer
        self.effect = effect
        self.by = by
        self.timeHeld = timeHeld
    }
}
