import Diagnosis
import Events
import Foundation
import Trust

/// Reads a log over one connection. To be used by one thread at a time.
final class LogReader {
    /// Where the rows are.
    enum Origin {
        /// A log that this process writes.
        case followed(LogSource)
        /// A file.
        case file(uri: String, mode: SQLiteDatabase.Mode)
    }

    /// Where it reads; constant.
    let origin: Origin
    /// Told while rows are walked through, for the question that is being answered; nil where nobody listens.
    var progress: LongWork?
    private var database: SQLiteDatabase?
    private var generation = -1
    private(set) var tables = LogTables(hasMemory: false)
    private(set) var memory: String?
    private var requestLists: [ListKey: MatchList] = [:]
    private var eventLists: [ListKey: MatchList] = [:]
    private var recordingNames: [Int64: RecordingFacts] = [:]
    private var liveness: (live: [Int64], recordings: Int64, until: Date) = ([], 0, .distantPast)
    private var profiles: [Int64: ClientProfile] = [:]

    struct ListKey: Hashable {
        var query: LogQuery
        var live: [Int64]
    }

    init(_ origin: Origin) { self.origin = origin }

    /// Lets go of the connection; the next question opens it again.
    func disconnect() {
        database = nil
        generation = -1
    }

    /// Asks in one transaction, so that all answers are about the same moment.
    func ask<Answer>(_ body: (SQLiteDatabase) throws(SQLiteError) -> Answer) throws(SQLiteError) -> Answer {
        let database = try connect()
        try database.execute("BEGIN")
        do {
            let answer = try body(database)
            try database.execute("COMMIT")
            return answer
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }

    /// The connection; opened anew where the rows have moved.
    func connect() throws(SQLiteError) -> SQLiteDatabase {
        switch origin {
        case .file(let uri, let mode):
            if let database { return database }
            return try open(uri, mode, memory: nil)
        case .followed(let source):
            let place = source.place
            if let database, generation == place.generation { return database }
            let opened = try open(place.main, .readWrite, memory: place.memory)
            generation = place.generation
            return opened
        }
    }

    private func open(_ uri: String, _ mode: SQLiteDatabase.Mode, memory: String?) throws(SQLiteError) -> SQLiteDatabase
    {
        forget()
        let opened = try SQLiteDatabase(uri: uri, mode: mode, busyMilliseconds: 5000)
        // Checkpoints are the writer's.
        try opened.execute("PRAGMA wal_autocheckpoint = 0")
        try opened.execute("PRAGMA cell_size_check = ON")
        let patterns = PatternCache()
        try opened.define("finds") { patterns.pattern($0)?.finds($1) ?? false }
        try opened.define("has") { LogText.contains($1, $0) }
        if let memory {
            try opened.execute("ATTACH '\(memory)' AS memory")
            try LogTables.createViews(in: opened, memory: "memory")
        }
        tables = LogTables(hasMemory: memory != nil)
        self.memory = memory
        database = opened
        return opened
    }

    private func forget() {
        database = nil
        requestLists.removeAll()
        eventLists.removeAll()
        recordingNames.removeAll()
        liveness.until = .distantPast
    }

    // MARK: - Recordings

    /// Who recorded, by the key of their rows.
    func recording(_ key: Int64, _ database: SQLiteDatabase) throws(SQLiteError) -> RecordingFacts? {
        if let known = recordingNames[key] { return known }
        for facts in try recordings(database) { recordingNames[StoredKey.of(facts.id)] = facts }
        return recordingNames[key]
    }

    /// Everybody who recorded, in the order they began.
    func recordings(_ database: SQLiteDatabase) throws(SQLiteError) -> [RecordingFacts] {
        let statement = try database.prepare(
            """
            SELECT recording, started, version, host, command, process, ended FROM \(tables.recordings) ORDER BY started
            """
        )
        defer { statement.reset() }
        var found: [RecordingFacts] = []
        while try statement.step() {
            guard let id = RecordingID(bytes: statement.bytes(0)) else { continue }
            let facts = RecordingFacts(
                id: id,
                started: statement.int64(1),
                version: statement.text(2),
                host: statement.text(3),
                command: statement.text(4),
                process: statement.text(5),
                ended: statement.optionalInt64(6)
            )
            // Both the file and memory may know it.
            if let index = found.firstIndex(where: { $0.id == id }) {
                found[index] = facts
            } else {
                found.append(facts)
            }
        }
        return found
    }

    /// The recordings under way; asked anew when one is added, and every other second, since a process may end without
    /// a word.
    func live(_ database: SQLiteDatabase) throws(SQLiteError) -> [Int64] {
        let count = try database.number("SELECT count(*) FROM \(tables.recordings)") ?? 0
        if Date() < liveness.until, count == liveness.recordings { return liveness.live }
        let live = try recordings(database).filter(\.isLive).map { StoredKey.of($0.id) }.sorted()
        liveness = (live, count, Date().addingTimeInterval(2))
        return live
    }

    func profile(_ key: Int64, _ database: SQLiteDatabase) throws(SQLiteError) -> ClientProfile? {
        if let known = profiles[key] { return known }
        let statement = try database.prepare("SELECT profile FROM \(tables.policies) WHERE id = ?")
        defer { statement.reset() }
        statement.bind(1, key)
        guard try statement.step(), let profile = try? EventJSON.decode(ClientProfile.self, from: statement.bytes(0))
        else { return nil }
        if profiles.count >= 256 { profiles.removeAll() }
        profiles[key] = profile
        return profile
    }

    // MARK: - Lists

    /// The list of requests for a query, brought up to date.
    func requestList(_ query: LogQuery, _ database: SQLiteDatabase) throws(SQLiteError) -> MatchList {
        let key = ListKey(query: Self.plain(query), live: try live(database))
        let list = try RequestListing(self, database, key).refresh(requestLists[key])
        Self.store(list, for: key, in: &requestLists)
        return list
    }

    /// The list of events for a query, brought up to date.
    func eventList(_ query: LogQuery, _ database: SQLiteDatabase) throws(SQLiteError) -> MatchList {
        var plain = Self.plain(query)
        plain.sort = .number
        let key = ListKey(query: plain, live: try live(database))
        let list = try EventListing(self, database, key).refresh(eventLists[key])
        Self.store(list, for: key, in: &eventLists)
        return list
    }

    /// A range turned out to have gaps: it is listed id by id from now on.
    func distrustRange(of query: LogQuery, _ database: SQLiteDatabase) throws(SQLiteError) -> MatchList {
        let key = ListKey(query: Self.plain(query), live: try live(database))
        let list = try RequestListing(self, database, key).scan()
        Self.store(list, for: key, in: &requestLists)
        return list
    }

    func distrustEventRange(of query: LogQuery, _ database: SQLiteDatabase) throws(SQLiteError) -> MatchList {
        var plain = Self.plain(query)
        plain.sort = .number
        let key = ListKey(query: plain, live: try live(database))
        let list = try EventListing(self, database, key).scan()
        Self.store(list, for: key, in: &eventLists)
        return list
    }

    /// In the order fired, turned around is the same list read from its end.
    private static func plain(_ query: LogQuery) -> LogQuery {
        var plain = query
        if plain.sort == .number { plain.isDescending = false }
        return plain
    }

    private static func store(_ list: MatchList, for key: ListKey, in lists: inout [ListKey: MatchList]) {
        // A list of a million ids takes 8 MB: only the latest few are kept.
        if lists[key] == nil, lists.count >= 4 { lists.removeAll() }
        lists[key] = list
    }
}

// Unchecked: the patterns are only touched with `lock` locked.

/// Keeps compiled expressions, since SQL asks row by row.
private final class PatternCache: @unchecked Sendable {
    private let lock = NSLock()
    private var patterns: [String: LogPattern] = [:]

    func pattern(_ text: String) -> LogPattern? {
        lock.lock()
        defer { lock.unlock() }
        if let known = patterns[text] { return known }
        guard let pattern = LogPattern(text) else { return nil }
        if patterns.count >= 64 { patterns.removeAll() }
        patterns[text] = pattern
        return pattern
    }
}
