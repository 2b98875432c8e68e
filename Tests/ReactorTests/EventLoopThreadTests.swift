import Synchronization
import Testing

@testable import Reactor

@Suite struct EventLoopThreadTests {
    private final class State {
        let loop: EventLoop
        var values: [Int] = []
        let onRelease: @Sendable () -> Void

        init(loop: EventLoop, onRelease: @escaping @Sendable () -> Void = {}) {
            self.loop = loop
            self.onRelease = onRelease
        }

        deinit { onRelease() }
    }

    private struct Refusal: Error, Equatable {}

    @Test func jobsRunInOrderOnTheState() async throws {
        let thread = try EventLoopThread(name: "test") { State(loop: $0) }
        for value in 0..<1000 { #expect(thread.submit { $0.values.append(value) }) }
        let values = await withCheckedContinuation { continuation in
            thread.submit { continuation.resume(returning: $0.values) }
        }
        #expect(values == Array(0..<1000))
    }

    @Test func jobsOfManyTasksAllArrive() async throws {
        let thread = try EventLoopThread(name: "test") { State(loop: $0) }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask { for value in 0..<200 { thread.submit { $0.values.append(task * 200 + value) } } }
            }
        }
        let values = await withCheckedContinuation { continuation in
            thread.submit { continuation.resume(returning: $0.values) }
        }
        #expect(Set(values) == Set(0..<1600))
        #expect(values.count == 1600)
    }

    @Test func aJobCanUseTheLoop() async throws {
        let thread = try EventLoopThread(name: "test") { State(loop: $0) }
        await withCheckedContinuation { continuation in
            thread.submit { state in state.loop.schedule(after: .milliseconds(1)) { continuation.resume() } }
        }
    }

    @Test func whatMakingTheStateThrowsIsThrown() {
        #expect(throws: Refusal()) {
            _ = try EventLoopThread<State>(name: "test") { _ in throw Refusal() }
        }
    }

    @Test func stoppingRunsWhatWasQueuedReleasesTheStateAndRefusesMore() throws {
        let (released, jobs) = (Flag(), Flag())
        let thread = try EventLoopThread(name: "test") { State(loop: $0, onRelease: { released.raise() }) }
        for _ in 0..<10 { thread.submit { _ in jobs.raise() } }
        thread.stop()
        thread.join()
        #expect(jobs.count == 10)
        #expect(released.count == 1)
        #expect(!thread.submit { _ in jobs.raise() })
        #expect(jobs.count == 10)
    }

    @Test func droppingTheThreadEndsIt() async throws {
        let released = Flag()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let thread = try? EventLoopThread(name: "test") { loop in
                State(loop: loop, onRelease: { released.raise() })
            }
            thread?.whenEnded { continuation.resume() }
            if thread == nil { continuation.resume() }
        }
        #expect(released.count == 1)
    }
}

/// Counts calls from any thread.
private final class Flag: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock { $0 } }
    func raise() { calls.withLock { $0 += 1 } }
}
