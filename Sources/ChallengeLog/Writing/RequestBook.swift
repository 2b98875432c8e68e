import Events

/// The digests of a recording's requests under way, and the rows they have; a batch that fails is taken back.
struct RequestBook {
    /// A request with the row it has in the list.
    struct Entry {
        /// The id of its row; nil before it has one.
        var row: Int64?
        /// Its digest.
        var digest: RequestDigest
    }

    private var entries: [Int: Entry] = [:]
    /// What stood there before the batch, by request; an absent value means nothing did.
    private var before: [Int: Entry?] = [:]
    /// Requests changed in this batch and not written yet, in the order of their first change.
    private(set) var changed: [Int] = []
    private var isChanged: Set<Int> = []

    /// Whether a request without a row here may have one in the log.
    private(set) var hasForgottenRows = false

    /// How many requests are kept in memory.
    var count: Int { entries.count }

    subscript(number: Int) -> Entry? { entries[number] }

    /// Takes in an entry read from the log; it counts as unchanged.
    mutating func load(_ entry: Entry, for number: Int) {
        if before[number] == nil { before[number] = .some(nil) }
        entries[number] = entry
    }

    /// Takes in a request that was just fired.
    mutating func begin(_ number: Int, _ digest: RequestDigest) {
        remember(number)
        entries[number] = Entry(row: entries[number]?.row, digest: digest)
        note(number)
    }

    /// Takes in a further event of a request that is here.
    mutating func apply(_ event: Event, to number: Int) {
        remember(number)
        if entries[number]?.digest.apply(event) == true { note(number) }
    }

    /// Notes the row that a request was given.
    mutating func place(_ number: Int, at row: Int64) { entries[number]?.row = row }

    private mutating func remember(_ number: Int) {
        if before[number] == nil { before[number] = .some(entries[number]) }
    }

    private mutating func note(_ number: Int) {
        if isChanged.insert(number).inserted { changed.append(number) }
    }

    /// The rows of what was changed are written.
    mutating func written() {
        changed.removeAll(keepingCapacity: true)
        isChanged.removeAll(keepingCapacity: true)
    }

    /// The batch is in the log: what has ended need not be kept.
    mutating func keep() {
        for number in before.keys where entries[number]?.digest.isRunning == false { entries[number] = nil }
        before.removeAll(keepingCapacity: true)
        written()
    }

    /// The batch is not in the log.
    mutating func takeBack() {
        for (number, entry) in before { entries[number] = entry }
        before.removeAll(keepingCapacity: true)
        written()
    }

    /// Rows are numbered anew: they are to be looked up again.
    mutating func forgetRows() {
        hasForgottenRows = true
        for number in entries.keys { entries[number]?.row = nil }
    }
}
