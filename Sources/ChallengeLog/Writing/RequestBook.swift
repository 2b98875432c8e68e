import Events
import Trust

/// The digests of the requests under way, and the rows they have; a batch that fails is taken back.
struct RequestBook {
    /// A request with the row it has in the list.
    struct Entry {
        /// The id of its row; nil before it has one.
        var row: Int64?
        /// Its digest.
        var digest: RequestDigest
    }

    private var entries: [RequestKey: Entry] = [:]
    /// What stood there before the batch, by request; an absent value means nothing did.
    private var before: [RequestKey: Entry?] = [:]
    /// Requests changed in this batch and not written yet, in the order of their first change.
    private(set) var changed: [RequestKey] = []
    private var isChanged: Set<RequestKey> = []

    /// How many requests are kept in memory.
    var count: Int { entries.count }

    subscript(key: RequestKey) -> Entry? { entries[key] }

    /// Takes in an entry read from the log; it counts as unchanged.
    mutating func load(_ entry: Entry, for key: RequestKey) {
        if before[key] == nil { before[key] = .some(nil) }
        entries[key] = entry
    }

    mutating func change(_ key: RequestKey, to entry: Entry) {
        if before[key] == nil { before[key] = .some(entries[key]) }
        if isChanged.insert(key).inserted { changed.append(key) }
        entries[key] = entry
    }

    /// Notes the row that a request was given.
    mutating func place(_ key: RequestKey, at row: Int64) { entries[key]?.row = row }

    /// The rows of what was changed are written.
    mutating func written() {
        changed.removeAll(keepingCapacity: true)
        isChanged.removeAll(keepingCapacity: true)
    }

    /// The batch is in the log: what has ended need not be kept.
    mutating func keep() {
        for key in before.keys where entries[key]?.digest.isRunning == false { entries[key] = nil }
        before.removeAll(keepingCapacity: true)
        written()
    }

    /// The batch is not in the log.
    mutating func takeBack() {
        for (key, entry) in before { entries[key] = entry }
        before.removeAll(keepingCapacity: true)
        written()
    }

    /// Rows are numbered anew: they are to be looked up again.
    mutating func forgetRows() {
        for key in entries.keys { entries[key]?.row = nil }
    }
}
