import CLinux
import Testing

@testable import Reactor

@Suite struct EventLoopTests {
    /// A connected pair of sockets, closed at the end.
    private final class Pair {
        let near: Int32
        let far: Int32

        init() throws {
            var descriptors: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else { throw SystemCallError(call: "socketpair") }
            (near, far) = (descriptors[0], descriptors[1])
        }

        deinit {
            close(near)
            close(far)
        }

        func send(_ byte: UInt8) {
            var byte = byte
            #expect(write(far, &byte, 1) == 1)
        }

        func receive() -> UInt8? {
            var byte: UInt8 = 0
            return read(near, &byte, 1) == 1 ? byte : nil
        }
    }

    @Test func aReadableDescriptorIsReported() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let pair = try Pair()
        var seen: [Readiness] = []
        try loop.watch(pair.near, for: .readable) { readiness in
            seen.append(readiness)
            #expect(pair.receive() == 7)
            loop.stop()
        }
        pair.send(7)
        loop.run()
        #expect(seen == [.readable])
    }

    @Test func interestCanBeChangedAndOnlyItIsReported() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let pair = try Pair()
        var seen: [Readiness] = []
        try loop.watch(pair.near, for: .readable) { readiness in
            seen.append(readiness)
            loop.stop()
        }
        #expect(loop.setInterest(.writable, of: pair.near))
        loop.run()
        #expect(seen == [.writable])
        #expect(!loop.setInterest(.readable, of: pair.far))
    }

    @Test func aPeerThatIsGoneIsReportedWithoutInterest() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let pair = try Pair()
        var seen: Readiness = []
        try loop.watch(pair.near, for: []) { readiness in
            seen = readiness
            loop.stop()
        }
        shutdown(pair.far, Int32(SHUT_RDWR))
        loop.run()
        #expect(seen.contains(.failed))
    }

    @Test func readinessGatheredForAnUnwatchedDescriptorIsDropped() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let (first, second) = (try Pair(), try Pair())
        var calls = 0
        // Both become ready in the same wait; whichever handler runs first takes the other away.
        for (mine, other) in [(first, second), (second, first)] {
            try loop.watch(mine.near, for: .readable) { _ in
                calls += 1
                loop.unwatch(other.near)
                loop.unwatch(mine.near)
                loop.schedule(after: .milliseconds(5)) { loop.stop() }
            }
        }
        first.send(1)
        second.send(1)
        loop.run()
        #expect(calls == 1)
        #expect(loop.watchCount == 0)
    }

    @Test func aClosedDescriptorMayBeUnwatchedAfterwards() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let descriptor = dup(0)
        try #require(descriptor >= 0)
        let pair = try Pair()
        let copy = dup(pair.near)
        try loop.watch(copy, for: .readable) { _ in }
        close(copy)
        close(descriptor)
        loop.unwatch(copy)
        #expect(loop.watchCount == 0)
    }

    @Test func aDescriptorThatCannotBeWatchedIsAnError() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        #expect(throws: SystemCallError(call: "epoll_ctl", number: EBADF)) {
            try loop.watch(-1, for: .readable) { _ in }
        }
        #expect(loop.watchCount == 0)
    }

    @Test func timersRunInOrderAndMayCancelEachOther() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        var order: [String] = []
        let cancelled = loop.schedule(after: .milliseconds(3)) { order.append("cancelled") }
        loop.schedule(after: .milliseconds(4)) {
            order.append("last")
            loop.stop()
        }
        loop.schedule(after: .milliseconds(1)) {
            order.append("first")
            loop.cancel(cancelled)
        }
        loop.run()
        #expect(order == ["first", "last"])
        #expect(loop.timerCount == 0)
    }

    @Test func aTimerNeverRunsEarly() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let deadline = loop.now + .microseconds(1500)
        var ranAt: ContinuousClock.Instant?
        loop.schedule(at: deadline) {
            ranAt = loop.now
            loop.stop()
        }
        loop.run()
        #expect(try #require(ranAt) >= deadline)
    }

    @Test func aTimerThatRepeatsAtOnceDoesNotStarveDescriptors() throws {
        let loop = try EventLoop()
        defer { loop.removeAll() }
        let pair = try Pair()
        func again() { loop.schedule(after: .zero) { again() } }
        again()
        try loop.watch(pair.near, for: .readable) { _ in loop.stop() }
        pair.send(1)
        loop.run()
        #expect(loop.timerCount == 1)
    }
}
