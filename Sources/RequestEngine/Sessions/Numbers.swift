import Synchronization

/// Gives sessions, requests and connections their numbers within the recording, from 1 on.
final class Numbers: Sendable {
    private let sessions = Atomic(0)
    private let requests = Atomic(0)
    private let connections = Atomic(0)

    private let beginning = Mutex(())

    func nextSession() -> Int { sessions.add(1, ordering: .relaxed).newValue }

    /// Gives a request its number while no other gets one: what the body records stands in the order of the numbers.
    func beginRequest<Result: Sendable>(_ body: (Int) -> Result) -> Result {
        beginning.withLock { _ in body(requests.add(1, ordering: .relaxed).newValue) }
    }

    /// Waits until the request that is getting its number is recorded as begun.
    func waitForBeginning() { beginning.withLock { _ in } }

    func nextConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }
}
