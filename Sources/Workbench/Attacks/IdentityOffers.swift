import Events
import Synchronization
import Trust

/// Remembers which requests answered a question for a user and a password with an identity.
final class IdentityOffers: Sendable {
    private let subjects = Mutex<[Int: String]>([:])

    /// Takes an event of the engine.
    func note(_ event: Event) {
        guard case .challengeAnswered(let facts) = event.kind, facts.effect.code == .challengeWrongCredential,
            let identity = facts.answer.identity, let request = event.request
        else { return }
        subjects.withLock { $0[request] = identity.subject }
    }

    /// Whose identity it was; nil where none was the answer.
    func subject(ofRequest number: Int) -> String? { subjects.withLock { $0[number] } }
}
