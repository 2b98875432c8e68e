import Diagnosis
import Events
import Foundation
import Trust

/// Writes events into one schema of a connection, batch by batch. To be used by one thread.
final class LogStore {
    let database: SQLiteDatabase
    /// `main`, or the schema in memory that stands beside it while it cannot be written.
    let schema: String
    private(set) var book: RequestBook
    /// Certificates and policies known to be stored; cleared before it grows without bound.
    private var stored: Set<SHA256Digest> = []
    /// Hashes of profiles seen lately.
    private var hashes: [ClientProfile: SHA256Digest] = [:]
    private var knownRecordings: Set<Int64> = []

    init(_ database: SQLiteDatabase, schema: String = "main", book: RequestBook = RequestBook()) {
        self.database = database
        self.schema = schema
        self.book = book
    }

    /// Writes a batch in one transaction: all of it, or nothing.
    func append(_ batch: [NumberedEvent], recording: RecordingFacts) throws(SQLiteError) {
        do {
            // In memory nobody else writes, and taking the lock at once would take the file's too.
            try database.execute(schema == "main" ? "BEGIN IMMEDIATE" : "BEGIN")
            try add(recording)
            for item in batch { try add(item) }
            try writeRequests()
            try database.execute("COMMIT")
            book.keep()
        } catch {
            takeBack()
            throw error
        }
    }

    /// Runs something in a transaction of its own.
    func transaction(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        do {
            try database.execute("BEGIN IMMEDIATE")
            try body()
            try database.execute("COMMIT")
        } catch {
            takeBack()
            throw error
        }
    }

    private func takeBack() {
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        book.takeBack()
        stored.removeAll()
        knownRecordings.removeAll()
    }

    // MARK: - One event

    private func add(_ item: NumberedEvent) throws(SQLiteError) {
        let event = item.event
        let profile = event.profile.map(hash(of:))
        if let profile, let value = event.profile { try add(value, profile) }
        for certificate in event.certificates { try add(certificate) }
        let recording = StoredKey.of(item.recording)
        let statement = try database.prepare(
            """
            INSERT INTO \(schema).events(id, recording, sequence, time, elapsed, session, request, connection, challenge,
              kind, host, outcome, summary, profile) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, try freeID("events"))
        statement.bind(2, recording)
        statement.bind(3, event.sequence)
        statement.bind(4, event.time)
        statement.bind(5, event.elapsed)
        statement.bind(6, event.session)
        statement.bind(7, event.request)
        statement.bind(8, event.connection)
        statement.bind(9, event.challenge)
        statement.bind(10, event.kind.name)
        statement.bind(11, Sanitizer.line(event.host ?? ""))
        statement.bind(12, event.kind.outcome ?? "")
        statement.bind(13, event.kind.summary)
        statement.bind(14, profile.map { StoredKey.of($0) })
        try statement.run()
        try addPayload(database.lastRow, Self.facts(event.kind))
        if case .policyChanged = event.kind { try addChange(event, recording) }
        try fold(item, profile)
    }

    /// The facts as JSON; an event whose facts cannot be coded keeps its summary, and the facts say so.
    private static func facts(_ kind: EventKind) -> [UInt8] {
        if let facts = try? kind.factsJSON() { return facts }
        return Array(#"{"sentence":"the facts could not be coded"}"#.utf8)
    }

    private func addPayload(_ id: Int64, _ facts: [UInt8]) throws(SQLiteError) {
        let statement = try database.prepare("INSERT INTO \(schema).payloads(id, facts) VALUES(?, ?)")
        statement.bind(1, id)
        statement.bindText(2, facts)
        try statement.run()
    }

    private func addChange(_ event: Event, _ recording: Int64) throws(SQLiteError) {
        // Requests begun earlier in this batch get their rows now, so that the change stands behind them.
        try writeRequests()
        let statement = try database.prepare(
            """
            INSERT INTO \(schema).changes(id, recording, sequence, time, after, facts) VALUES(?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, try freeID("changes"))
        statement.bind(2, recording)
        statement.bind(3, event.sequence)
        statement.bind(4, event.time)
        statement.bind(5, try highest("id", "requests"))
        statement.bindText(6, Self.facts(event.kind))
        try statement.run()
    }

    private func hash(of profile: ClientProfile) -> SHA256Digest {
        if let known = hashes[profile] { return known }
        if hashes.count >= 64 { hashes.removeAll() }
        let hash = profile.hash
        hashes[profile] = hash
        return hash
    }

    private func add(_ profile: ClientProfile, _ digest: SHA256Digest) throws(SQLiteError) {
        guard !stored.contains(digest), let json = try? EventJSON.encode(profile) else { return }
        let statement = try database.prepare(
            "INSERT OR IGNORE INTO \(schema).policies(id, sha256, profile) VALUES(?, ?, ?)"
        )
        statement.bind(1, StoredKey.of(digest))
        statement.bind(2, digest.bytes)
        statement.bindText(3, json)
        try statement.run()
        remember(digest)
    }

    private func add(_ certificate: PresentedCertificate) throws(SQLiteError) {
        let digest = certificate.sha256
        guard !stored.contains(digest) else { return }
        let statement = try database.prepare("INSERT OR IGNORE INTO \(schema).certificates(sha256, der) VALUES(?, ?)")
        statement.bind(1, digest.bytes)
        statement.bind(2, certificate.encoded)
        try statement.run()
        remember(digest)
    }

    private func remember(_ digest: SHA256Digest) {
        if stored.count >= 65_536 { stored.removeAll(keepingCapacity: true) }
        stored.insert(digest)
    }

    /// Stores who records; again when it has ended.
    func add(_ recording: RecordingFacts) throws(SQLiteError) {
        let key = StoredKey.of(recording.id)
        guard !knownRecordings.contains(key) || recording.ended != nil else { return }
        let statement = try database.prepare(
            """
            INSERT OR REPLACE INTO \(schema).recordings(id, recording, started, version, host, command, process, ended)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, key)
        statement.bind(2, recording.id.bytes)
        statement.bind(3, recording.started)
        statement.bind(4, recording.version)
        statement.bind(5, recording.host)
        statement.bind(6, recording.command)
        statement.bind(7, recording.process)
        statement.bind(8, recording.ended)
        try statement.run()
        knownRecordings.insert(key)
    }

    // MARK: - Requests

    private func fold(_ item: NumberedEvent, _ profile: SHA256Digest?) throws(SQLiteError) {
        guard let number = item.event.request else { return }
        let key = RequestKey(recording: item.recording, number: number)
        if var entry = try entry(key, for: item.event.kind) {
            let known = entry.digest
            entry.digest.apply(item.event)
            if entry.digest != known { book.change(key, to: entry) }
        } else if let digest = RequestDigest(item.event, profile: profile) {
            book.change(key, to: RequestBook.Entry(row: nil, digest: digest))
        }
    }

    /// A request in memory, else as the log has it where the event could change it.
    private func entry(_ key: RequestKey, for kind: EventKind) throws(SQLiteError) -> RequestBook.Entry? {
        if let entry = book[key] { return entry }
        if case .requestStarted = kind { return nil }
        guard RequestDigest.isChanged(byLate: kind) else { return nil }
        for place in schema == "main" ? ["main"] : [schema, "main"] {
            let statement = try database.prepare(
                """
                SELECT id, digest FROM \(place).requests JOIN \(place).digests USING(id)
                WHERE recording = ? AND number = ?
                """
            )
            defer { statement.reset() }
            statement.bind(1, StoredKey.of(key.recording))
            statement.bind(2, key.number)
            guard try statement.step(),
                let digest = try? EventJSON.decode(RequestDigest.self, from: statement.bytes(1))
            else { continue }
            let entry = RequestBook.Entry(row: statement.int64(0), digest: digest)
            book.load(entry, for: key)
            return entry
        }
        return nil
    }

    /// Writes the rows of the requests that this batch changed.
    private func writeRequests() throws(SQLiteError) {
        guard !book.changed.isEmpty else { return }
        let revision = try highest("revision", "requests") + 1
        for key in book.changed {
            guard let entry = book[key] else { continue }
            let row: Int64
            if let known = entry.row { row = known } else { row = try highest("id", "requests") + 1 }
            try RequestRowWriter(database, schema).write(entry.digest, key: key, row: row, revision: revision)
            book.place(key, at: row)
        }
        book.written()
    }

    /// A row's id where the schema cannot choose it alone: in memory it goes on behind the file's.
    private func freeID(_ table: String) throws(SQLiteError) -> Int64? {
        schema == "main" ? nil : try highest("id", table) + 1
    }

    /// The highest value in the file and, where there is one, in memory.
    private func highest(_ column: String, _ table: String) throws(SQLiteError) -> Int64 {
        let file = try database.number("SELECT max(\(column)) FROM main.\(table)") ?? 0
        guard schema != "main" else { return file }
        return max(file, try database.number("SELECT max(\(column)) FROM \(schema).\(table)") ?? 0)
    }
}
