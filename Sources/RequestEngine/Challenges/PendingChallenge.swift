import Reactor
import Synchronization
import Trust

/// One challenge of a connection until it is answered; confined to the shard's thread.
final class PendingChallenge {
    let id: UInt64
    let challenge: Challenge
    let transfer: Transfer
    let connection: Connection
    let box: AnswerBox
    let clock = HoldClock()
    /// Whether the handshake is still inside the callback that raised it.
    var isRaising = true
    /// Since when a person is asked; nil while nobody is.
    var heldSince: ContinuousClock.Instant?
    var timer: Timers.ID?

    init(id: UInt64, challenge: Challenge, transfer: Transfer, connection: Connection, box: AnswerBox) {
        self.id = id
        self.challenge = challenge
        self.transfer = transfer
        self.connection = connection
        self.box = box
    }

    var isServerTrust: Bool {
        if case .serverTrust = challenge.question { true } else { false }
    }

    /// What is asked, where it is a user and a password: then no handshake waits for the answer.
    var password: PasswordChallenge? {
        if case .password(let asked) = challenge.question { asked } else { nil }
    }
}

/// Where the answers to one challenge arrive: collected while its responder is being asked, sent on to the shard's
/// thread afterwards.
final class AnswerBox: Sendable {
    private struct Content: Sendable {
        var isCollecting = true
        var collected: [ChallengeReply.Delivery] = []
        var isAnswered = false
    }

    private let content = Mutex(Content())
    private let forward: @Sendable (ChallengeReply.Delivery, AnswerBox) -> Void

    init(forward: @escaping @Sendable (ChallengeReply.Delivery, AnswerBox) -> Void) { self.forward = forward }

    /// Takes a delivery from any thread.
    func deliver(_ delivery: ChallengeReply.Delivery) {
        let isCollected = content.withLock { content in
            if content.isCollecting { content.collected.append(delivery) }
            return content.isCollecting
        }
        if !isCollected { forward(delivery, self) }
    }

    /// Ends the collecting and hands out what came.
    func finishCollecting() -> [ChallengeReply.Delivery] {
        content.withLock { content in
            content.isCollecting = false
            defer { content.collected = [] }
            return content.collected
        }
    }

    /// Marks the challenge as answered; false when it was before.
    func markAnswered() -> Bool {
        content.withLock { content in
            defer { content.isAnswered = true }
            return !content.isAnswered
        }
    }

    var isAnswered: Bool { content.withLock { $0.isAnswered } }
}
