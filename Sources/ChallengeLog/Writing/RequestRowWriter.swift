import Events
import Foundation

/// Writes a request's row: the narrow columns that a filter reads, and the digest.
struct RequestRowWriter {
    private let database: SQLiteDatabase
    private let schema: String

    init(_ database: SQLiteDatabase, _ schema: String) {
        self.database = database
        self.schema = schema
    }

    func write(_ digest: RequestDigest, key: RequestKey, row: Int64, revision: Int64) throws(SQLiteError) {
        let facets = RequestFacets(digest)
        let statement = try database.prepare(
            """
            INSERT OR REPLACE INTO \(schema).requests(id, recording, number, revision, flags, duration, host, line, answers,
              result, tls, flow, kinds, faults, why) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, row)
        statement.bind(2, StoredKey.of(key.recording))
        statement.bind(3, key.number)
        statement.bind(4, revision)
        statement.bind(5, facets.flags.rawValue)
        // What still runs has no end: it sorts last.
        statement.bind(6, digest.ended.map { $0 - digest.started } ?? Int64.max)
        statement.bind(7, facets.host)
        statement.bind(8, facets.line)
        statement.bind(9, facets.answers)
        statement.bind(10, facets.result)
        statement.bind(11, facets.tls)
        statement.bind(12, facets.flow)
        statement.bind(13, facets.kinds)
        statement.bind(14, facets.faults)
        statement.bind(15, digest.isRunning ? "" : digest.whyColumn(now: digest.phaseSince))
        try statement.run()
        guard let json = try? EventJSON.encode(digest) else { return }
        let fat = try database.prepare("INSERT OR REPLACE INTO \(schema).digests(id, digest) VALUES(?, ?)")
        fat.bind(1, row)
        fat.bindText(2, json)
        try fat.run()
    }
}
