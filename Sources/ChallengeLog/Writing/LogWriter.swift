import Diagnosis
import Events
import Foundation

/// Records events into a log: a thread of its own writes them, at most 50 ms after they came.
///
/// Where the file cannot be written (disk full, read-only folder, held by another process), recording goes on in memory,
/// ``saving`` says so, and what was kept is written as soon as the file takes it.
public final class LogWriter: Sendable {
    /// How the writer behaves; the defaults are right for everything but tests.
    public struct Settings: Sendable {
        /// The least time between two commits, in seconds.
        public var pace: Double
        /// How long another process's lock is waited for, in milliseconds.
        public var patience: Int32
        /// How often a file that could not be written is tried again, in seconds.
        public var retry: Double
        /// How many events are kept in memory while the file cannot be written.
        public var keptInMemory: Int
        /// The most pages that the file may have; nil for as many as the disk takes.
        public var pageLimit: Int?

        /// The usual settings.
        public init() {
            pace = 0.005
            patience = 2000
            retry = 1
            keptInMemory = 10_000
        }
    }

    /// Who records here.
    public let recording: RecordingFacts
    private let queue: LogQueue
    private let source: LogSource

    /// Opens a log and begins to record.
    ///
    /// - Parameters:
    ///   - path: the file, which is made or appended to; nil to record in memory alone.
    ///   - recording: who records.
    /// - Throws: `log.not-a-log`, `log.newer` or `log.damaged` where the file must not be written to. A place that cannot
    ///   be written is no error: see ``saving``.
    public init(path: String?, recording: RecordingFacts, settings: Settings = Settings()) throws(Problem) {
        let absolute = path.map { $0.hasPrefix("/") ? $0 : FileManager.default.currentDirectoryPath + "/" + $0 }
        var opened: SQLiteDatabase?
        var trouble: String?
        do {
            if let absolute {
                opened = try LogConnection.forWriting(absolute, busyMilliseconds: settings.patience)
            }
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .trouble(let words): trouble = words
            }
        }
        let memory = DatabaseURI.newMemory()
        self.recording = recording
        source = LogSource(main: absolute.map(DatabaseURI.file) ?? memory, recording: recording.id)
        queue = LogQueue(saving: LogSaving(path: absolute))
        let start = LogWriterThread.Start(
            path: absolute,
            database: opened,
            memory: memory,
            trouble: trouble,
            recording: recording,
            settings: settings
        )
        LogWriterThread.begin(start, queue: queue, source: source)
    }

    deinit { queue.close() }

    /// Numbers an event and records it; from any thread, without waiting for the disk.
    ///
    /// - Returns: the event with its number; as it was once the log is closed.
    @discardableResult
    public func append(_ event: Event) -> Event { queue.append(event) ?? event }

    /// Waits until everything recorded before this call is written.
    public func flush() { queue.flush() }

    /// The number of the last event that was written.
    public var lastCommitted: Int64 { queue.lastCommitted }

    /// Whether what is recorded reaches the disk.
    public var saving: LogSaving { queue.state }

    /// Calls `notify` after each commit, on the writer's thread; it must not wait for the log.
    public func observe(_ notify: @escaping @Sendable () -> Void) { queue.observe(notify) }

    /// A reader of what is being recorded, memory included.
    public func reader() throws(Problem) -> LogFile {
        queue.flush()
        return try LogFile(following: source, path: saving.path)
    }

    /// Goes on recording in a new file, which gets everything recorded so far.
    ///
    /// - Throws: `log.not-saved` where that file exists or cannot be written.
    public func move(to path: String) throws(Problem) {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        do {
            try queue.move(to: absolute)
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .trouble(let reason):
                throw .logNotSaved(path: path, reason: reason, since: Date(), events: saving.kept)
            }
        }
    }

    /// Writes what is left, brings the log into one file, and ends the thread. Later events are not recorded.
    public func close() { queue.close() }
}
