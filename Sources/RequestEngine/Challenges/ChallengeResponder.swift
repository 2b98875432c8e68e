import Trust

/// Who answers challenges: a policy, a script or a person.
public protocol ChallengeResponder: Sendable {
    /// A challenge was raised; called on the thread of its connection, inside the handshake.
    ///
    /// An answer given before this returns lets the handshake go on without a pause. Keeping `reply` suspends this
    /// handshake alone until `reply` is called, from any thread. Letting go of `reply` without a call is an answer that
    /// never comes: it is recorded at once, and the request waits for its time-out as the real client would.
    /// Calling it again is recorded and ignored.
    func respond(to challenge: Challenge, reply: ChallengeReply)
}
