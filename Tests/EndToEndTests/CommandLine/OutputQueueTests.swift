import Dispatch
import Testing

@testable import countersign

@Suite struct OutputQueueTests {
    @Test func whoDoesNotReadKeepsNobodyWaiting() {
        let queue = OutputQueue()
        let gate = DispatchSemaphore(value: 0)
        queue.add { gate.wait() }
        for _ in 0..<20_000 { queue.add {} }
        #expect(queue.finish() == 20_001)
        gate.signal()
        // What waited is printed now; what found no room is lost.
        #expect(queue.finish() == 10_001)
    }
}
