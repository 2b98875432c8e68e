import Events
import RequestEngine
import Synchronization
import Trust

/// A challenge that waits for a person, as the front ends see it.
public struct HeldItem: Sendable {
    /// Names a held challenge.
    public struct Key: Hashable, Sendable, Comparable {
        /// The request's number within this recording.
        public var request: Int
        /// The challenge's number within its request, from 1 on.
        public var challenge: Int

        /// A key of known parts.
        public init(request: Int, challenge: Int) {
            self.request = request
            self.challenge = challenge
        }

        /// By request, then by challenge.
        public static func < (left: Self, right: Self) -> Bool {
            (left.request, left.challenge) < (right.request, right.challenge)
        }
    }

    /// Which one it is.
    public let key: Key
    /// The challenge with what the client's policy says.
    public let challenge: Challenge
    /// What there is to answer, with the clock.
    public let held: HeldChallenge
    /// The evaluation of the server's trust on the same connection, where this asks for a client certificate.
    public let trustBefore: ClientDecision?

    /// What is asked, where it is a user and a password.
    public var passwordAsked: PasswordChallenge? {
        if case .password(let asked) = challenge.question { asked } else { nil }
    }
}

/// The challenges that wait for a person; one whose server hung up stays until it is answered or let go.
final class HeldChallenges: Sendable {
    private struct State {
        var items: [HeldItem.Key: HeldItem] = [:]
        /// The decision about server trust of each request that is under way.
        var trust: [Int: ClientDecision] = [:]
    }

    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

    /// All of them, the oldest request first.
    var all: [HeldItem] { state.withLock { $0.items.values.sorted { $0.key < $1.key } } }

    func item(_ key: HeldItem.Key) -> HeldItem? { state.withLock { $0.items[key] } }

    /// Remembers what was decided about the server, for the question that may follow.
    func note(_ challenge: Challenge) {
        guard case .serverTrust = challenge.question else { return }
        state.withLock { $0.trust[challenge.request] = challenge.decision }
    }

    func add(_ held: HeldChallenge) {
        let challenge = held.challenge
        let key = HeldItem.Key(request: challenge.request, challenge: challenge.number)
        state.withLock { state in
            var before: ClientDecision?
            if case .clientCertificate = challenge.question { before = state.trust[challenge.request] }
            state.items[key] = HeldItem(key: key, challenge: challenge, held: held, trustBefore: before)
        }
        held.whenOver { [weak self] ending in self?.ended(key, ending) }
        onChange()
    }

    /// Takes it off the list.
    func drop(_ key: HeldItem.Key) {
        let dropped = state.withLock { $0.items.removeValue(forKey: key) }
        if dropped != nil { onChange() }
    }

    /// A request is over: what it left is dropped but for what a person may still want to see.
    func requestEnded(_ request: Int) { state.withLock { $0.trust[request] = nil } }

    private func ended(_ key: HeldItem.Key, _ ending: HeldChallenge.Ending) {
        // Kept, so that the panel can say so and offer to connect again with the answer.
        if ending != .serverLeft { state.withLock { $0.items[key] = nil } }
        onChange()
    }
}
