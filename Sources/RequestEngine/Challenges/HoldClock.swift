import Synchronization

/// The time that is left to answer a held challenge: it runs, stands still, or is over.
///
/// Read and stopped from any thread; the thread of the connection runs a timer by it.
final class HoldClock: Sendable {
    typealias Instant = ContinuousClock.Instant

    private enum State {
        /// Not begun; whether it is to stand still when it begins.
        case notStarted(stopped: Bool)
        case running(until: Instant)
        case stopped(left: Duration)
        case over(HeldChallenge.Ending)
    }

    private struct Content {
        var state = State.notStarted(stopped: false)
        var onChange: (@Sendable () -> Void)?
        var onOver: [@Sendable (HeldChallenge.Ending) -> Void] = []
    }

    private let content = Mutex(Content())

    /// What is left; nil before the hold began and after it ended.
    var remaining: Duration? {
        content.withLock { content in
            switch content.state {
            case .running(let deadline): max(.zero, deadline - .now)
            case .stopped(let left): left
            case .notStarted, .over: nil
            }
        }
    }

    /// The moment it runs out; nil while it does not run.
    var deadline: Instant? {
        content.withLock { if case .running(let deadline) = $0.state { deadline } else { nil } }
    }

    var isStopped: Bool {
        content.withLock { content in
            switch content.state {
            case .stopped, .notStarted(stopped: true): true
            default: false
            }
        }
    }

    var ending: HeldChallenge.Ending? {
        content.withLock { if case .over(let ending) = $0.state { ending } else { nil } }
    }

    /// Begins the hold; `onChange` is called whenever the clock is stopped or goes on.
    func start(limit: Duration, onChange: @escaping @Sendable () -> Void) {
        content.withLock { content in
            guard case .notStarted(let isStopped) = content.state else { return }
            content.state = isStopped ? .stopped(left: limit) : .running(until: .now + limit)
            content.onChange = onChange
        }
    }

    func stop() {
        let onChange = content.withLock { content -> (@Sendable () -> Void)? in
            switch content.state {
            case .notStarted: content.state = .notStarted(stopped: true)
            case .running(let deadline):
                content.state = .stopped(left: max(.zero, deadline - .now))
                return content.onChange
            case .stopped, .over: break
            }
            return nil
        }
        onChange?()
    }

    func resume() {
        let onChange = content.withLock { content -> (@Sendable () -> Void)? in
            switch content.state {
            case .notStarted: content.state = .notStarted(stopped: false)
            case .stopped(let left):
                content.state = .running(until: .now + left)
                return content.onChange
            case .running, .over: break
            }
            return nil
        }
        onChange?()
    }

    /// Ends the hold; only the first ending counts.
    func end(_ ending: HeldChallenge.Ending) {
        let callbacks = content.withLock { content -> [@Sendable (HeldChallenge.Ending) -> Void] in
            if case .over = content.state { return [] }
            content.state = .over(ending)
            content.onChange = nil
            defer { content.onOver = [] }
            return content.onOver
        }
        for callback in callbacks { callback(ending) }
    }

    /// Calls back once when the hold ends; at once if it has.
    func whenOver(_ callback: @escaping @Sendable (HeldChallenge.Ending) -> Void) {
        let ending = content.withLock { content -> HeldChallenge.Ending? in
            if case .over(let ending) = content.state { return ending }
            content.onOver.append(callback)
            return nil
        }
        if let ending { callback(ending) }
    }
}
