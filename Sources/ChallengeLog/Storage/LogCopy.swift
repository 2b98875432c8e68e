import Diagnosis
import Foundation
import Glibc

/// Copies a log into a new file.
enum LogCopy {
    /// Writes everything that the connection sees into one new file of mode 0600.
    ///
    /// - Parameter memory: the database in memory with rows that are not in `main`; nil when there are none.
    /// - Throws: trouble where the file exists or cannot be written.
    static func make(from database: SQLiteDatabase, memory: String?, to path: String) throws(LogOpeningError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .trouble(errno == EEXIST ? "a file of that name exists" : LogFileCheck.reason(errno))
        }
        close(descriptor)
        do {
            let statement = try database.prepare("VACUUM main INTO ?")
            statement.bind(1, DatabaseURI.file(path))
            try statement.run()
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
}
