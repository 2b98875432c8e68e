import Synchronization

/// Passes calls on at most so often: the first at once, what comes too soon as one call when the time is up.
final class Throttle: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var isScheduled = false
    }

    private let state = Mutex(State())
    private let pause: Duration
    private let action: @Sendable () -> Void

    init(every pause: Duration, _ action: @escaping @Sendable () -> Void) {
        self.pause = pause
        self.action = action
    }

    /// Calls, now or when the pause is over; from any thread.
    func call() {
        let now = ContinuousClock.now
        let wait = state.withLock { state -> Duration? in
            if state.isScheduled { return nil }
            guard let last = state.last, now - last < pause else {
                state.last = now
                return .zero
            }
            state.isScheduled = true
            return pause - (now - last)
        }
        guard let wait else { return }
        if wait == .zero {
            action()
            return
        }
        Task.detached { [self] in
            try? await Task.sleep(for: wait)
            state.withLock { state in
                state.isScheduled = false
                state.last = .now
            }
            action()
        }
    }
}
