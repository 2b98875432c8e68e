import Foundation

// Unchecked: every stored variable is touched with `condition` locked only.

/// Work on many items by several threads, the results in the order of the items, with a bounded number under way.
final class OrderedWork<Item: Sendable, Result: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let bound: Int
    private var waiting: [(number: Int, item: Item)] = []
    private var results: [Int: Result] = [:]
    private var added = 0
    private var taken = 0
    private var closed = false
    private var abandoned = false

    /// - Parameters:
    ///   - threads: how many work at once.
    ///   - bound: how many items may be under way, results that nobody took included.
    ///   - worker: called once on each thread; gives what does the work there.
    init(threads: Int, bound: Int, worker: @escaping @Sendable () -> (Item) -> Result) {
        self.bound = bound
        for _ in 0..<threads {
            let thread = Thread { [self] in labour(worker()) }
            thread.stackSize = 4 << 20
            thread.start()
        }
    }

    /// Adds an item; waits while too many are under way. False when nobody wants results any more.
    func add(_ item: Item) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while added - taken >= bound, !abandoned { condition.wait() }
        guard !abandoned else { return false }
        waiting.append((added, item))
        added += 1
        condition.broadcast()
        return true
    }

    /// There will be no more items.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        closed = true
        condition.broadcast()
    }

    /// Nobody wants results any more.
    func abandon() {
        condition.lock()
        defer { condition.unlock() }
        abandoned = true
        waiting = []
        condition.broadcast()
    }

    /// The next result in order; nil when there will be none.
    ///
    /// - Parameter idle: called when the result has to be waited for.
    func next(idle: () -> Void) -> Result? {
        condition.lock()
        defer { condition.unlock() }
        if results[taken] == nil, !(closed && taken == added) {
            condition.unlock()
            idle()
            condition.lock()
        }
        while true {
            if let result = results.removeValue(forKey: taken) {
                taken += 1
                condition.broadcast()
                return result
            }
            if abandoned || (closed && taken == added) { return nil }
            condition.wait()
        }
    }

    private func labour(_ work: (Item) -> Result) {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let (number, item) = waiting.first {
                waiting.removeFirst()
                condition.unlock()
                let result = work(item)
                condition.lock()
                results[number] = result
                condition.broadcast()
            } else if closed || abandoned {
                return
            } else {
                condition.wait()
            }
        }
    }
}
