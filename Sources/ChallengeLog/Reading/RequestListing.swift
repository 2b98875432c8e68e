import Events

/// Makes and updates the list of requests for one query.
struct RequestListing {
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
        if key.query.isEverything, key.query.sort == .number, !tables.hasMemory, !isScanned(old) { return try range() }
        guard var list = old else { return try scan() }
        let condition = try condition()
        let isStale: Bool
        if key.query.sort == .number {
            let events = condition.looksAtEvents ? try highest("id", tables.events) : 0
            isStale = events != list.seenEvents
        } else {
            let revision = try highest("revision", tables.requests)
            isStale = revision != list.seen
        }
        if isStale { return try scan() }
        guard key.query.sort == .number else { return list }
        let statement = try database.prepare(
            "SELECT r.id, r.revision, \(condition.sql) FROM \(tables.requests) AS r WHERE r.revision > ? ORDER BY r.id"
        )
        defer { statement.reset() }
        for (index, value) in condition.values.enumerated() { statement.bind(Int32(index + 1), value) }
        statement.bind(Int32(condition.values.count + 1), list.seen)
        var seen = list.seen
        while try statement.step() {
            list.update(statement.int64(0), matches: statement.int64(2) != 0)
            seen = max(seen, statement.int64(1))
        }
        list.seen = seen
        return list
    }

    /// Every row, as a range: rows are numbered one by one and never taken out.
    private func range() throws(SQLiteError) -> MatchList {
        let first = try database.number("SELECT min(id) FROM \(tables.requests)") ?? 1
        let last = try database.number("SELECT max(id) FROM \(tables.requests)") ?? 0
        guard let rows = MatchList.Rows(first: first, last: last) else { return try scan() }
        return MatchList(rows: rows, seen: 0, seenEvents: 0)
    }

    /// The matching rows, id by id.
    func scan() throws(SQLiteError) -> MatchList {
        let condition = try condition()
        return MatchList(
            rows: .list(try key.query.sort == .number ? inOrder(condition) : sorted(condition)),
            seen: try highest("revision", tables.requests),
            seenEvents: condition.looksAtEvents ? try highest("id", tables.events) : 0
        )
    }

    private func inOrder(_ condition: QueryCondition) throws(SQLiteError) -> [Int64] {
        try RowWalk(database: database, table: tables.requests, progress: reader.progress).rows(
            "SELECT r.id FROM \(tables.requests) AS r WHERE \(condition.sql) AND r.id > ? AND r.id <= ? ORDER BY r.id",
            condition.values,
            behind: nil,
            upTo: try highest("id", tables.requests)
        )
    }

    private func sorted(_ condition: QueryCondition) throws(SQLiteError) -> [Int64] {
        let statement = try database.prepare(
            "SELECT r.id FROM \(tables.requests) AS r WHERE \(condition.sql) ORDER BY \(order)"
        )
        defer { statement.reset() }
        for (index, value) in condition.values.enumerated() { statement.bind(Int32(index + 1), value) }
        var ids: [Int64] = []
        while try statement.step() { ids.append(statement.int64(0)) }
        return ids
    }

    private var order: String {
        let direction = key.query.isDescending ? "DESC" : "ASC"
        switch key.query.sort {
        case .number: return "r.id"
        case .host: return "r.host \(direction), r.id"
        case .answer: return "r.answers \(direction), r.id"
        case .result: return "r.result \(direction), r.id"
        case .tls: return "r.tls \(direction), r.id"
        case .duration: return "r.duration \(direction), r.id"
        }
    }

    func condition() throws(SQLiteError) -> QueryCondition {
        QueryCondition.requests(
            key.query,
            tables,
            live: key.live,
            marked: try ids(key.query.marked),
            only: try key.query.only.map { (keys) throws(SQLiteError) in try ids(keys) }
        )
    }

    private func ids(_ keys: Set<RequestKey>) throws(SQLiteError) -> [Int64] {
        var ids: [Int64] = []
        for key in keys {
            let statement = try database.prepare(
                "SELECT id FROM \(tables.requests) WHERE recording = ? AND number = ?"
            )
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

    private func isScanned(_ list: MatchList?) -> Bool {
        if case .list = list?.rows { true } else { false }
    }
}
