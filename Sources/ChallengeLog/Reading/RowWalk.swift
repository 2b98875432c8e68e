/// Walks through the rows of a table in the order of their ids, a stretch at a time, and tells how far it has come.
struct RowWalk {
    /// Rows of a stretch: some ten milliseconds.
    static let stretch = 20_000
    /// Nobody waits for it any more.
    static let givenUp = SQLiteError(kind: .other, code: 0, message: "given up")

    let database: SQLiteDatabase
    let table: String
    let progress: LongWork?

    /// Runs a query for each stretch: what it gives in its first column.
    ///
    /// - Parameters:
    ///   - sql: has the values' question marks, then two for the ids: behind the first of them, up to the second.
    ///   - first: the id behind which it begins; nil for the beginning.
    ///   - last: the id with which it ends.
    /// - Throws: ``givenUp`` when the walk is to go on no further.
    func rows(_ sql: String, _ values: [String], behind first: Int64?, upTo last: Int64) throws(SQLiteError) -> [Int64]
    {
        let statement = try database.prepare(sql)
        defer { statement.reset() }
        var found: [Int64] = []
        var from = last
        if let first {
            from = first
        } else if let least = try database.number("SELECT min(id) FROM \(table)") {
            from = max(.min + 1, least) - 1
        }
        let start = from
        while from < last {
            // Ids may be far apart in a file of somebody else's: rows are counted.
            let to = try end(of: from) ?? last
            statement.reset()
            for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
            statement.bind(Int32(values.count + 1), from)
            statement.bind(Int32(values.count + 2), to)
            while try statement.step() { found.append(statement.int64(0)) }
            from = to
            guard let progress, from < last else { continue }
            guard progress(Self.distance(start, from), Self.distance(start, last)) else { throw Self.givenUp }
        }
        return found
    }

    /// The id of the last row of the stretch behind an id; nil where fewer rows are left.
    private func end(of id: Int64) throws(SQLiteError) -> Int64? {
        let statement = try database.prepare(
            "SELECT id FROM \(table) WHERE id > ? ORDER BY id LIMIT 1 OFFSET \(Self.stretch - 1)"
        )
        defer { statement.reset() }
        statement.bind(1, id)
        return try statement.step() ? statement.int64(0) : nil
    }

    private static func distance(_ first: Int64, _ last: Int64) -> Int {
        let (distance, isTooFar) = last.subtractingReportingOverflow(first)
        return isTooFar ? .max : Int(distance)
    }
}
