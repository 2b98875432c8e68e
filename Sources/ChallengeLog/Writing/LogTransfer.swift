/// Copies what was kept in memory into a file, behind the rows that it has.
struct LogTransfer {
    private let database: SQLiteDatabase
    /// The schema in memory, attached to the same connection.
    private let memory: String

    init(_ database: SQLiteDatabase, from memory: String) {
        self.database = database
        self.memory = memory
    }

    /// Copies everything in one transaction; rows get new ids where others wrote into the file meanwhile.
    func run() throws(SQLiteError) {
        do {
            try database.execute("BEGIN IMMEDIATE")
            try copyWhole()
            let requests = try copyRequests()
            try copyChanges(requests)
            try copyEvents()
            try database.execute("COMMIT")
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }

    private func copyWhole() throws(SQLiteError) {
        try database.execute("INSERT OR REPLACE INTO main.recordings SELECT * FROM \(memory).recordings")
        try database.execute("INSERT OR IGNORE INTO main.policies SELECT * FROM \(memory).policies")
        try database.execute("INSERT OR IGNORE INTO main.certificates SELECT * FROM \(memory).certificates")
    }

    /// Gives the new id of each request's row.
    private func copyRequests() throws(SQLiteError) -> [Int64: Int64] {
        let revision = (try database.number("SELECT max(revision) FROM main.requests") ?? 0) + 1
        var next = (try database.number("SELECT max(id) FROM main.requests") ?? 0) + 1
        var placed: [Int64: Int64] = [:]
        let known = try database.prepare(
            """
            SELECT m.id, f.id FROM \(memory).requests AS m
            LEFT JOIN main.requests AS f ON f.recording = m.recording AND f.number = m.number ORDER BY m.id
            """
        )
        defer { known.reset() }
        while try known.step() {
            if let id = known.optionalInt64(1) {
                placed[known.int64(0)] = id
            } else {
                placed[known.int64(0)] = next
                next += 1
            }
        }
        for (old, new) in placed.sorted(by: { $0.value < $1.value }) {
            let row = try database.prepare(
                """
                INSERT OR REPLACE INTO main.requests
                SELECT ?, recording, number, ?, flags, duration, host, line, answers, result, tls, flow, kinds, faults, why
                FROM \(memory).requests WHERE id = ?
                """
            )
            row.bind(1, new)
            row.bind(2, revision)
            row.bind(3, old)
            try row.run()
            let digest = try database.prepare(
                "INSERT OR REPLACE INTO main.digests SELECT ?, digest FROM \(memory).digests WHERE id = ?"
            )
            digest.bind(1, new)
            digest.bind(2, old)
            try digest.run()
        }
        return placed
    }

    private func copyChanges(_ requests: [Int64: Int64]) throws(SQLiteError) {
        for (id, after) in try pairs("SELECT id, after FROM \(memory).changes ORDER BY id") {
            let change = try database.prepare(
                "INSERT INTO main.changes SELECT NULL, recording, sequence, time, ?, facts FROM \(memory).changes WHERE id = ?"
            )
            change.bind(1, requests[after] ?? after)
            change.bind(2, id)
            try change.run()
        }
    }

    private func copyEvents() throws(SQLiteError) {
        for (id, _) in try pairs("SELECT id, 0 FROM \(memory).events ORDER BY id") {
            let event = try database.prepare(
                """
                INSERT INTO main.events SELECT NULL, recording, sequence, time, elapsed, session, request, connection,
                  challenge, kind, host, outcome, summary, profile FROM \(memory).events WHERE id = ?
                """
            )
            event.bind(1, id)
            try event.run()
            let payload = try database.prepare(
                "INSERT INTO main.payloads SELECT ?, facts FROM \(memory).payloads WHERE id = ?"
            )
            payload.bind(1, database.lastRow)
            payload.bind(2, id)
            try payload.run()
        }
    }

    private func pairs(_ sql: String) throws(SQLiteError) -> [(Int64, Int64)] {
        let statement = try database.prepare(sql)
        defer { statement.reset() }
        var pairs: [(Int64, Int64)] = []
        while try statement.step() { pairs.append((statement.int64(0), statement.int64(1))) }
        return pairs
    }
}
