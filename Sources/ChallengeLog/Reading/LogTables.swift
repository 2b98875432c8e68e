/// The tables that a reader asks: those of the file, or views over the file and what is in memory.
struct LogTables: Hashable {
    /// Whether there are rows in memory beside those of the file.
    let hasMemory: Bool

    var recordings: String { name("recordings") }
    var events: String { name("events") }
    var payloads: String { name("payloads") }
    var certificates: String { name("certificates") }
    var policies: String { name("policies") }
    var requests: String { name("requests") }
    var digests: String { name("digests") }
    var changes: String { name("changes") }

    private func name(_ table: String) -> String { hasMemory ? "temp.all_\(table)" : "main.\(table)" }

    /// Makes the views; a request's row in memory stands for the one of the file.
    static func createViews(in database: SQLiteDatabase, memory: String) throws(SQLiteError) {
        for table in LogSchema.tables {
            let hidden =
                ["requests", "digests"].contains(table) ? " WHERE id NOT IN (SELECT id FROM \(memory).\(table))" : ""
            try database.execute(
                """
                CREATE TEMP VIEW all_\(table) AS SELECT * FROM main.\(table)\(hidden)
                UNION ALL SELECT * FROM \(memory).\(table)
                """
            )
        }
    }
}
