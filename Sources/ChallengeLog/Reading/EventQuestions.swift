import Diagnosis
import Events
import Trust

/// Questions about events.
struct EventQuestions {
    private let reader: LogReader
    private let database: SQLiteDatabase

    init(_ reader: LogReader, _ database: SQLiteDatabase) {
        self.reader = reader
        self.database = database
    }

    private var tables: LogTables { reader.tables }

    /// The narrow columns, in the order that ``row(_:)`` reads them.
    private static let columns = """
        e.recording, e.sequence, e.time, e.elapsed, e.session, e.request, e.connection, e.challenge, e.kind, e.host,
        e.outcome, e.summary
        """

    // MARK: - Windows

    func window(_ query: LogQuery, offset: Int, limit: Int) throws(SQLiteError) -> EventWindow {
        let (list, ids) = try page(query, offset: offset, limit: limit)
        let statement = try database.prepare("SELECT \(Self.columns) FROM \(tables.events) AS e WHERE e.id = ?")
        var rows: [EventRow] = []
        for id in ids {
            statement.reset()
            statement.bind(1, id)
            if try statement.step(), let row = try row(statement) { rows.append(row) }
        }
        statement.reset()
        return EventWindow(
            offset: max(0, offset),
            rows: rows,
            matching: list.count,
            total: query.isEverything ? list.count : try reader.eventList(LogQuery(), database).count
        )
    }

    func stored(_ query: LogQuery, offset: Int, limit: Int) throws(SQLiteError) -> [StoredEvent] {
        let (_, ids) = try page(query, offset: offset, limit: limit)
        let statement = try database.prepare(
            """
            SELECT \(Self.columns), p.facts, s.sha256 FROM \(tables.events) AS e
            JOIN \(tables.payloads) AS p ON p.id = e.id LEFT JOIN \(tables.policies) AS s ON s.id = e.profile
            WHERE e.id = ?
            """
        )
        var events: [StoredEvent] = []
        for id in ids {
            statement.reset()
            statement.bind(1, id)
            guard try statement.step(), let row = try row(statement) else { continue }
            let profile = statement.isNull(13) ? nil : SHA256Digest(bytes: statement.bytes(13))
            events.append(StoredEvent(row: row, facts: statement.bytes(12), profile: profile))
        }
        statement.reset()
        return events
    }

    /// The ids at these positions; a range with gaps is listed id by id.
    private func page(_ query: LogQuery, offset: Int, limit: Int) throws(SQLiteError) -> (MatchList, [Int64]) {
        var list = try reader.eventList(query, database)
        if case .range(let first, let count) = list.rows, count > 0 {
            let statement = try database.prepare("SELECT count(*) FROM \(tables.events) WHERE id BETWEEN ? AND ?")
            defer { statement.reset() }
            let start = first + Int64(min(max(0, offset), count))
            let end = min(first + Int64(count), start + Int64(min(max(0, limit), count))) - 1
            statement.bind(1, start)
            statement.bind(2, end)
            if end >= start, try statement.step(), statement.int64(0) < end - start + 1 {
                list = try reader.distrustEventRange(of: query, database)
            }
        }
        var ids: [Int64] = []
        let first = max(0, offset)
        let last = min(list.count, first + min(max(0, limit), list.count))
        for position in first..<max(first, last) {
            if let id = list.id(at: position) { ids.append(id) }
        }
        return (list, ids)
    }

    private func row(_ statement: SQLiteStatement) throws(SQLiteError) -> EventRow? {
        guard let recording = try reader.recording(statement.int64(0), database) else { return nil }
        return EventRow(
            recording: recording.id,
            sequence: statement.int64(1),
            time: statement.int64(2),
            elapsed: statement.optionalInt64(3),
            session: statement.optionalInt(4),
            request: statement.optionalInt(5),
            connection: statement.optionalInt(6),
            challenge: statement.optionalInt(7),
            // Clean as they are written; the file may be somebody else's.
            kind: Sanitizer.line(statement.text(8)),
            host: Sanitizer.line(statement.text(9)),
            outcome: Sanitizer.line(statement.text(10)),
            summary: Sanitizer.line(statement.text(11))
        )
    }

    // MARK: - Whole events

    /// The events of one request in their order. The plus keeps SQLite from walking through the whole recording in that
    /// order, to be spared the sorting of a few rows.
    static func ofRequest(_ tables: LogTables) -> String {
        """
        SELECT \(columns), p.facts, e.profile FROM \(tables.events) AS e
        JOIN \(tables.payloads) AS p ON p.id = e.id
        WHERE e.recording = ? AND e.request = ? ORDER BY +e.sequence LIMIT ?
        """
    }

    func events(of key: RequestKey, limit: Int) throws(SQLiteError) -> [Event] {
        let statement = try database.prepare(Self.ofRequest(tables))
        defer { statement.reset() }
        statement.bind(1, StoredKey.of(key.recording))
        statement.bind(2, key.number)
        statement.bind(3, limit)
        var events: [Event] = []
        while try statement.step() {
            if let event = try event(statement) { events.append(event) }
        }
        return events
    }

    func event(_ sequence: Int64, of recording: RecordingID) throws(SQLiteError) -> Event? {
        let statement = try database.prepare(
            """
            SELECT \(Self.columns), p.facts, e.profile FROM \(tables.events) AS e
            JOIN \(tables.payloads) AS p ON p.id = e.id WHERE e.recording = ? AND e.sequence = ?
            """
        )
        defer { statement.reset() }
        statement.bind(1, StoredKey.of(recording))
        statement.bind(2, sequence)
        return try statement.step() ? try event(statement) : nil
    }

    private func event(_ statement: SQLiteStatement) throws(SQLiteError) -> Event? {
        guard let row = try row(statement) else { return nil }
        var event = Event(
            Self.kind(row, statement.bytes(12)),
            time: row.time,
            elapsed: row.elapsed,
            session: row.session,
            request: row.request,
            connection: row.connection,
            challenge: row.challenge,
            host: row.host.isEmpty ? nil : row.host,
            profile: statement.isNull(13) ? nil : try reader.profile(statement.int64(13), database)
        )
        event.sequence = row.sequence
        return event
    }

    /// An event of a kind, or with facts, that this version does not know stays in view by its summary.
    private static func kind(_ row: EventRow, _ facts: [UInt8]) -> EventKind {
        if let name = EventName(rawValue: row.kind), let kind = try? EventKind(name, facts: facts) { return kind }
        return .note(ProblemFacts(note: "\(row.kind), not known to this version: \(row.summary)"))
    }
}
