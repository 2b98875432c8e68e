import Events
import Foundation

// Unchecked: every stored property is only touched with `condition` locked.

/// What stands between those who record and the thread that writes.
final class LogQueue: @unchecked Sendable {
    /// What the thread is to do next.
    enum Work {
        /// Write these events, which may be none: then what is in memory is to be tried again.
        case write([NumberedEvent])
        /// Go on in another file.
        case move(String)
        /// Write these and end.
        case end([NumberedEvent])
    }

    private static let mostInACommit = 512
    private let condition = NSCondition()
    private var pending: [NumberedEvent] = []
    /// What was taken from `pending` and is handed out in parts, the next of which begins at `handedOut`.
    private var taken: [NumberedEvent] = []
    private var handedOut = 0
    private var sequence: Int64 = 0
    private var committed: Int64 = 0
    private var isHurried = false
    private var isIdle = false
    private var isReady = false
    private var isClosing = false
    private var isClosed = false
    private var target: String?
    private var targetResult: LogOpeningError?
    private var targetIsDone = false
    private var saving: LogSaving
    private var observers: [@Sendable () -> Void] = []

    init(saving: LogSaving) { self.saving = saving }

    // MARK: - For those who record

    /// Numbers an event and leaves it to be written; nil once the log is closed.
    func append(_ event: Event) -> Event? {
        locked {
            guard !isClosing else { return nil }
            sequence += 1
            var numbered = event
            numbered.sequence = sequence
            pending.append(NumberedEvent(numbered))
            // Only a thread that waits for work is woken: one that paces itself takes what has come by then.
            if isIdle { condition.broadcast() }
            return numbered
        }
    }

    /// Waits until everything recorded before is written, to the file or to memory.
    func flush() {
        locked {
            let wanted = sequence
            isHurried = true
            condition.broadcast()
            while !isReady || committed < wanted, !isClosed { condition.wait() }
        }
    }

    func move(to path: String) throws(LogOpeningError) {
        let result: LogOpeningError? = locked {
            guard !isClosing else { return .trouble("the log is closed") }
            while target != nil, !isClosed { condition.wait() }
            target = path
            targetIsDone = false
            condition.broadcast()
            while !targetIsDone, !isClosed { condition.wait() }
            target = nil
            condition.broadcast()
            return targetResult
        }
        if let result { throw result }
    }

    func close() {
        locked {
            isClosing = true
            condition.broadcast()
            while !isClosed { condition.wait() }
        }
    }

    var state: LogSaving { locked { saving } }
    var lastCommitted: Int64 { locked { committed } }
    func observe(_ notify: @escaping @Sendable () -> Void) { locked { observers.append(notify) } }

    // MARK: - For the thread that writes

    /// Waits for work: until `due` for more of it, or until `retry` when there is something to try again.
    func work(due: Date, retry: Date?) -> Work {
        locked {
            wait(retry)
            while !isHurried, !isClosing, target == nil, Date() < due { _ = condition.wait(until: due) }
            // A commit must not wait for more than it can write in a few milliseconds.
            if handedOut == taken.count {
                taken = pending
                pending = []
                handedOut = 0
            }
            let batch = Array(taken[handedOut...].prefix(Self.mostInACommit))
            handedOut += batch.count
            // What is left does not wait.
            isHurried = handedOut < taken.count
            let isLast = !isHurried && pending.isEmpty
            if isClosing { return isLast ? .end(batch) : .write(batch) }
            if batch.isEmpty, let target, !targetIsDone { return .move(target) }
            return .write(batch)
        }
    }

    private func wait(_ retry: Date?) {
        isIdle = true
        defer { isIdle = false }
        while pending.isEmpty, handedOut == taken.count, !isClosing, !isHurried, target == nil || targetIsDone {
            guard let retry else {
                condition.wait()
                continue
            }
            guard condition.wait(until: retry) else { return }
        }
    }

    /// The batch that ends with this number is written; who waits or watches is told.
    func finished(_ batch: [NumberedEvent], _ saving: LogSaving) {
        let watching = locked {
            if let last = batch.last { committed = last.event.sequence }
            isReady = true
            let isNews = !batch.isEmpty || self.saving != saving
            self.saving = saving
            condition.broadcast()
            return isNews ? observers : []
        }
        for notify in watching { notify() }
    }

    func moved(_ error: LogOpeningError?, _ saving: LogSaving) {
        locked {
            targetResult = error
            targetIsDone = true
            self.saving = saving
            condition.broadcast()
        }
    }

    func ended(_ saving: LogSaving) {
        locked {
            self.saving = saving
            committed = sequence
            isClosed = true
            condition.broadcast()
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}
