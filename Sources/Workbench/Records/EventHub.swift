import Events
import Synchronization

/// Passes every event on to whoever asked for it, in the order in which it came.
final class EventHub: Sendable {
    typealias Observer = @Sendable (Event) -> Void

    private struct State {
        var observers: [Int: Observer] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Adds an observer, called on the thread of the event; it must not block.
    func add(_ observer: @escaping Observer) -> Int {
        state.withLock { state in
            state.next += 1
            state.observers[state.next] = observer
            return state.next
        }
    }

    func remove(_ token: Int) { state.withLock { state in state.observers[token] = nil } }

    func publish(_ event: Event) {
        let observers = state.withLock { state in state.observers.sorted { $0.key < $1.key }.map(\.value) }
        for observer in observers { observer(event) }
    }
}

extension EventHub {
    /// Tells one listener that something changed.
    final class Changes: Sendable {
        private let listener = Mutex<(@Sendable () -> Void)?>(nil)

        func observe(_ callback: @escaping @Sendable () -> Void) { listener.withLock { $0 = callback } }

        func notify() { listener.withLock { $0 }?() }
    }
}

/// An observation of events; it ends with its last reference.
public final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
