import Dispatch
import Synchronization

/// Prints on a thread of its own, in the order given: who does not read what is printed keeps nobody else waiting.
final class OutputQueue: Sendable {
    private struct State {
        var waiting = 0
        var lost = 0
    }

    /// Most that waits; what comes then is lost, and counted.
    private static let limit = 10_000

    private let queue = DispatchQueue(label: "output")
    private let state = Mutex(State())

    /// Adds something to print.
    func add(_ work: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            let hasRoom = state.waiting < Self.limit
            if hasRoom { state.waiting += 1 } else { state.lost += 1 }
            return hasRoom
        }
        guard hasRoom else { return }
        queue.async { [self] in
            work()
            state.withLock { $0.waiting -= 1 }
        }
    }

    /// Waits a second at most for what is left; how much was lost.
    func finish() -> Int {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + 1)
        return state.withLock { $0.lost + $0.waiting }
    }
}
