/// Actions that wait for their time: a heap ordered by deadline, then by the order of scheduling.
///
/// A value without a clock of its own: the caller says what time it is. All operations are O(log n);
/// a cancelled timer is forgotten at once, so the number of pending timers is exact.
public struct Timers {
    /// A moment of the monotonic clock.
    public typealias Instant = ContinuousClock.Instant

    /// Names one scheduled action; never used twice by the same `Timers`.
    public struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Entry {
        let deadline: Instant
        let id: ID
        let action: () -> Void

        func isBefore(_ other: Entry) -> Bool {
            deadline != other.deadline ? deadline < other.deadline : id.number < other.id.number
        }
    }

    private var heap: [Entry] = []
    private var positions: [ID: Int] = [:]
    private var lastNumber: UInt64 = 0

    /// No timers.
    public init() {}

    /// How many actions wait.
    public var count: Int { heap.count }

    /// The earliest deadline, or nil when nothing waits.
    public var nextDeadline: Instant? { heap.first?.deadline }

    /// Adds an action that becomes due at `deadline`.
    public mutating func schedule(at deadline: Instant, _ action: @escaping () -> Void) -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        heap.append(Entry(deadline: deadline, id: id, action: action))
        positions[id] = heap.count - 1
        moveUp(from: heap.count - 1)
        return id
    }

    /// Forgets an action. Returns false when it has run, was cancelled before, or never was here.
    @discardableResult
    public mutating func cancel(_ id: ID) -> Bool {
        guard let position = positions[id] else { return false }
        remove(at: position)
        return true
    }

    /// Takes out the earliest action whose deadline is not after `now`, or nil when none is due.
    ///
    /// One at a time, so that an action may cancel another that is due at the same moment.
    public mutating func popDue(at now: Instant) -> (() -> Void)? {
        guard let first = heap.first, first.deadline <= now else { return nil }
        remove(at: 0)
        return first.action
    }

    private mutating func remove(at position: Int) {
        positions[heap[position].id] = nil
        let last = heap.removeLast()
        guard position < heap.count else { return }
        heap[position] = last
        positions[last.id] = position
        moveUp(from: position)
        moveDown(from: position)
    }

    private mutating func moveUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            exchange(child, parent)
            child = parent
        }
    }

    private mutating func moveDown(from start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].isBefore(heap[smallest]) {
                smallest = child
            }
            guard smallest != parent else { return }
            exchange(parent, smallest)
            parent = smallest
        }
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        positions[heap[left].id] = left
        positions[heap[right].id] = right
    }
}
