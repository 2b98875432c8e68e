import Trust

/// A challenge that was refused before it was raised: what the server showed, and what nobody was asked about it.
public struct UnaskedChallenge: Hashable, Sendable, Codable {
    /// The challenge as it would have been, its chain included.
    public var challenge: ChallengeFacts
    /// What the client would have decided.
    public var decision: ClientDecision

    /// A challenge of known parts.
    public init(challenge: ChallengeFacts, decision: ClientDecision) {
        self.challenge = challenge
        self.decision = decision
    }
}
