import Events

/// Makes and updates the list of events for one query.
struct EventListing {
    private let reader: LogReader
    private let database: SQLiteDatabase
    private let key: LogReader.ListKey

    init(_ reader: LogReader, _ database: SQLiteDatabase, _ key: LogReader.ListKey) {
        self.reader = reader
        self.database = database
        self.key = key
    }

    private var tables: LogTables { reader.tables }

    func refresh(_ old: MatchList?) throws(SQLiteError) -> MatchList {
        let isScanned = if case .list = old?.rows { true } else { false }
        if key.query.isEverything, !tables.hasMemory, !isScanned { return try range() }
        guard let old else { return try scan() }
        let condition = condition(try marked())
        let revision = condition.looksAtRequests ? try highest("revision", tables.requests) : 0
        guard revision == old.seenEvents else { return try scan() }
        return try scan(behind: old)
    }

    private func range() throws(SQLiteError) -> MatchList {
        let first = try database.number("SELECT min(id) FROM \(tables.events)") ?? 1
        let last = try highest("id", tables.events)
        guard let rows = MatchList.Rows(first: first, last: last) else { return try scan() }
        return MatchList(rows: rows, seen: last, seenEvents: 0)
    }

    /// The matching rows, id by id; events do not change, so that a list needs only those behind its last.
    func scan(behind old: MatchList? = nil) throws(SQLiteError) -> MatchList {
        let condition = condition(try marked())
        let last = try highest("id", tables.events)
        var ids: [Int64] = []
        if case .list(let known) = old?.rows { ids = known }
        ids += try RowWalk(database: database, table: tables.events, progress: reader.progress).rows(
            "SELECT e.id FROM \(tables.events) AS e WHERE \(condition.sql) AND e.id > ? AND e.id <= ? ORDER BY e.id",
            condition.values,
            behind: old?.seen,
            upTo: last
        )
        return MatchList(
            rows: .list(ids),
            seen: last,
            seenEvents: condition.looksAtRequests ? try highest("revision", tables.requests) : 0
        )
    }

    private func condition(_ marked: [Int64]) -> QueryCondition {
        QueryCondition.events(key.query, tables, live: key.live, marked: marked)
    }

    private func marked() throws(SQLiteError) -> [Int64] {
        var ids: [Int64] = []
        for key in key.query.marked {
            let statement = try database.prepare("SELECT id FROM \(tables.requests) WHERE recording = ? AND number = ?")
            defer { statement.reset() }
            statement.bind(1, StoredKey.of(key.recording))
            statement.bind(2, key.number)
            if try statement.step() { ids.append(statement.int64(0)) }
        }
        return ids.sorted()
    }

    private func highest(_ column: String, _ table: String) throws(SQLiteError) -> Int64 {
        try database.number("SELECT max(\(column)) FROM \(table)") ?? 0
    }
}
