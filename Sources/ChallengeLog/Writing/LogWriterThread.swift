import Diagnosis
import Events
import Foundation

/// The thread that writes: it alone holds the connection.
final class LogWriterThread {
    /// What it begins with, handed over once.
    struct Start {
        var path: String?
        var database: SQLiteDatabase?
        var memory: String
        var trouble: String?
        var recording: RecordingFacts
        var settings: LogWriter.Settings
    }

    /// The name under which memory stands beside a file.
    static let memorySchema = "memory"

    private let queue: LogQueue
    private let source: LogSource
    private let settings: LogWriter.Settings
    private var recording: RecordingFacts
    private var saving: LogSaving
    private var store: LogStore
    private var checkpointer: LogCheckpointer?
    /// The database in memory that holds what is not saved; nil when all is.
    private var memory: String?
    private var lastCommit = Date.distantPast
    private var lastTry = Date()
    private var hasBegun = false
    private var since = Date()

    /// Opens what is to be written and starts the thread.
    static func begin(_ start: sending Start, queue: LogQueue, source: LogSource) {
        let handed = Handed(start)
        let thread = Thread {
            guard let start = handed.take() else { return }
            do throws(SQLiteError) {
                let writer = try LogWriterThread(start, queue: queue, source: source)
                writer.run()
            } catch {
                // No memory for a database in memory: nothing is recorded, and that is said.
                var saving = LogSaving(path: start.path)
                saving.trouble = LogFileCheck.words(error)
                queue.ended(saving)
            }
        }
        thread.name = "log writer"
        thread.start()
    }

    private init(_ start: Start, queue: LogQueue, source: LogSource) throws(SQLiteError) {
        self.queue = queue
        self.source = source
        settings = start.settings
        recording = start.recording
        saving = LogSaving(path: start.path)
        if let database = start.database {
            store = LogStore(database, recording: recording.id)
            checkpointer = LogCheckpointer(uri: source.place.main)
            if let limit = settings.pageLimit { try database.execute("PRAGMA max_page_count = \(limit)") }
        } else {
            store = LogStore(try LogConnection.inMemory(start.memory), recording: recording.id)
            source.move(main: start.memory, memory: nil)
            if start.path != nil { memory = start.memory }
            saving.trouble = start.trouble
        }
        write([])
        // The first event does not wait for the pace: what writing takes is loaded while its request is under way.
        lastCommit = .distantPast
    }

    private func run() {
        while true {
            let retry = memory == nil ? nil : lastTry.addingTimeInterval(settings.retry)
            switch queue.work(due: lastCommit.addingTimeInterval(settings.pace), retry: retry) {
            case .write(let batch):
                write(batch)
            case .move(let path):
                do {
                    try move(to: path)
                    queue.moved(nil, saving)
                } catch {
                    queue.moved(error, saving)
                }
            case .end(let batch):
                write(batch)
                end()
                return
            }
        }
    }

    // MARK: - Writing

    private func write(_ batch: [NumberedEvent]) {
        if memory != nil, Date() >= lastTry.addingTimeInterval(settings.retry) { saveMemory() }
        do {
            // The first one, which may be empty, stores who records.
            if !batch.isEmpty || !hasBegun { try store.append(batch, recording: recording) }
            hasBegun = true
            checkpointWhereDue()
        } catch {
            goOnInMemory(error)
            do {
                try store.append(batch, recording: recording)
            } catch {
                // The file cannot even be read any more: memory alone goes on.
                abandonFile(error, batch)
            }
        }
        lastCommit = Date()
        limitMemory()
        describe()
        queue.finished(batch, saving)
    }

    private func checkpointWhereDue() {
        guard let checkpointer, store.database.logPages > 1000 else { return }
        // What the checkpoint beside this thread left is short; with it gone the log begins anew.
        if checkpointer.takeHasWorked() { try? store.database.checkpoint() } else { checkpointer.request() }
    }

    // MARK: - Memory

    /// From now on events go to memory beside the file; its rows stay in view.
    private func goOnInMemory(_ error: SQLiteError) {
        guard memory == nil, saving.path != nil else { return }
        saving.trouble = LogFileCheck.words(error)
        since = Date()
        lastTry = since
        let uri = DatabaseURI.newMemory()
        do {
            try store.database.execute("ATTACH '\(uri)' AS \(Self.memorySchema)")
            try LogSchema.create(in: store.database, schema: Self.memorySchema)
            store = LogStore(
                store.database,
                recording: recording.id,
                schema: Self.memorySchema,
                book: store.book
            )
            memory = uri
            source.move(main: source.place.main, memory: uri)
        } catch {
            saving.trouble = LogFileCheck.words(error)
        }
    }

    /// Leaves the file alone: what memory holds, and what comes, are a log of their own.
    private func abandonFile(_ error: SQLiteError, _ batch: [NumberedEvent]) {
        saving.trouble = LogFileCheck.words(error)
        let uri = DatabaseURI.newMemory()
        guard let database = try? LogConnection.inMemory(uri) else {
            saving.dropped += batch.count
            return
        }
        if let kept = memory, (try? database.execute("ATTACH '\(kept)' AS \(Self.memorySchema)")) != nil {
            try? LogTransfer(database, from: Self.memorySchema).run()
            try? database.execute("DETACH \(Self.memorySchema)")
        }
        checkpointer?.stop()
        checkpointer = nil
        var book = store.book
        book.forgetRows()
        store = LogStore(database, recording: recording.id, book: book)
        memory = uri
        source.move(main: uri, memory: nil)
        do { try store.append(batch, recording: recording) } catch { saving.dropped += batch.count }
    }

    /// Tries to bring what is in memory into the file.
    private func saveMemory() {
        lastTry = Date()
        guard let memory, let path = saving.path else { return }
        do {
            if store.schema == Self.memorySchema {
                try LogTransfer(store.database, from: Self.memorySchema).run()
                adopt(store.database, path: path)
                try store.database.execute("DETACH \(Self.memorySchema)")
            } else {
                let database = try LogConnection.forWriting(path, busyMilliseconds: settings.patience)
                try database.execute("ATTACH '\(memory)' AS \(Self.memorySchema)")
                try LogTransfer(database, from: Self.memorySchema).run()
                try database.execute("DETACH \(Self.memorySchema)")
                adopt(database, path: path)
            }
        } catch let error as SQLiteError {
            saving.trouble = LogFileCheck.words(error)
        } catch {
            if case .trouble(let words) = error as? LogOpeningError { saving.trouble = words }
        }
    }

    /// From now on this file is written.
    private func adopt(_ database: SQLiteDatabase, path: String) {
        var book = store.book
        book.forgetRows()
        store = LogStore(database, recording: recording.id, book: book)
        memory = nil
        saving.path = path
        saving.trouble = nil
        let uri = DatabaseURI.file(path)
        if source.place.main != uri || checkpointer == nil {
            checkpointer?.stop()
            checkpointer = LogCheckpointer(uri: uri)
        }
        source.move(main: uri, memory: nil)
    }

    /// In memory the oldest events make room for the newest.
    private func limitMemory() {
        guard memory != nil || saving.path == nil else { return }
        let schema = store.schema
        // Without a file nothing is waiting to be saved, and more may be kept.
        let limit = saving.path == nil ? settings.keptInMemory * 10 : settings.keptInMemory
        do {
            let kept = Int(try store.database.number("SELECT count(*) FROM \(schema).events") ?? 0)
            saving.kept = kept
            guard kept > limit else { return }
            let oldest = "(SELECT id FROM \(schema).events ORDER BY id LIMIT \(kept - limit))"
            try store.database.execute("DELETE FROM \(schema).payloads WHERE id IN \(oldest)")
            try store.database.execute("DELETE FROM \(schema).events WHERE id IN \(oldest)")
            let rows = Int(try store.database.number("SELECT count(*) FROM \(schema).requests") ?? 0)
            if rows > limit {
                let first = "(SELECT id FROM \(schema).requests ORDER BY id LIMIT \(rows - limit))"
                try store.database.execute("DELETE FROM \(schema).digests WHERE id IN \(first)")
                try store.database.execute("DELETE FROM \(schema).requests WHERE id IN \(first)")
            }
            saving.dropped += kept - limit
            saving.kept = limit
        } catch {
            // What cannot be dropped stays.
        }
    }

    private func describe() {
        guard memory != nil, let path = saving.path, let trouble = saving.trouble else {
            if saving.path != nil { saving.kept = 0 }
            saving.problem = nil
            return
        }
        saving.problem = .logNotSaved(path: path, reason: trouble, since: since, events: saving.kept)
    }

    // MARK: - Moving and ending

    private func move(to path: String) throws(LogOpeningError) {
        try LogCopy.make(from: store.database, memory: store.schema == "main" ? nil : memory, to: path)
        let database = try LogConnection.forWriting(path, busyMilliseconds: settings.patience)
        let old = store.database
        adopt(database, path: path)
        if saving.dropped == 0 { saving.kept = 0 }
        describe()
        Self.bringIntoOneFile(old)
    }

    private func end() {
        recording.ended = EventTime.now()
        if memory != nil { saveMemory() }
        do {
            try store.append([], recording: recording)
        } catch {
            saving.trouble = LogFileCheck.words(error)
        }
        describe()
        checkpointer?.stop()
        if memory == nil, saving.path != nil {
            source.letGo()
            Self.bringIntoOneFile(store.database)
        }
        queue.ended(saving)
    }

    /// Leaves one file without others beside it; where another process has it open, that one will.
    private static func bringIntoOneFile(_ database: SQLiteDatabase) {
        try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // Everything is on the disk now; what is left changes the head of one page, which can be read before and after.
        try? database.execute("PRAGMA synchronous = OFF")
        try? database.execute("PRAGMA journal_mode = DELETE")
    }
}

// Unchecked: the value is taken once, by the thread that `init` hands it to; the lock orders the two.

/// Hands a value to a thread.
private final class Handed: @unchecked Sendable {
    private let lock = NSLock()
    private var value: LogWriterThread.Start?

    init(_ value: sending LogWriterThread.Start) { self.value = value }

    func take() -> LogWriterThread.Start? {
        lock.lock()
        defer { lock.unlock() }
        defer { value = nil }
        return value
    }
}
