import Diagnosis
import Foundation
import Glibc

/// Opens the database of a log, for writing or for reading, and says what is wrong with it.
enum LogConnection {
    /// Opens a log for writing; makes it when there is none, or an empty file.
    ///
    /// - Throws: as `.problem` when the file is none of ours, of a newer schema or damaged; as `.trouble` when the place
    ///   cannot be written.
    static func forWriting(_ path: String, busyMilliseconds: Int32) throws(LogOpeningError) -> SQLiteDatabase {
        try LogFileCheck.checkForWriting(path)
        try makePrivate(path)
        do {
            let database = try SQLiteDatabase(
                uri: DatabaseURI.file(path),
                mode: .readWrite,
                busyMilliseconds: busyMilliseconds
            )
            try prepareForWriting(database)
            try LogFileCheck.checkHeader(database, path)
            return database
        } catch let error as LogOpeningError {
            throw error
        } catch let error as SQLiteError {
            throw LogFileCheck.explain(error, path)
        } catch {
            throw .trouble("unknown error")
        }
    }

    /// Opens a log in this process's memory, for writing.
    static func inMemory(_ uri: String) throws(SQLiteError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(uri: uri, mode: .readWrite, busyMilliseconds: 10_000)
        try database.execute("PRAGMA journal_mode = MEMORY")
        try makeTables(database)
        return database
    }

    /// The file is there afterwards, and nobody else may read it. SQLite gives its other files the same mode.
    private static func makePrivate(_ path: String) throws(LogOpeningError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .trouble(LogFileCheck.reason(errno)) }
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    private static func prepareForWriting(_ database: SQLiteDatabase) throws(SQLiteError) {
        // A log that is made now holds nothing that could be lost: the disk is waited for from the first event on.
        let isNew = try database.number("PRAGMA page_count") == 0
        if isNew { try database.execute("PRAGMA synchronous = OFF") }
        try database.execute("PRAGMA journal_mode = WAL")
        if !isNew { try database.execute("PRAGMA synchronous = NORMAL") }
        // Checkpoints are made beside the writer: it must not wait for the disk.
        try database.execute("PRAGMA wal_autocheckpoint = 0")
        try makeTables(database)
        if isNew { try database.execute("PRAGMA synchronous = NORMAL") }
    }

    private static func makeTables(_ database: SQLiteDatabase) throws(SQLiteError) {
        guard try database.number("SELECT count(*) FROM sqlite_schema") == 0 else { return }
        do {
            // Another process may make them at the same time: who comes second finds them.
            try database.execute("BEGIN IMMEDIATE")
            if try database.number("SELECT count(*) FROM sqlite_schema") == 0 {
                try database.execute("PRAGMA application_id = \(LogSchema.applicationID)")
                try database.execute("PRAGMA user_version = \(LogSchema.version)")
                try LogSchema.create(in: database)
            }
            try database.execute("COMMIT")
        } catch {
            if database.isInTransaction { try? database.execute("ROLLBACK") }
            throw error
        }
    }
}

/// Why a log could not be opened.
enum LogOpeningError: Error {
    /// The file is the wrong one: nothing is written to it.
    case problem(Problem)
    /// The place cannot be written now: `disk full`.
    case trouble(String)
}
