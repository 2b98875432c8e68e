import Diagnosis
import Events
import Foundation
import Trust

// Unchecked: what changes in `reader` is only touched with `lock` locked, what changes in `longReader` with `longLock`;
// their `origin` and everything else is constant.

/// A log that is read: one that is being written by this process, or a file.
///
/// Lists are windows over a query: memory holds what is asked for, never all rows. It may be used from any thread; while
/// others write, each answer is about one moment.
public final class LogFile: @unchecked Sendable {
    /// The file's path; nil for a log that is in memory alone.
    public let path: String?
    /// What is to be known about how it was opened (`read from a copy: …`), sanitised; nil when nothing is.
    public let note: String?
    private let lock = NSLock()
    private let reader: LogReader
    private let longLock = NSLock()
    /// Asks what may walk through all rows, over a connection of its own: what a screen shows does not wait for it.
    private let longReader: LogReader
    /// A private folder that goes away with this object.
    private let copy: LogPrivateCopy?

    /// Opens a log for reading.
    ///
    /// A log that another process left behind (a `-wal` beside it) is recovered where the folder can be written; else its
    /// files are copied to a private folder and read there.
    /// - Parameter progress: is told how many bytes of how many are copied; the copy is given up when it says no.
    /// - Throws: `file.missing`, `file.unreadable`, `log.not-a-log`, `log.newer`, `log.damaged`.
    public static func open(_ path: String, progress: LongWork = { _, _ in true }) throws(Problem) -> LogFile {
        try LogFile(opening: path, canWrite: LogPlace.canWrite(path), progress: progress)
    }

    /// Opens a log as if its folder could be written, or not.
    init(opening path: String, canWrite: Bool, progress: LongWork = { _, _ in true }) throws(Problem) {
        let place = try LogPlace.prepare(path, canWrite: canWrite, progress: progress)
        self.path = path
        note = place.note
        copy = place.copy
        reader = LogReader(.file(uri: DatabaseURI.file(place.path), mode: place.mode))
        longReader = LogReader(reader.origin)
        do throws(LogOpeningError) {
            let database: SQLiteDatabase
            do throws(SQLiteError) { database = try reader.connect() } catch {
                throw LogFileCheck.explain(error, place.path)
            }
            try LogFileCheck.checkHeader(database, path)
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .trouble(let reason): throw .fileUnreadable(path: path, reason: reason, user: NSUserName())
            }
        }
    }

    /// Reads what this process writes.
    init(following source: LogSource, path: String?) throws(Problem) {
        self.path = path
        note = nil
        copy = nil
        reader = LogReader(.followed(source))
        longReader = LogReader(reader.origin)
        source.whenMoved { [weak self] in self?.disconnect() }
        _ = try ask { (reader, database) throws(SQLiteError) in try reader.recordings(database) }
    }

    /// Lets go of the file; the next question opens it again.
    public func disconnect() {
        lock.withLock { reader.disconnect() }
        longLock.withLock { longReader.disconnect() }
    }

    // MARK: - Counts and recordings

    /// How many requests and events there are.
    public func counts() throws(Problem) -> LogCounts {
        try ask { (reader, database) throws(SQLiteError) in try LogQuestions(reader, database).counts() }
    }

    /// Who recorded, in the order they began.
    public func recordings() throws(Problem) -> [RecordingFacts] {
        try ask { (reader, database) throws(SQLiteError) in try reader.recordings(database) }
    }

    // MARK: - Windows

    /// A window of the list of requests, with the changes of policy between them.
    ///
    /// - Parameter progress: is told how many rows were looked at; the question is given up when it says no.
    /// - Throws: `file.unreadable` where it was given up.
    public func requests(
        _ query: LogQuery = LogQuery(),
        offset: Int = 0,
        limit: Int,
        progress: LongWork? = nil
    ) throws(Problem) -> RequestWindow {
        try ask(query, progress) { (reader, database) throws(SQLiteError) in
            try RequestQuestions(reader, database).window(query, offset: offset, limit: limit)
        }
    }

    /// The position of a request in a list; nil when it is not there.
    public func position(of key: RequestKey, in query: LogQuery = LogQuery()) throws(Problem) -> Int? {
        try ask(query) { (reader, database) throws(SQLiteError) in
            try RequestQuestions(reader, database).position(of: key, in: query)
        }
    }

    /// The position of the next request whose line, host, answers, result or cause contains a text; nil when none does.
    ///
    /// - Parameters:
    ///   - offset: the first position that is looked at.
    ///   - progress: is told how far it has come; the search ends when it says no.
    public func find(
        _ text: String,
        in query: LogQuery = LogQuery(),
        from offset: Int,
        forward: Bool = true,
        progress: LongWork = { _, _ in true }
    ) throws(Problem) -> Int? {
        try search(.requests, text, query, from: offset, forward: forward, progress)
    }

    /// The position of the next event whose summary or kind contains a text; nil when none does. Parameters as there.
    public func findEvent(
        _ text: String,
        in query: LogQuery = LogQuery(),
        from offset: Int,
        forward: Bool = true,
        progress: LongWork = { _, _ in true }
    ) throws(Problem) -> Int? {
        try search(.events, text, query, from: offset, forward: forward, progress)
    }

    private func search(
        _ rows: RowSearch.Rows,
        _ text: String,
        _ query: LogQuery,
        from offset: Int,
        forward: Bool,
        _ progress: LongWork
    ) throws(Problem) -> Int? {
        var position = offset
        while true {
            let (outcome, count) = try askLong { (reader, database) throws(SQLiteError) in
                let search = try RowSearch(rows, query, reader, database)
                return (try search.stretch(text, from: position, forward: forward), search.count)
            }
            switch outcome {
            case .found(let position): return position
            case .nothing: return nil
            case .goesOn(let next):
                guard progress(abs(next - offset), forward ? max(0, count - offset) : offset + 1) else { return nil }
                position = next
            }
        }
    }

    /// One request's row; nil when there is none of that name.
    public func request(_ key: RequestKey) throws(Problem) -> RequestRow? {
        try ask { (reader, database) throws(SQLiteError) in try RequestQuestions(reader, database).row(key) }
    }

    /// A window of the list of events, the oldest first. Parameters and errors as there.
    public func events(
        _ query: LogQuery = LogQuery(),
        offset: Int = 0,
        limit: Int,
        progress: LongWork? = nil
    ) throws(Problem) -> EventWindow {
        try ask(query, progress) { (reader, database) throws(SQLiteError) in
            try EventQuestions(reader, database).window(query, offset: offset, limit: limit)
        }
    }

    /// A window of the list of events with their facts as stored, for exports.
    public func storedEvents(_ query: LogQuery = LogQuery(), offset: Int = 0, limit: Int) throws(Problem)
        -> [StoredEvent]
    {
        try ask(query) { (reader, database) throws(SQLiteError) in
            try EventQuestions(reader, database).stored(query, offset: offset, limit: limit)
        }
    }

    // MARK: - What belongs to one request or event

    /// The events of one request in their order, their profiles with them; at most `limit`.
    public func events(of key: RequestKey, limit: Int = 10_000) throws(Problem) -> [Event] {
        try ask { (reader, database) throws(SQLiteError) in
            try EventQuestions(reader, database).events(of: key, limit: limit)
        }
    }

    /// One event by its number; nil when there is none.
    public func event(_ sequence: Int64, of recording: RecordingID) throws(Problem) -> Event? {
        try ask { (reader, database) throws(SQLiteError) in
            try EventQuestions(reader, database).event(sequence, of: recording)
        }
    }

    /// Certificates by SHA-256, as far as the log has them.
    public func certificates(_ digests: [SHA256Digest]) throws(Problem) -> [SHA256Digest: PresentedCertificate] {
        try ask { (reader, database) throws(SQLiteError) in try LogQuestions(reader, database).certificates(digests) }
    }

    /// The profile of a hash; nil when the log has none.
    public func profile(_ hash: SHA256Digest) throws(Problem) -> ClientProfile? {
        try ask { (reader, database) throws(SQLiteError) in
            try reader.profile(StoredKey.of(hash), database)
        }
    }

    // MARK: - Copies

    /// Saves a copy of the whole log, memory included, as one file of mode 0600 that must not exist yet.
    ///
    /// - Parameter progress: is told how many bytes of about how many are written; the copy is given up when it says no.
    /// - Throws: `log.not-saved` where the file exists or cannot be written, or the copy was given up.
    public func save(as path: String, progress: @escaping LongWork = { _, _ in true }) throws(Problem) {
        // Over a connection of its own: copying a large log takes seconds, and others go on reading.
        let own = LogReader(reader.origin)
        let failure: String
        do {
            let database = try own.connect()
            try LogCopy.make(from: database, memory: own.memory, to: path, progress: progress)
            return
        } catch let error as SQLiteError {
            failure = LogFileCheck.words(error)
        } catch {
            if case .trouble(let words) = error as? LogOpeningError { failure = words } else { failure = "unknown" }
        }
        throw .logNotSaved(path: path, reason: failure, since: Date(), events: (try? counts().events) ?? 0)
    }

    private typealias Question<Answer> = (LogReader, SQLiteDatabase) throws(SQLiteError) -> Answer

    /// Asks for a list: one that needs no walk through all rows is not kept waiting by one that does.
    private func ask<Answer: Sendable>(
        _ query: LogQuery,
        _ progress: LongWork? = nil,
        _ body: Question<Answer>
    ) throws(Problem) -> Answer {
        query.needsScan ? try askLong(progress, body) : try ask(body)
    }

    private func ask<Answer: Sendable>(_ body: Question<Answer>) throws(Problem) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        return try ask(reader, body)
    }

    private func askLong<Answer: Sendable>(
        _ progress: LongWork? = nil,
        _ body: Question<Answer>
    ) throws(Problem) -> Answer {
        longLock.lock()
        defer {
            longReader.progress = nil
            longLock.unlock()
        }
        longReader.progress = progress
        return try ask(longReader, body)
    }

    private func ask<Answer: Sendable>(_ reader: LogReader, _ body: Question<Answer>) throws(Problem) -> Answer {
        do throws(SQLiteError) {
            return try reader.ask { (database) throws(SQLiteError) in try body(reader, database) }
        } catch {
            throw problem(error)
        }
    }

    private func problem(_ error: SQLiteError) -> Problem {
        let name = path ?? "memory"
        switch error.kind {
        case .corrupt, .notADatabase: return LogSurvey.damaged(copy?.path ?? name, error.message)
        default: return .fileUnreadable(path: name, reason: LogFileCheck.words(error), user: NSUserName())
        }
    }
}
