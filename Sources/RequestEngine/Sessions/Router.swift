import Reactor
import Synchronization

/// Knows the threads of an engine, and which of them a request belongs to.
final class Router: Sendable {
    private struct Entry {
        weak var shard: EventLoopThread<Shard>?
    }

    private let entries = Mutex<[Entry]>([])

    /// The threads, while the engine lives.
    var shards: [EventLoopThread<Shard>] { entries.withLock { $0.compactMap(\.shard) } }

    func connect(_ shards: [EventLoopThread<Shard>]) { entries.withLock { $0 = shards.map { Entry(shard: $0) } } }

    /// Starts a request on the thread that its address names; false when the engine has ended.
    @discardableResult
    func start(_ job: TransferJob) -> Bool {
        let all = shards
        guard !all.isEmpty, all[Self.index(of: job.request.url, among: all.count)].submit({ $0.start(job) }) else {
            job.exchange.finish(.engineEnded)
            return false
        }
        return true
    }

    /// FNV-1a over scheme, host and port: the same in every run.
    static func index(of url: RequestURL, among count: Int) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(url.scheme.rawValue)://\(url.host.lowercased()):\(url.port)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return Int(hash % UInt64(count))
    }
}
