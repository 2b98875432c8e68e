import ChallengeLog
import Synchronization

/// How often everything was stopped: what began before the last time is to end.
final class Stops: Sendable {
    private let count = Mutex(0)

    var now: Int { count.withLock { $0 } }

    func stopAll() { count.withLock { $0 += 1 } }
}

/// Tells the screen how far something long has come, and it whether it was stopped.
///
/// What is over in a moment is not told of.
final class WorkReport: Sendable {
    private struct State {
        var last: ContinuousClock.Instant
        var wasTold = false
    }

    private let word: String
    private let unit: Progress.Unit
    private let mailbox: Mailbox
    private let stops: Stops
    private let epoch: Int
    private let isWanted: @Sendable () -> Bool
    private let since = Clock.microseconds()
    private let state = Mutex(State(last: .now))

    /// - Parameter isWanted: whether somebody still waits for it.
    init(
        _ word: String,
        _ unit: Progress.Unit,
        _ mailbox: Mailbox,
        _ stops: Stops,
        _ isWanted: @escaping @Sendable () -> Bool = { true }
    ) {
        self.word = word
        self.unit = unit
        self.mailbox = mailbox
        self.stops = stops
        epoch = stops.now
        self.isWanted = isWanted
    }

    /// Whether everything was stopped since it began, or nobody waits for it any more.
    var isStopped: Bool { stops.now != epoch || !isWanted() }

    /// To be called while it works, from any thread.
    var progress: LongWork {
        { [self] done, total in
            if isStopped { return false }
            let now = ContinuousClock.now
            let isDue = state.withLock { state in
                guard now - state.last > .milliseconds(state.wasTold ? 80 : 150) else { return false }
                state.last = now
                state.wasTold = true
                return true
            }
            if isDue {
                mailbox.post(.working(Progress(word: word, done: done, total: total, since: since, unit: unit)))
            }
            return true
        }
    }

    /// It is over.
    func end() { if state.withLock(\.wasTold) { mailbox.post(.working(nil)) } }
}
