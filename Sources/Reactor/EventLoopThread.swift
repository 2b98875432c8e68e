import Foundation

/// A thread that runs one ``EventLoop`` and owns one `State`, which never leaves it.
///
/// Other threads reach the state by jobs: ``submit(_:)`` queues one, and the thread runs the jobs in the order
/// of their submission.
public final class EventLoopThread<State>: Sendable {
    /// Work on the state, on the loop's thread.
    public typealias Job = @Sendable (State) -> Void

    private struct Queue: Sendable {
        var jobs: [Job] = []
        var isStopping = false
        var isEnded = false
        var ended: [@Sendable () -> Void] = []
    }

    private let queue: Mailbox
    private let waker: EventLoopWaker

    /// Starts the thread and makes the state on it; returns when the state is made.
    ///
    /// - Parameters:
    ///   - name: The thread's name, as debuggers and `top -H` show it (15 bytes).
    ///   - make: Makes the state on the new thread. What it throws is thrown here, and the thread ends.
    public init(name: String, make: @escaping @Sendable (EventLoop) throws -> State) throws {
        let mailbox = Mailbox()
        let started = Handover<Result<EventLoopWaker, any Error>>()
        let thread = Thread {
            Self.body(mailbox: mailbox, started: started, make: make)
        }
        thread.name = name
        thread.start()
        queue = mailbox
        waker = try started.take().get()
    }

    deinit { stop() }

    /// Queues a job. Returns false, and drops it, when the thread is stopping.
    @discardableResult
    public func submit(_ job: @escaping Job) -> Bool {
        let accepted = queue.withLock { state in
            guard !state.isStopping else { return false }
            state.jobs.append(job)
            return true
        }
        if accepted { waker.signal() }
        return accepted
    }

    /// Lets the thread end after the jobs queued so far; returns at once. The state is released on the thread.
    public func stop() {
        queue.withLock { $0.isStopping = true }
        waker.signal()
    }

    /// Calls back, on whatever thread, once the thread has released the state and ended; at once if it has.
    public func whenEnded(_ callback: @escaping @Sendable () -> Void) {
        let isEnded = queue.withLock { state in
            if !state.isEnded { state.ended.append(callback) }
            return state.isEnded
        }
        if isEnded { callback() }
    }

    /// Waits until the thread has ended, after ``stop()``. Blocks the caller; not for the loop's own thread.
    public func join() {
        let ended = Handover<Void>()
        whenEnded { ended.give(()) }
        ended.take()
    }

    // Unchecked: `queue` is only touched with `lock` locked. Not a Mutex: threads meet at this lock all the time, and the
    // thread sanitizer cannot see a contended Mutex being handed over (the kernel does it), but sees an NSLock's.
    private final class Mailbox: @unchecked Sendable {
        private let lock = NSLock()
        private var queue = Queue()

        func withLock<Answer>(_ body: (inout Queue) -> Answer) -> Answer {
            lock.withLock { body(&queue) }
        }
    }

    private static func body(
        mailbox: Mailbox,
        started: Handover<Result<EventLoopWaker, any Error>>,
        make: (EventLoop) throws -> State
    ) {
        do {
            let loop = try EventLoop()
            let state = try make(loop)
            loop.onWake = { [unowned loop] in
                let (jobs, isStopping) = mailbox.withLock { queue in
                    defer { queue.jobs = [] }
                    return (queue.jobs, queue.isStopping)
                }
                for job in jobs { job(state) }
                if isStopping { loop.stop() }
            }
            started.give(.success(loop.waker))
            loop.run()
            // Handlers hold the state, and the state may hold the loop.
            loop.removeAll()
        } catch {
            started.give(.failure(error))
        }
        let callbacks = mailbox.withLock { queue in
            queue.isEnded = true
            queue.isStopping = true
            defer { queue.ended = [] }
            return queue.ended
        }
        for callback in callbacks { callback() }
    }
}
