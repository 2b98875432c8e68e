import CLinux

/// One epoll, one eventfd and one heap of timers, confined to the thread that calls ``run()``.
///
/// Handlers run on that thread, one after the other. Another thread reaches the loop through its ``waker`` alone;
/// ``EventLoopThread`` builds a queue of jobs on it.
public final class EventLoop {
    /// Called when a watched descriptor became ready.
    public typealias Handler = (Readiness) -> Void

    private struct Watch {
        let token: UInt64
        var interest: Readiness
        let handler: Handler
    }

    /// Wakes the loop from any thread.
    public let waker: EventLoopWaker
    /// Called on the loop's thread after the waker was signalled; several signals may come as one call.
    public var onWake: () -> Void = {}

    private let epoll: Int32
    private var watches: [Int32: Watch] = [:]
    private var descriptors: [UInt64: Int32] = [:]
    private var timers = Timers()
    private var lastToken: UInt64 = 0
    private var isStopped = false
    private static let wakeToken: UInt64 = 0

    /// Opens the descriptors; throws where the process has no more of them.
    public init() throws(SystemCallError) {
        let descriptor = cl_epoll_create()
        guard descriptor >= 0 else { throw SystemCallError(call: "epoll_create1") }
        epoll = descriptor
        do {
            waker = try EventLoopWaker()
        } catch {
            close(descriptor)
            throw error
        }
        guard cl_epoll_add(epoll, waker.descriptor, CL_EPOLLIN, Self.wakeToken) == 0 else {
            let error = SystemCallError(call: "epoll_ctl")
            close(descriptor)
            throw error
        }
    }

    deinit { close(epoll) }

    /// The time that timers are compared with.
    public var now: Timers.Instant { ContinuousClock.now }

    /// How many descriptors are watched, the loop's own not counted.
    public var watchCount: Int { watches.count }

    /// How many timers wait.
    public var timerCount: Int { timers.count }

    // MARK: Descriptors

    /// Watches a descriptor, level-triggered; a second call replaces the interest and the handler of the first.
    ///
    /// Failure is always reported to the handler, also with an empty interest. The loop does not own the descriptor:
    /// call ``unwatch(_:)`` before closing it.
    public func watch(
        _ descriptor: Int32,
        for interest: Readiness,
        handler: @escaping Handler
    ) throws(SystemCallError) {
        unwatch(descriptor)
        lastToken += 1
        guard cl_epoll_add(epoll, descriptor, interest.epollEvents, lastToken) == 0 else {
            throw SystemCallError(call: "epoll_ctl")
        }
        watches[descriptor] = Watch(token: lastToken, interest: interest, handler: handler)
        descriptors[lastToken] = descriptor
    }

    /// Changes what a watched descriptor is watched for. Returns false when it is not watched.
    @discardableResult
    public func setInterest(_ interest: Readiness, of descriptor: Int32) -> Bool {
        guard let watch = watches[descriptor] else { return false }
        guard watch.interest != interest else { return true }
        guard cl_epoll_modify(epoll, descriptor, interest.epollEvents, watch.token) == 0 else { return false }
        watches[descriptor]?.interest = interest
        return true
    }

    /// Stops watching; readiness that was already gathered for this descriptor is not delivered any more.
    public func unwatch(_ descriptor: Int32) {
        guard let watch = watches.removeValue(forKey: descriptor) else { return }
        descriptors[watch.token] = nil
        // Fails where the descriptor was closed before: then the kernel has forgotten it already.
        _ = cl_epoll_remove(epoll, descriptor)
    }

    // MARK: Timers

    /// Runs an action on the loop's thread at a moment, or soon if it has passed.
    @discardableResult
    public func schedule(at deadline: Timers.Instant, _ action: @escaping () -> Void) -> Timers.ID {
        timers.schedule(at: deadline, action)
    }

    /// Runs an action on the loop's thread after a time.
    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Timers.ID {
        timers.schedule(at: now + delay, action)
    }

    /// Forgets an action. Returns false when it has run or was cancelled before.
    @discardableResult
    public func cancel(_ timer: Timers.ID) -> Bool { timers.cancel(timer) }

    /// Forgets every descriptor and timer, and with them what their handlers hold.
    public func removeAll() {
        for descriptor in Array(watches.keys) { unwatch(descriptor) }
        timers = Timers()
        onWake = {}
    }

    // MARK: Running

    /// Delivers readiness, wake-ups and timers until ``stop()``.
    public func run() {
        isStopped = false
        var ready = [cl_ready](repeating: cl_ready(), count: 256)
        while !isStopped {
            let count = ready.withUnsafeMutableBufferPointer { buffer in
                cl_epoll_wait(epoll, buffer.baseAddress, Int32(buffer.count), waitMilliseconds())
            }
            // A negative count is an interrupted wait: nothing is lost, the loop looks again.
            for index in 0..<Int(max(count, 0)) where !isStopped { deliver(ready[index]) }
            runDueTimers()
        }
    }

    /// Ends ``run()`` after the handler that runs now. Call on the loop's thread.
    public func stop() { isStopped = true }

    private func deliver(_ ready: cl_ready) {
        if ready.token == Self.wakeToken {
            waker.clear()
            onWake()
        } else if let descriptor = descriptors[ready.token], let watch = watches[descriptor] {
            watch.handler(Readiness(epollEvents: ready.events))
        }
    }

    private func runDueTimers() {
        // One reading of the clock: a timer that schedules itself at once again cannot starve the descriptors.
        let now = now
        while !isStopped, let action = timers.popDue(at: now) { action() }
    }

    /// As epoll_wait(2) wants it: -1 waits without end, and a part of a millisecond is waited for in full.
    private func waitMilliseconds() -> Int32 {
        guard let deadline = timers.nextDeadline else { return -1 }
        let (seconds, attoseconds) = (deadline - now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 3600 else { return 3_600_000 }
        return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

/// Wakes one ``EventLoop`` from any thread.
public final class EventLoopWaker: Sendable {
    fileprivate let descriptor: Int32

    fileprivate init() throws(SystemCallError) {
        descriptor = cl_eventfd()
        guard descriptor >= 0 else { throw SystemCallError(call: "eventfd") }
    }

    deinit { close(descriptor) }

    /// Makes the loop call its ``EventLoop/onWake`` soon.
    public func signal() {
        // It can fail only where the counter is full, and then the loop is about to wake anyway.
        _ = cl_eventfd_signal(descriptor)
    }

    fileprivate func clear() { cl_eventfd_clear(descriptor) }
}

extension Readiness {
    fileprivate init(epollEvents: UInt32) {
        self = []
        if epollEvents & CL_EPOLLIN != 0 { insert(.readable) }
        if epollEvents & CL_EPOLLOUT != 0 { insert(.writable) }
        if epollEvents & (CL_EPOLLERR | CL_EPOLLHUP) != 0 { insert(.failed) }
    }

    fileprivate var epollEvents: UInt32 {
        (contains(.readable) ? CL_EPOLLIN : 0) | (contains(.writable) ? CL_EPOLLOUT : 0)
    }
}
