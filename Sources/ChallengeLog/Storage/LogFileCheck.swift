import Diagnosis
import Foundation
import Glibc

/// Tells a log from other files, before and after SQLite has looked at it.
enum LogFileCheck {
    /// A file that is there and is no log must not be written to.
    static func checkForWriting(_ path: String) throws(LogOpeningError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .problem(.logNotALog(path: path, what: kind(status.st_mode)))
        }
        if status.st_size > 0 { try checkStart(path) }
    }

    /// Whether the file begins as an SQLite database does.
    static func checkStart(_ path: String) throws(LogOpeningError) {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .problem(.fileUnreadable(path: path, reason: reason(errno), user: NSUserName()))
        }
        let start = [UInt8]((try? handle.read(upToCount: 100)) ?? Data())
        try? handle.close()
        guard start.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .problem(.logNotALog(path: path, what: what(start)))
        }
        try checkLength(path, start)
    }

    /// Whether it is one of ours, of a schema known here.
    static func checkHeader(_ database: SQLiteDatabase, _ path: String) throws(LogOpeningError) {
        do {
            guard try database.number("PRAGMA application_id") == LogSchema.applicationID else {
                throw LogOpeningError.problem(
                    .logNotALog(path: path, what: "it is an SQLite database of another program")
                )
            }
            let version = try database.number("PRAGMA user_version") ?? 0
            guard version <= LogSchema.version else {
                throw LogOpeningError.problem(
                    .logNewer(path: path, version: Int(version), known: Int(LogSchema.version))
                )
            }
            _ = try database.number("SELECT max(id) FROM events")
            _ = try database.number("SELECT max(id) FROM requests")
        } catch let error as LogOpeningError {
            throw error
        } catch let error as SQLiteError {
            throw explain(error, path)
        } catch {
            throw .trouble("unknown error")
        }
    }

    /// A fault of the file is a problem; one of the place is trouble.
    static func explain(_ error: SQLiteError, _ path: String) -> LogOpeningError {
        switch error.kind {
        case .notADatabase: .problem(.logNotALog(path: path, what: "SQLite takes it for no database"))
        case .corrupt: .problem(LogSurvey.damaged(path, error.message))
        case .other where error.message.hasPrefix("no such"): .problem(LogSurvey.damaged(path, error.message))
        case .full, .readOnly, .busy, .cannotOpen, .inputOutput, .constraint, .other: .trouble(words(error))
        }
    }

    /// Why a place cannot be written, in a few words.
    static func words(_ error: SQLiteError) -> String {
        switch error.kind {
        case .full: "disk full"
        case .readOnly: "read-only"
        case .busy: "held by another process"
        case .cannotOpen: "cannot be opened"
        case .inputOutput: "the disk fails"
        case .notADatabase, .corrupt: "the file is damaged"
        case .constraint, .other: Sanitizer.line(error.message)
        }
    }

    /// The words for an error number.
    static func reason(_ number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: "disk full"
        case EROFS: "read-only file system"
        case EACCES, EPERM: "no permission"
        case ENOENT: "no such folder"
        case ENOTDIR: "not a folder"
        default: Sanitizer.line(String(cString: strerror(number)))
        }
    }

    /// A file cut short has fewer bytes than its header counts pages (sqlite.org/fileformat2, 1.3).
    private static func checkLength(_ path: String, _ header: [UInt8]) throws(LogOpeningError) {
        guard header.count == 100 else {
            throw .problem(.logDamaged(path: path, readable: 0, from: nil, to: nil, reason: "the header is cut short"))
        }
        func number(_ offset: Int, _ count: Int) -> Int {
            header[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        // The count is valid only when it was written by the last change; a WAL beside the file has its own.
        guard number(24, 4) == number(92, 4), access(path + "-wal", F_OK) != 0 else { return }
        let pageSize = number(16, 2) == 1 ? 65_536 : number(16, 2)
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) < number(28, 4) * pageSize else { return }
        let missing = number(28, 4) * pageSize - Int(status.st_size)
        throw .problem(LogSurvey.damaged(path, "the file is cut short by \(missing) bytes"))
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "it is a folder"
        case S_IFIFO: "it is a pipe"
        case S_IFSOCK: "it is a socket"
        default: "it is a device"
        }
    }

    private static func what(_ start: [UInt8]) -> String {
        let text = start.prefix(16).prefix { $0 != 0x0A && $0 != 0 }
        let isText = text.count > 3 && text.allSatisfy { (0x20...0x7E).contains($0) }
        if isText { return "it begins with \"\(String(decoding: text, as: UTF8.self))\"" }
        let digits = start.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "it begins with the bytes \(digits.joined(separator: " "))"
    }
}
