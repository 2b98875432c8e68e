import Foundation
import Synchronization

/// The processes that a judged command has started, wherever they went: each bears a mark in its environment. One that
/// gave its environment away is not found.
final class MarkedProcesses: Sendable {
    /// The variable of the mark, and what it holds.
    let variable: (name: String, value: String)
    private let isClosed = Atomic(false)

    /// A mark that no other process has.
    init() {
        variable = ("COUNTERSIGN_JUDGEMENT", "\(getpid())-\(UInt64.random(in: .min ... .max))")
    }

    /// Those that run; our own user's alone can be seen.
    ///
    /// One that is just becoming another program has no environment for a moment: where there seems to be none, a second
    /// look is taken.
    var identifiers: [pid_t] {
        let found = look()
        guard found.isEmpty else { return found }
        Thread.sleep(forTimeInterval: 0.02)
        return look()
    }

    private func look() -> [pid_t] {
        let mark = Array("\(variable.name)=\(variable.value)\0".utf8)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { identifier in
            guard let environment = FileManager.default.contents(atPath: "/proc/\(identifier)/environ") else {
                return false
            }
            return environment.firstRange(of: mark) != nil
        }
    }

    /// Ends them, politely and soon not.
    func end() {
        for identifier in identifiers { kill(identifier, SIGTERM) }
        let limit = ContinuousClock.now + .milliseconds(500)
        while !look().isEmpty, ContinuousClock.now < limit { Thread.sleep(forTimeInterval: 0.01) }
        endAtOnce()
    }

    /// Ends them without asking, and for good: one that is started after this ends at ``checkIn()``.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        endAtOnce()
    }

    /// To be called when one was started.
    func checkIn() { if isClosed.load(ordering: .sequentiallyConsistent) { endAtOnce() } }

    private func endAtOnce() { for identifier in identifiers { kill(identifier, SIGKILL) } }
}
