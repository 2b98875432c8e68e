import Diagnosis
import Events
import Foundation
import Reactor
import Synchronization

extension LabLoop {
    /// Serves some listeners on a thread of its own; they are closed when it cannot be started.
    ///
    /// - Parameters:
    ///   - site: what their pages know of each other.
    ///   - maker: makes what a scenario serves when it is first wanted.
    ///   - sink: is told of every client, on that thread.
    /// - Throws: `lab.port` where the process has no descriptors left.
    static func start(
        _ listeners: [LabListener],
        site: LabSite = LabSite(ports: [:], nonce: ""),
        maker: @escaping Maker,
        limits: LabLimits,
        count: ConnectionCount,
        sink: @escaping @Sendable (Event) -> Void
    ) throws(Problem) -> EventLoopThread<LabLoop> {
        do {
            let thread = try EventLoopThread(name: "lab") { loop in
                LabLoop(
                    loop: loop,
                    listeners: listeners,
                    site: site,
                    maker: maker,
                    limits: limits,
                    count: count,
                    now: { microseconds(Date()) },
                    sink: sink
                )
            }
            let later = WeakThread(thread)
            thread.submit { lab in try? lab.open { job in later.thread?.submit(job) } }
            return thread
        } catch {
            for listener in listeners { listener.close() }
            throw Problem.labCannotStart(reason: "\(error)")
        }
    }

    private static func microseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000_000) }
}

/// Reaches the lab's thread without keeping it alive.
private final class WeakThread: Sendable {
    private let box: Mutex<Box>

    private struct Box: Sendable {
        weak var thread: EventLoopThread<LabLoop>?
    }

    init(_ thread: EventLoopThread<LabLoop>) { box = Mutex(Box(thread: thread)) }

    var thread: EventLoopThread<LabLoop>? { box.withLock { $0.thread } }
}
