import Diagnosis
import Events
import Foundation
import Trust

/// Writes one recording's events into one schema of a connection, batch by batch. To be used by one thread.
final class LogStore {
    let database: SQLiteDatabase
    /// `main`, or the schema in memory that stands beside it while it cannot be written.
    let schema: String
    private(set) var book: RequestBook
    private let recording: Int64
    private let statements: LogStatements
    /// Certificates and policies known to be stored; cleared before it grows without bound.
    private var stored: Set<SHA256Digest> = []
    /// Hashes of profiles seen lately.
    private var hashes: [ClientProfile: SHA256Digest] = [:]
    private var knowsRecording = false

    init(_ database: SQLiteDatabase, recording: RecordingID, schema: String = "main", book: RequestBook = RequestBook())
    {
        self.database = database
        self.schema = schema
        self.book = book
        self.recording = StoredKey.of(recording)
        statements = LogStatements(database, schema: schema)
    }

    /// Writes a batch in one transaction: all of it, or nothing.
    func append(_ batch: [NumberedEvent], recording facts: RecordingFacts) throws(SQLiteError) {
        do {
            // In memory nobody else writes, and taking the lock at once would take the file's too.
            try database.execute(schema == "main" ? "BEGIN IMMEDIATE" : "BEGIN")
            try add(facts)
            for item in batch { try add(item.event) }
            try writeRequests()
            try database.execute("COMMIT")
            book.keep()
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            book.takeBack()
            stored.removeAll()
            knowsRecording = false
            throw error
        }
    }

    // MARK: - One event

    private func add(_ event: Event) throws(SQLiteError) {
        let profile = event.profile.map(hash(of:))
        if let profile, let value = event.profile { try add(value, profile) }
        for certificate in event.certificates { try add(certificate) }
        let statement = try statements[.event]
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
        let payload = try statements[.payload]
        payload.bind(1, database.lastRow)
        payload.bindText(2, Self.facts(event.kind))
        try payload.run()
        if case .policyChanged = event.kind { try addChange(event) }
        try fold(event, profile)
    }

    /// The facts as JSON; an event whose facts cannot be coded keeps its summary, and the facts say so.
    private static func facts(_ kind: EventKind) -> [UInt8] {
        if let facts = try? kind.factsJSON() { return facts }
        return Array(#"{"sentence":"the facts could not be coded"}"#.utf8)
    }

    private func addChange(_ event: Event) throws(SQLiteError) {
        // Requests begun earlier in this batch get their rows now, so that the change stands behind them.
        try writeRequests()
        let statement = try statements[.change]
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
        let statement = try statements[.policy]
        statement.bind(1, StoredKey.of(digest))
        statement.bind(2, digest.bytes)
        statement.bindText(3, json)
        try statement.run()
        remember(digest)
    }

    private func add(_ certificate: PresentedCertificate) throws(SQLiteError) {
        let digest = certificate.sha256
        guard !stored.contains(digest) else { return }
        let statement = try statements[.certificate]
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
    private func add(_ facts: RecordingFacts) throws(SQLiteError) {
        guard !knowsRecording || facts.ended != nil else { return }
        let statement = try database.prepare(
            """
            INSERT OR REPLACE INTO \(schema).recordings(id, recording, started, version, host, command, process, ended)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, recording)
        statement.bind(2, facts.id.bytes)
        statement.bind(3, facts.started)
        statement.bind(4, facts.version)
        statement.bind(5, facts.host)
        statement.bind(6, facts.command)
        statement.bind(7, facts.process)
        statement.bind(8, facts.ended)
        try statement.run()
        knowsRecording = true
    }

    // MARK: - Requests

    private func fold(_ event: Event, _ profile: SHA256Digest?) throws(SQLiteError) {
        guard let number = event.request else { return }
        if case .requestStarted = event.kind, book[number] == nil {
            if let digest = RequestDigest(event, profile: profile) { book.begin(number, digest) }
            return
        }
        if book[number] == nil {
            // It has ended: it is read again where the event could change it.
            guard RequestDigest.isChanged(byLate: event.kind), let entry = try storedEntry(number) else { return }
            book.load(entry, for: number)
        }
        book.apply(event, to: number)
    }

    private func storedEntry(_ number: Int) throws(SQLiteError) -> RequestBook.Entry? {
        for place in schema == "main" ? ["main"] : [schema, "main"] {
            let statement = try database.prepare(
                """
                SELECT id, digest FROM \(place).requests JOIN \(place).digests USING(id)
                WHERE recording = ? AND number = ?
                """
            )
            defer { statement.reset() }
            statement.bind(1, recording)
            statement.bind(2, number)
            guard try statement.step(),
                let digest = try? EventJSON.decode(RequestDigest.self, from: statement.bytes(1))
            else { continue }
            return RequestBook.Entry(row: statement.int64(0), digest: digest)
        }
        return nil
    }

    /// Writes the rows of the requests that this batch changed.
    private func writeRequests() throws(SQLiteError) {
        guard !book.changed.isEmpty else { return }
        let revision = try highest("revision", "requests") + 1
        var free = try highest("id", "requests") + 1
        for number in book.changed {
            guard let entry = book[number] else { continue }
            var row = entry.row ?? free
            if entry.row == nil, let known = try rowLeft(by: number) { row = known }
            if row == free { free += 1 }
            try write(entry.digest, row: row, revision: revision)
            book.place(number, at: row)
        }
        book.written()
    }

    /// The row that a request had before rows were numbered anew; nil for one that is new.
    private func rowLeft(by number: Int) throws(SQLiteError) -> Int64? {
        guard book.hasForgottenRows else { return nil }
        return try storedEntry(number)?.row
    }

    private func write(_ digest: RequestDigest, row: Int64, revision: Int64) throws(SQLiteError) {
        let facets = RequestFacets(digest)
        let statement = try statements[.request]
        statement.bind(1, row)
        statement.bind(2, recording)
        statement.bind(3, digest.number)
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
        let fat = try statements[.digest]
        fat.bind(1, row)
        fat.bindText(2, json)
        try fat.run()
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
