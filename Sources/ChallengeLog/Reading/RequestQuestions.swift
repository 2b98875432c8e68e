import Events
import Foundation

/// Questions about the list of requests.
struct RequestQuestions {
    private let reader: LogReader
    private let database: SQLiteDatabase
    /// A person cannot flip more switches between two requests than are of use on a screen.
    private static let mostChanges = 500

    init(_ reader: LogReader, _ database: SQLiteDatabase) {
        self.reader = reader
        self.database = database
    }

    private var tables: LogTables { reader.tables }

    func window(_ query: LogQuery, offset: Int, limit: Int) throws(SQLiteError) -> RequestWindow {
        var list = try reader.requestList(query, database)
        let reversed = query.sort == .number && query.isDescending
        guard let rows = try rows(list, offset: offset, limit: limit, reversed: reversed) else {
            list = try reader.distrustRange(of: query, database)
            let rows = try rows(list, offset: offset, limit: limit, reversed: reversed) ?? []
            return try window(query, list, rows, offset: offset)
        }
        return try window(query, list, rows, offset: offset)
    }

    private func window(_ query: LogQuery, _ list: MatchList, _ rows: [(Int64, RequestRow)], offset: Int)
        throws(SQLiteError) -> RequestWindow
    {
        let offset = max(0, offset)
        var window = RequestWindow(
            offset: offset,
            rows: rows.map(\.1),
            matching: list.count,
            total: query.isEverything ? list.count : try reader.requestList(LogQuery(), database).count,
            changesAfter: []
        )
        guard query.sort == .number, !query.isDescending else { return window }
        var last = list.id(at: offset - 1) ?? 0
        for (index, row) in rows.enumerated() {
            window.rows[index].changesBefore = try changes(from: last, before: row.0)
            last = row.0
        }
        if offset + rows.count >= list.count { window.changesAfter = try changes(from: last, before: .max) }
        return window
    }

    /// The rows at these positions; nil when a range has a gap.
    private func rows(_ list: MatchList, offset: Int, limit: Int, reversed: Bool) throws(SQLiteError)
        -> [(Int64, RequestRow)]?
    {
        let first = max(0, offset)
        var rows: [(Int64, RequestRow)] = []
        guard limit > 0, first < list.count else { return rows }
        for position in first..<min(list.count, first + min(limit, list.count)) {
            guard let id = list.id(at: position, reversed: reversed) else { break }
            guard let row = try row(id) else {
                if case .range = list.rows { return nil }
                continue
            }
            rows.append((id, row))
        }
        return rows
    }

    func row(_ key: RequestKey) throws(SQLiteError) -> RequestRow? {
        guard let id = try id(of: key) else { return nil }
        return try row(id)
    }

    private func row(_ id: Int64) throws(SQLiteError) -> RequestRow? {
        let statement = try database.prepare(
            """
            SELECT r.recording, r.number, d.digest FROM \(tables.requests) AS r LEFT JOIN \(tables.digests) AS d
            ON d.id = r.id WHERE r.id = ?
            """
        )
        defer { statement.reset() }
        statement.bind(1, id)
        guard try statement.step(), let recording = try reader.recording(statement.int64(0), database) else {
            return nil
        }
        let key = RequestKey(recording: recording.id, number: Int(statement.int64(1)))
        guard var digest = try digest(statement.bytes(2), of: key) else { return nil }
        if digest.isRunning, !(try reader.live(database).contains(StoredKey.of(recording.id))) {
            digest.abandon(at: try lastTime(of: recording) ?? digest.phaseSince)
        }
        return RequestRow(key: key, digest: digest, changesBefore: [])
    }

    /// The digest as stored, its texts clean whoever made the file; made anew from the events where it does not decode.
    private func digest(_ json: [UInt8], of key: RequestKey) throws(SQLiteError) -> RequestDigest? {
        if let digest = try? EventJSON.decode(RequestDigest.self, from: json) {
            return json.allSatisfy(Self.isPlain) ? digest : digest.sanitized
        }
        return RequestDigest.fold(try EventQuestions(reader, database).events(of: key, limit: 10_000))
    }

    /// A byte of JSON in which nothing can hide: printable ASCII, and no escape.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) && byte != 0x5C }

    private func lastTime(of recording: RecordingFacts) throws(SQLiteError) -> Int64? {
        let statement = try database.prepare(
            "SELECT time FROM \(tables.events) WHERE recording = ? ORDER BY sequence DESC LIMIT 1"
        )
        defer { statement.reset() }
        statement.bind(1, StoredKey.of(recording.id))
        return try statement.step() ? statement.int64(0) : nil
    }

    private func changes(from first: Int64, before last: Int64) throws(SQLiteError) -> [PolicyChangeRow] {
        let statement = try database.prepare(
            """
            SELECT recording, sequence, time, facts FROM \(tables.changes) WHERE after >= ? AND after < ?
            ORDER BY id LIMIT \(Self.mostChanges)
            """
        )
        defer { statement.reset() }
        statement.bind(1, first)
        statement.bind(2, last)
        var rows: [PolicyChangeRow] = []
        while try statement.step() {
            guard let recording = try reader.recording(statement.int64(0), database),
                let change = try? EventJSON.decode(PolicyChange.self, from: statement.bytes(3))
            else { continue }
            rows.append(
                PolicyChangeRow(
                    recording: recording.id,
                    sequence: statement.int64(1),
                    time: statement.int64(2),
                    change: change
                )
            )
        }
        return rows
    }

    // MARK: - Positions

    func position(of key: RequestKey, in query: LogQuery) throws(SQLiteError) -> Int? {
        guard let id = try id(of: key) else { return nil }
        let list = try reader.requestList(query, database)
        guard let position = list.position(of: id) else { return nil }
        return query.sort == .number && query.isDescending ? list.count - 1 - position : position
    }

    private func id(of key: RequestKey) throws(SQLiteError) -> Int64? {
        let statement = try database.prepare("SELECT id FROM \(tables.requests) WHERE recording = ? AND number = ?")
        defer { statement.reset() }
        statement.bind(1, StoredKey.of(key.recording))
        statement.bind(2, key.number)
        return try statement.step() ? statement.int64(0) : nil
    }
}
