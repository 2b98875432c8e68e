import Diagnosis

/// The tables of a log. Events, certificates, policies and recordings are what happened; `requests`, `digests` and
/// `changes` are made from them, so that a list is a window over narrow rows.
enum LogSchema {
    /// `CSgn`, in the file's header.
    static let applicationID: Int64 = 0x4353_676E
    /// The version of this schema, in the file's header.
    static let version: Int64 = 1

    /// The tables that hold what happened, and those made from them.
    static let tables = [
        "recordings", "events", "payloads", "certificates", "policies", "requests", "digests", "changes",
    ]

    /// Makes the tables of a new log in a schema of the connection (`main`, or one that is attached).
    static func create(in database: SQLiteDatabase, schema: String = "main") throws(SQLiteError) {
        for statement in statements(schema) { try database.execute(statement) }
    }

    private static func statements(_ schema: String) -> [String] {
        [
            // id: the first 63 bits of the recording's 16 random bytes, so that rows can be merged unchanged.
            """
            CREATE TABLE \(schema).recordings(
              id INTEGER PRIMARY KEY, recording BLOB NOT NULL, started INTEGER NOT NULL, version TEXT NOT NULL,
              host TEXT NOT NULL, command TEXT NOT NULL, process TEXT NOT NULL, ended INTEGER)
            """,
            // id: the position in the list of all events; recording and sequence are the key.
            """
            CREATE TABLE \(schema).events(
              id INTEGER PRIMARY KEY, recording INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
              elapsed INTEGER, session INTEGER, request INTEGER, connection INTEGER, challenge INTEGER,
              kind TEXT NOT NULL, host TEXT NOT NULL, outcome TEXT NOT NULL, summary TEXT NOT NULL, profile INTEGER)
            """,
            "CREATE UNIQUE INDEX \(schema).events_key ON events(recording, sequence)",
            """
            CREATE INDEX \(schema).events_request ON events(recording, request) WHERE request IS NOT NULL
            """,
            // The facts as JSON, read only for what is shown.
            "CREATE TABLE \(schema).payloads(id INTEGER PRIMARY KEY, facts TEXT NOT NULL)",
            "CREATE TABLE \(schema).certificates(sha256 BLOB NOT NULL UNIQUE, der BLOB NOT NULL)",
            // id: the first 63 bits of the SHA-256.
            """
            CREATE TABLE \(schema).policies(id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL, profile TEXT NOT NULL)
            """,
            // id: the position in the list of requests; revision: grows with every commit that changes a row.
            """
            CREATE TABLE \(schema).requests(
              id INTEGER PRIMARY KEY, recording INTEGER NOT NULL, number INTEGER NOT NULL, revision INTEGER NOT NULL,
              flags INTEGER NOT NULL, duration INTEGER NOT NULL, host TEXT NOT NULL, line TEXT NOT NULL,
              answers TEXT NOT NULL, result TEXT NOT NULL, tls TEXT NOT NULL, flow TEXT NOT NULL, kinds TEXT NOT NULL,
              faults TEXT NOT NULL, why TEXT NOT NULL)
            """,
            "CREATE UNIQUE INDEX \(schema).requests_key ON requests(recording, number)",
            "CREATE INDEX \(schema).requests_revision ON requests(revision)",
            "CREATE INDEX \(schema).requests_running ON requests(id) WHERE flags & 32 != 0",
            "CREATE TABLE \(schema).digests(id INTEGER PRIMARY KEY, digest TEXT NOT NULL)",
            // after: the id of the request before the change, 0 for none.
            """
            CREATE TABLE \(schema).changes(
              id INTEGER PRIMARY KEY, recording INTEGER NOT NULL, sequence INTEGER NOT NULL, time INTEGER NOT NULL,
              after INTEGER NOT NULL, facts TEXT NOT NULL)
            """,
            "CREATE INDEX \(schema).changes_after ON changes(after)",
        ]
    }
}
