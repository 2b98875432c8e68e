import Diagnosis

/// Whether what is recorded reaches the disk.
public struct LogSaving: Hashable, Sendable {
    /// The file's path; nil when nothing is to be saved.
    public var path: String?
    /// `log.not-saved` with its sentence, while the file cannot be written; nil when all is well.
    public var problem: Problem?
    /// Why it cannot be written, in a few words: `disk full`.
    public var trouble: String?
    /// Events that are in memory only, while it is not saved.
    public var kept: Int
    /// Events that were dropped, since memory takes no more.
    public var dropped: Int

    init(path: String?) {
        self.path = path
        kept = 0
        dropped = 0
    }
}
