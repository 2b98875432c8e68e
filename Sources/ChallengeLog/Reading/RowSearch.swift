/// Looks for a text in the rows of a list, a stretch at a time: others are answered between two of them, and whoever waits
/// sees how far it has come.
struct RowSearch {
    /// What is searched.
    enum Rows: Hashable {
        case requests
        case events
    }

    /// What came of a stretch.
    enum Outcome {
        /// The position of the row that contains the text.
        case found(Int)
        /// No row does, up to the end.
        case nothing
        /// Nothing so far; the next stretch begins there.
        case goesOn(from: Int)
    }

    private let reader: LogReader
    private let database: SQLiteDatabase
    private let rows: Rows
    private let query: LogQuery
    private let table: String
    private let columns: [String]
    private let list: MatchList
    /// Whether the list is read from its end.
    private let reversed: Bool
    private let isInOrder: Bool

    init(_ rows: Rows, _ query: LogQuery, _ reader: LogReader, _ database: SQLiteDatabase) throws(SQLiteError) {
        (self.reader, self.database) = (reader, database)
        (self.rows, self.query) = (rows, query)
        switch rows {
        case .requests:
            table = reader.tables.requests
            columns = ["line", "host", "answers", "result", "why"]
            list = try reader.requestList(query, database)
            isInOrder = query.sort == .number
        case .events:
            table = reader.tables.events
            columns = ["summary", "kind"]
            list = try reader.eventList(query, database)
            isInOrder = true
        }
        reversed = rows == .requests && query.sort == .number && query.isDescending
    }

    /// How many rows there are to be searched.
    var count: Int { list.count }

    /// Looks from a position on, in the direction given.
    func stretch(_ text: String, from offset: Int, forward: Bool) throws(SQLiteError) -> Outcome {
        let start = forward ? max(0, offset) : min(offset, count - 1)
        guard start >= 0, start < count else { return .nothing }
        guard isInOrder else { return try sorted(text, from: start, forward: forward) }
        let last = forward ? min(count - 1, start + RowWalk.stretch - 1) : max(0, start - RowWalk.stretch + 1)
        guard let one = list.id(at: start, reversed: reversed), let other = list.id(at: last, reversed: reversed) else {
            return .nothing
        }
        let (condition, value) = condition(text)
        let direction = forward == reversed ? "DESC" : "ASC"
        let statement = try database.prepare(
            "SELECT id FROM \(table) WHERE id BETWEEN ? AND ? AND \(condition) ORDER BY id \(direction)"
        )
        defer { statement.reset() }
        statement.bind(1, min(one, other))
        statement.bind(2, max(one, other))
        for column in columns.indices { statement.bind(Int32(column + 3), value) }
        while try statement.step() {
            // What the filter hides is not found.
            guard let position = list.positionInOrder(of: statement.int64(0)) else { continue }
            return .found(reversed ? count - 1 - position : position)
        }
        if try hasGap(min(one, other), max(one, other)) {
            // It is listed id by id from now on, and looked at anew.
            switch rows {
            case .requests: _ = try reader.distrustRange(of: query, database)
            case .events: _ = try reader.distrustEventRange(of: query, database)
            }
            return .goesOn(from: start)
        }
        let next = forward ? last + 1 : last - 1
        return next >= 0 && next < count ? .goesOn(from: next) : .nothing
    }

    /// Whether a range of ids that was taken for a list has ids without a row: in a file of somebody else's they may be
    /// without number.
    private func hasGap(_ first: Int64, _ last: Int64) throws(SQLiteError) -> Bool {
        guard case .range = list.rows else { return false }
        let statement = try database.prepare("SELECT count(*) FROM \(table) WHERE id BETWEEN ? AND ?")
        defer { statement.reset() }
        statement.bind(1, first)
        statement.bind(2, last)
        return try statement.step() && statement.int64(0) != last - first + 1
    }

    /// In a list that is sorted by something else than the number, all rows are asked at once.
    private func sorted(_ text: String, from start: Int, forward: Bool) throws(SQLiteError) -> Outcome {
        let (condition, value) = condition(text)
        let statement = try database.prepare("SELECT id FROM \(table) WHERE \(condition)")
        defer { statement.reset() }
        for column in columns.indices { statement.bind(Int32(column + 1), value) }
        var found: Set<Int64> = []
        while try statement.step() { found.insert(statement.int64(0)) }
        var position = start
        while position >= 0, position < count {
            if let id = list.id(at: position), found.contains(id) { return .found(position) }
            position += forward ? 1 : -1
        }
        return .nothing
    }

    private func condition(_ text: String) -> (sql: String, value: String) {
        let parts = columns.map { QueryCondition.contains($0, text) }
        return ("(" + parts.map(\.sql).joined(separator: " OR ") + ")", parts[0].value)
    }
}
