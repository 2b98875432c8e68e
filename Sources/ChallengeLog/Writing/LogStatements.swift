/// The statements that the writer runs for every event, prepared once for one schema.
final class LogStatements {
    /// A statement by what it writes or asks.
    enum Name: Int, CaseIterable {
        case event, payload, request, digest, certificate, policy, change
    }

    private let database: SQLiteDatabase
    private let schema: String
    private var prepared: [SQLiteStatement?]

    init(_ database: SQLiteDatabase, schema: String) {
        self.database = database
        self.schema = schema
        prepared = Array(repeating: nil, count: Name.allCases.count)
    }

    /// The statement, ready to run; every parameter is to be bound anew.
    subscript(name: Name) -> SQLiteStatement {
        get throws(SQLiteError) {
            if let known = prepared[name.rawValue] { return known }
            let statement = try database.prepare(sql(name))
            prepared[name.rawValue] = statement
            return statement
        }
    }

    private func sql(_ name: Name) -> String {
        switch name {
        case .event:
            """
            INSERT INTO \(schema).events(id, recording, sequence, time, elapsed, session, request, connection, challenge,
              kind, host, outcome, summary, profile) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .payload: "INSERT INTO \(schema).payloads(id, facts) VALUES(?, ?)"
        case .request:
            """
            INSERT OR REPLACE INTO \(schema).requests(id, recording, number, revision, flags, duration, host, line, answers,
              result, tls, flow, kinds, faults, why) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .digest: "INSERT OR REPLACE INTO \(schema).digests(id, digest) VALUES(?, ?)"
        case .certificate: "INSERT OR IGNORE INTO \(schema).certificates(sha256, der) VALUES(?, ?)"
        case .policy: "INSERT OR IGNORE INTO \(schema).policies(id, sha256, profile) VALUES(?, ?, ?)"
        case .change:
            "INSERT INTO \(schema).changes(id, recording, sequence, time, after, facts) VALUES(?, ?, ?, ?, ?, ?)"
        }
    }
}
