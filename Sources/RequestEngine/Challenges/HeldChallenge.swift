import Trust

/// A challenge that waits for a person. Usable from any thread.
///
/// Its handshake is suspended; everything else goes on. When the time is up the safe answer is given. Letting go of
/// the last reference without an answer counts as an answer that never comes.
public final class HeldChallenge: Sendable {
    /// How a hold ended.
    public enum Ending: Hashable, Sendable {
        /// Somebody answered: `you`, `script`.
        case answered(by: String)
        /// The time was up; the safe answer was given.
        case timedOut
        /// The server hung up while it had to wait. What is left is to connect again with the answer remembered.
        case serverLeft
        /// The request was stopped, or its session invalidated.
        case requestEnded
    }

    /// What is asked, and what the policy says.
    public let challenge: Challenge
    private let reply: ChallengeReply

    /// Holds a challenge for later.
    public init(_ challenge: Challenge, reply: ChallengeReply) {
        self.challenge = challenge
        self.reply = reply
    }

    /// Answers; the first answer counts.
    public func answer(_ answer: ClientAnswer, identity: Identity? = nil, by author: String) {
        reply(answer, identity: identity, by: author)
    }

    /// Answers as a person does: a disposition, and the credential that goes with it, if any.
    public func answer(_ disposition: Disposition, credential: Credential? = nil, by author: String) {
        reply(disposition, credential: credential, by: author)
    }

    /// Answers as the client's policy or flow decided: every answer it has, in order.
    public func answerAsPolicy(by author: String) {
        for answer in challenge.decision.answers { reply(answer, by: author) }
    }

    /// The time until the safe answer; nil before the hold began and after it ended.
    public var remaining: Duration? { reply.clock.remaining }

    /// Whether the clock stands still.
    public var isClockStopped: Bool { reply.clock.isStopped }

    /// Stops the clock: no safe answer is given until it goes on.
    public func stopClock() { reply.clock.stop() }

    /// Lets a stopped clock go on with the time that was left.
    public func startClock() { reply.clock.resume() }

    /// How the hold ended; nil while it lasts.
    public var ending: Ending? { reply.clock.ending }

    /// Calls back once, on whatever thread, when the hold ends; at once if it has.
    public func whenOver(_ callback: @escaping @Sendable (Ending) -> Void) { reply.clock.whenOver(callback) }
}
