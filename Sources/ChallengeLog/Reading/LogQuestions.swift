import Events
import Trust

/// Questions about the log as a whole.
struct LogQuestions {
    private let reader: LogReader
    private let database: SQLiteDatabase

    init(_ reader: LogReader, _ database: SQLiteDatabase) {
        self.reader = reader
        self.database = database
    }

    func counts() throws(SQLiteError) -> LogCounts {
        let live = Set(try reader.live(database))
        let statement = try database.prepare(
            "SELECT recording, flags FROM \(reader.tables.requests) WHERE flags & 32 != 0"
        )
        defer { statement.reset() }
        var held = 0
        var running = 0
        while try statement.step() {
            guard live.contains(statement.int64(0)) else { continue }
            if RequestFlags(rawValue: Int(statement.int64(1))).contains(.held) { held += 1 } else { running += 1 }
        }
        return LogCounts(
            requests: try reader.requestList(LogQuery(), database).count,
            held: held,
            running: running,
            events: try reader.eventList(LogQuery(), database).count
        )
    }

    func certificates(_ digests: [SHA256Digest]) throws(SQLiteError) -> [SHA256Digest: PresentedCertificate] {
        var found: [SHA256Digest: PresentedCertificate] = [:]
        for digest in digests where found[digest] == nil {
            let statement = try database.prepare("SELECT der FROM \(reader.tables.certificates) WHERE sha256 = ?")
            defer { statement.reset() }
            statement.bind(1, digest.bytes)
            if try statement.step() { found[digest] = PresentedCertificate(encoded: statement.bytes(0)) }
        }
        return found
    }
}
