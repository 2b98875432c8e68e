import Testing

@testable import Reactor

@Suite struct TimersTests {
    private let start = ContinuousClock.now

    /// What fires, in order, when each number of `delays` (milliseconds) is scheduled and the time is `until`.
    private func fired(_ delays: [Int], cancelling: Set<Int> = [], until: Int) -> [Int] {
        var timers = Timers()
        var fired: [Int] = []
        let ids = delays.indices.map { index in
            timers.schedule(at: start + .milliseconds(delays[index])) { fired.append(index) }
        }
        for index in cancelling {
            let wasPending = timers.cancel(ids[index])
            #expect(wasPending)
        }
        while let action = timers.popDue(at: start + .milliseconds(until)) { action() }
        #expect(timers.count == delays.count - cancelling.count - fired.count)
        return fired
    }

    @Test func everyOrderOfSchedulingFiresByDeadline() {
        for delays in permutations([10, 20, 30, 40, 50]) {
            let order = fired(delays, until: 100).map { delays[$0] }
            #expect(order == [10, 20, 30, 40, 50])
        }
    }

    @Test func everyCancelledSubsetStaysSilent() {
        let delays = [30, 10, 50, 20, 40, 60]
        for bits in 0..<(1 << delays.count) {
            let cancelled = Set(delays.indices.filter { bits & (1 << $0) != 0 })
            let expected = delays.indices.filter { !cancelled.contains($0) }.sorted { delays[$0] < delays[$1] }
            #expect(fired(delays, cancelling: cancelled, until: 100) == expected)
        }
    }

    @Test func equalDeadlinesFireInOrderOfScheduling() {
        #expect(fired([7, 7, 7, 7, 7, 7, 7], until: 7) == Array(0..<7))
    }

    @Test func nothingFiresBeforeItsTime() {
        #expect(fired([5, 6, 7], until: 6) == [0, 1])
        #expect(fired([5, 6, 7], until: 4) == [])
    }

    @Test func aTimerIsCancelledOnceAndNotAfterItFired() {
        var timers = Timers()
        let first = timers.schedule(at: start) {}
        let second = timers.schedule(at: start) {}
        let cancels = [timers.cancel(second), timers.cancel(second)]
        #expect(cancels == [true, false])
        let due = timers.popDue(at: start)
        #expect(due != nil)
        let afterFiring = timers.cancel(first)
        #expect(!afterFiring)
        #expect(timers.nextDeadline == nil)
    }

    @Test func theNextDeadlineFollowsWhatIsPending() {
        var timers = Timers()
        let late = timers.schedule(at: start + .seconds(2)) {}
        let early = timers.schedule(at: start + .seconds(1)) {}
        #expect(timers.nextDeadline == start + .seconds(1))
        timers.cancel(early)
        #expect(timers.nextDeadline == start + .seconds(2))
        timers.cancel(late)
        #expect(timers.nextDeadline == nil)
    }

    private func permutations(_ values: [Int]) -> [[Int]] {
        guard let last = values.last else { return [[]] }
        return permutations(Array(values.dropLast())).flatMap { shorter in
            (0...shorter.count).map { position in
                var longer = shorter
                longer.insert(last, at: position)
                return longer
            }
        }
    }
}
