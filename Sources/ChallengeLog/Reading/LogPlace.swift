import Diagnosis
import Foundation
import Glibc

/// Where a log is read: at its place, or in a private copy.
struct LogPlace {
    /// The path that is opened.
    var path: String
    /// How it is opened.
    var mode: SQLiteDatabase.Mode
    /// What the reader should know.
    var note: String?
    /// The copy, which goes away with its last reference.
    var copy: LogPrivateCopy?

    /// Whether the file and its folder can be written, so that a log left behind can be recovered at its place.
    static func canWrite(_ path: String) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        return access(path, W_OK) == 0 && access(folder.isEmpty ? "." : folder, W_OK) == 0
    }

    static func prepare(_ path: String, canWrite: Bool, progress: LongWork) throws(Problem) -> LogPlace {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .fileMissing(path: path) }
            throw .fileUnreadable(path: path, reason: LogFileCheck.reason(errno), user: NSUserName())
        }
        do {
            guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
                throw LogOpeningError.problem(.fileEmpty(path: path))
            }
            try LogFileCheck.checkForWriting(path)
        } catch {
            switch error as? LogOpeningError {
            case .problem(let problem): throw problem
            case .trouble(let reason): throw .fileUnreadable(path: path, reason: reason, user: NSUserName())
            case nil: throw .fileUnreadable(path: path, reason: "unknown", user: NSUserName())
            }
        }
        if canWrite { return LogPlace(path: path, mode: .readWrite) }
        if !needsRecovery(path) { return LogPlace(path: path, mode: .readOnly) }
        let copy = try LogPrivateCopy(of: path, progress: progress)
        return LogPlace(
            path: copy.path,
            mode: .readWrite,
            note: "read from a copy: its folder cannot be written",
            copy: copy
        )
    }

    /// Whether the file says that a write-ahead log belongs to it (sqlite.org/fileformat2, 1.3.3).
    private static func needsRecovery(_ path: String) -> Bool {
        if access(path + "-wal", F_OK) == 0 { return true }
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        let start = [UInt8]((try? handle.read(upToCount: 20)) ?? Data())
        return start.count == 20 && start[18] == 2
    }
}

/// A log's files in a private folder.
final class LogPrivateCopy: Sendable {
    /// The path of the copied file.
    let path: String
    private let folder: String

    init(of path: String, progress: LongWork = { _, _ in true }) throws(Problem) {
        var template = Array((NSTemporaryDirectory() + "/countersign-log-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .fileUnreadable(path: path, reason: LogFileCheck.reason(errno), user: NSUserName())
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.path = folder + "/" + (path as NSString).lastPathComponent
        let files = ["", "-wal"].filter { access(path + $0, F_OK) == 0 }
        let total = files.reduce(0) { $0 + Self.size(path + $1) }
        var done = 0
        for suffix in files {
            let reason = Self.copy(path + suffix, to: self.path + suffix) { count in
                done += count
                return progress(done, total)
            }
            if let reason { throw .fileUnreadable(path: path, reason: reason, user: NSUserName()) }
        }
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Copies a file by the megabyte; the reason when it was not copied.
    private static func copy(_ path: String, to target: String, _ goesOn: (Int) -> Bool) -> String? {
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return "it cannot be copied: " + LogFileCheck.reason(errno) }
        let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            while let bytes = try input.read(upToCount: 1 << 20), !bytes.isEmpty {
                try output.write(contentsOf: bytes)
                guard goesOn(bytes.count) else { return "the copy was given up" }
            }
            return nil
        } catch {
            return "it cannot be copied"
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
