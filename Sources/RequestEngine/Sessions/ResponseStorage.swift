import Diagnosis
import Events
import Foundation
import Synchronization
import Trust

/// Where a cache keeps its responses.
protocol ResponseStorage: Sendable {
    func entry(_ address: String) -> ResponseCache.Entry?
    func put(_ address: String, _ entry: ResponseCache.Entry)
    func remove(_ address: String)
    /// What is kept, the oldest first.
    var all: [(key: String, entry: ResponseCache.Entry)] { get }
}

/// Responses in memory; the oldest give way.
final class MemoryResponses: ResponseStorage {
    private struct Content {
        var entries: [String: ResponseCache.Entry] = [:]
        var order: [String] = []
        var bytes = 0

        mutating func remove(_ key: String) {
            guard let old = entries.removeValue(forKey: key) else { return }
            bytes -= old.body.count
            order.removeAll { $0 == key }
        }
    }

    private let capacity: Int
    private let content = Mutex(Content())

    init(capacity: Int) { self.capacity = capacity }

    func entry(_ address: String) -> ResponseCache.Entry? { content.withLock { $0.entries[address] } }

    func put(_ address: String, _ entry: ResponseCache.Entry) {
        content.withLock { content in
            content.remove(address)
            content.entries[address] = entry
            content.order.append(address)
            content.bytes += entry.body.count
            while content.bytes > capacity, let oldest = content.order.first { content.remove(oldest) }
        }
    }

    func remove(_ address: String) { content.withLock { $0.remove(address) } }

    var all: [(key: String, entry: ResponseCache.Entry)] {
        content.withLock { content in content.order.compactMap { key in content.entries[key].map { (key, $0) } } }
    }
}
