import Events
import Synchronization

/// What the attacker's servers saw, by the token in the path of the request that they saw it of.
final class AttackLedger: Sendable {
    private struct State {
        var next = 0
        var seen: [Int: LabClientFacts] = [:]
        var requests: [Int: Int] = [:]
    }

    private let state = Mutex(State())

    /// A token that no other request has.
    func token() -> Int {
        state.withLock { state in
            state.next += 1
            return state.next
        }
    }

    /// The path of a token's request.
    static func path(_ token: Int) -> String { "/attack/\(token)" }

    /// Remembers which request of ours has a token.
    func note(request: Int, of token: Int) { state.withLock { $0.requests[token] = request } }

    /// Takes an event of a server; gives it with the number of our request, where it is about one.
    func take(_ event: Event) -> Event {
        guard case .labVerdict(let facts) = event.kind, let token = Self.token(in: facts.requestLine) else {
            return event
        }
        return state.withLock { state in
            state.seen[token] = facts
            var event = event
            event.request = state.requests[token]
            return event
        }
    }

    /// What a server read of a token's request; nil when none received its request line.
    func facts(of token: Int) -> LabClientFacts? {
        state.withLock { $0.seen[token] }.flatMap { $0.conduct == .talked ? $0 : nil }
    }

    private static func token(in requestLine: String?) -> Int? {
        guard let path = requestLine?.split(separator: " ").last, path.hasPrefix("/attack/") else { return nil }
        return Int(path.dropFirst("/attack/".count))
    }
}
