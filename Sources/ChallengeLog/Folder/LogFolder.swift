import Diagnosis
import Events
import Foundation
import Glibc

/// The folder where logs are kept, one file a recording unless told otherwise.
public struct LogFolder: Hashable, Sendable {
    /// How the names of logs end.
    public static let suffix = ".countersign"

    /// Its path.
    public let path: String

    /// A folder by its path, which need not exist yet.
    public init(path: String) { self.path = path }

    /// `$XDG_DATA_HOME/countersign/logs`, else below `~/.local/share` (XDG Base Directory Specification: a relative
    /// path does not count).
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> LogFolder {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return LogFolder(path: data + "/countersign/logs")
    }

    /// The path of a new log, named by its time (`2026-11-30T09-41-07Z.countersign`), the folder made with mode 0700.
    ///
    /// Two that begin in the same second get different names. A folder that cannot be made is met by the writer.
    ///
    /// - Parameter time: microseconds since 1970, UTC.
    public func newPath(at time: Int64 = EventTime.now()) -> String {
        try? FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let second = EventTime.text(time).prefix(19).map { $0 == ":" ? "-" : $0 }
        let name = path + "/" + String(second) + "Z"
        for number in 1...1000 {
            let candidate = name + (number == 1 ? "" : "-\(number)") + Self.suffix
            // Taken at once, so that another process does not choose the same name.
            let descriptor = open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                close(descriptor)
                return candidate
            }
            if errno != EEXIST { return candidate }
        }
        return name + "-\(ProcessInfo.processInfo.processIdentifier)" + Self.suffix
    }

    /// The logs of the folder, the newest first, each with what is in it or why it cannot be read.
    public func logs() -> [LogListing] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let listings = names.filter { $0.hasSuffix(Self.suffix) }.map { LogListing(path: path + "/" + $0) }
        return listings.sorted { ($0.modified, $0.path) > ($1.modified, $1.path) }
    }

    /// The path of the log that was written last; nil when there is none with anything in it.
    public func newest() -> String? { logs().first { $0.counts.map { $0.events > 0 } ?? true }?.path }
}

/// One log of the folder.
public struct LogListing: Hashable, Sendable {
    /// The file's path.
    public var path: String
    /// Its size in bytes, that of a write-ahead log beside it included.
    public var bytes: Int
    /// When it was changed last, microseconds since 1970, UTC.
    public var modified: Int64
    /// What is in it; nil when it cannot be read.
    public var counts: LogCounts?
    /// Who recorded first.
    public var recording: RecordingFacts?
    /// Why it cannot be read.
    public var problem: Problem?

    /// The file's name without its folder, sanitised.
    public var name: String { Sanitizer.line((path as NSString).lastPathComponent) }

    init(path: String) {
        self.path = path
        bytes = 0
        modified = 0
        for suffix in ["", "-wal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0 else { continue }
            bytes += Int(status.st_size)
            modified = max(
                modified,
                Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
            )
        }
        // A name that was taken for a log that has not begun yet.
        guard bytes > 0 else {
            counts = LogCounts(requests: 0, held: 0, running: 0, events: 0)
            return
        }
        do {
            let log = try LogFile.open(path)
            counts = try log.counts()
            recording = try log.recordings().first
        } catch {
            problem = error
        }
    }
}
