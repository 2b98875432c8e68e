import RequestEngine
import Trust

/// An answer given before the challenge comes: what a person said when the server had already hung up.
public struct PreparedAnswer: Sendable {
    /// The challenge it is for, from 1 on.
    public var challenge: Int
    /// The answer.
    public var answer: ClientAnswer
    /// The identity that goes with it.
    public var identity: Identity?

    /// An answer of known parts.
    public init(challenge: Int, answer: ClientAnswer, identity: Identity? = nil) {
        self.challenge = challenge
        self.answer = answer
        self.identity = identity
    }
}

/// Answers as prepared, else as the policy decides, else hands over to a person.
struct BenchResponder: ChallengeResponder {
    let prepared: PreparedAnswer?
    /// The answer that a person gave for every challenge of its host.
    let standing: @Sendable (Challenge) -> PreparedAnswer?
    let held: HeldChallenges
    /// Whether a person is asked for every challenge.
    let holds: @Sendable (Challenge) -> Bool
    /// Whether there is somebody who can be asked.
    let hasPerson: @Sendable () -> Bool

    func respond(to challenge: Challenge, reply: ChallengeReply) {
        held.note(challenge)
        if let prepared, prepared.challenge == challenge.number {
            return reply(prepared.answer, identity: prepared.identity, by: "you")
        }
        if let standing = standing(challenge) {
            return reply(standing.answer, identity: standing.identity, by: "you, for this host")
        }
        let policy =
            hasPerson()
            ? PolicyResponder(holding: holds, onHold: { held.add($0) })
            : PolicyResponder()
        policy.respond(to: challenge, reply: reply)
    }
}
