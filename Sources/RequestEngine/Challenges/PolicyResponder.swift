import Trust

/// Answers as the client's policy or flow decides, and hands over to a person what a person is to answer.
public struct PolicyResponder: ChallengeResponder {
    private let holds: @Sendable (Challenge) -> Bool
    private let onHold: (@Sendable (HeldChallenge) -> Void)?

    /// Answers by the policy alone; a challenge for a person that nobody takes gets its safe answer.
    public init() {
        holds = { _ in false }
        onHold = nil
    }

    /// Answers by the policy what is not held.
    ///
    /// - Parameters:
    ///   - holds: Whether a person is asked, beyond what the decision says (`ClientDecision.asksPerson`).
    ///   - onHold: Takes the held challenge; called on the connection's thread. Whoever keeps it can answer it.
    public init(
        holding holds: @escaping @Sendable (Challenge) -> Bool = { _ in false },
        onHold: @escaping @Sendable (HeldChallenge) -> Void
    ) {
        self.holds = holds
        self.onHold = onHold
    }

    /// Gives every answer of the decision, in its order; none where it has none.
    public func respond(to challenge: Challenge, reply: ChallengeReply) {
        guard challenge.decision.asksPerson || holds(challenge) else {
            for answer in challenge.decision.answers { reply(answer, by: "policy") }
            return
        }
        if let onHold {
            onHold(HeldChallenge(challenge, reply: reply))
        } else {
            reply(challenge.safeAnswer, by: "nobody to ask")
        }
    }
}
