import Diagnosis
import Foundation
import Glibc

/// Copies a log into a new file.
enum LogCopy {
    /// Writes everything that the connection sees into one new file of mode 0600.
    ///
    /// - Parameters:
    ///   - memory: the database in memory with rows that are not in `main`; nil when there are none.
    ///   - progress: is told how many bytes of how many are written.
    /// - Throws: trouble where the file exists or cannot be written, or the copy was given up.
    static func make(
        from database: SQLiteDatabase,
        memory: String?,
        to path: String,
        progress: @escaping LongWork = { _, _ in true }
    ) throws(LogOpeningError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .trouble(errno == EEXIST ? "a file of that name exists" : LogFileCheck.reason(errno))
        }
        close(descriptor)
        do {
            let pages = try database.number("PRAGMA main.page_count") ?? 0
            let total = Int(pages) * Int(try database.number("PRAGMA page_size") ?? 0)
            let statement = try database.prepare("VACUUM main INTO ?")
            statement.bind(1, DatabaseURI.file(path))
            try database.whileAsking({ progress(min(total, size(of: path)), total) }, run: statement)
            guard let memory else { return }
            let copy = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 1000)
            try copy.execute("ATTACH '\(memory)' AS memory")
            try LogTransfer(copy, from: "memory").run()
            try copy.execute("DETACH memory")
        } catch {
            unlink(path)
            throw .trouble(LogFileCheck.words(error))
        }
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
