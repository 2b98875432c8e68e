import Synchronization

/// Gives sessions, requests and connections their numbers within the recording, from 1 on.
final class Numbers: Sendable {
    private let sessions = Atomic(0)
    private let requests = Atomic(0)
    private let connections = Atomic(0)

    func nextSession() -> Int { sessions.add(1, ordering: .relaxed).newValue }
    func nextRequest() -> Int { requests.add(1, ordering: .relaxed).newValue }
    func nextConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }
}
