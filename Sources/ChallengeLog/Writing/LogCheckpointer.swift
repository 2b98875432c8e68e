import Foundation

// Unchecked: `state` is only touched with `condition` locked; the connection belongs to the thread alone.

/// Moves the write-ahead log into the file beside the writer, which must not wait for the disk.
final class LogCheckpointer: @unchecked Sendable {
    private enum State { case idle, wanted, working, stopping, stopped }

    private let condition = NSCondition()
    private var state = State.idle
    private var hasWorked = false
    private let uri: String

    init(uri: String) {
        self.uri = uri
        let thread = Thread { [self] in run() }
        thread.name = "log checkpoint"
        thread.start()
    }

    /// Asks for a checkpoint; does nothing while one is under way.
    func request() {
        condition.lock()
        defer { condition.unlock() }
        guard state == .idle else { return }
        state = .wanted
        condition.signal()
    }

    /// Whether a checkpoint was made since this was asked last: what is left of the log is then short.
    func takeHasWorked() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard hasWorked, state == .idle else { return false }
        hasWorked = false
        return true
    }

    /// Ends the thread and waits for its end.
    func stop() {
        condition.lock()
        defer { condition.unlock() }
        if state != .stopped { state = .stopping }
        condition.broadcast()
        while state != .stopped { condition.wait() }
    }

    private func run() {
        var database: SQLiteDatabase?
        while wait() {
            if database == nil {
                database = try? SQLiteDatabase(uri: uri, mode: .readWrite, busyMilliseconds: 0)
                try? database?.execute("PRAGMA wal_autocheckpoint = 0")
            }
            // One that fails leaves its pages in the write-ahead log; the writer meets the cause itself.
            try? database?.checkpoint()
            finish()
        }
        database = nil
        condition.lock()
        state = .stopped
        condition.broadcast()
        condition.unlock()
    }

    private func wait() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while state == .idle { condition.wait() }
        guard state == .wanted else { return false }
        state = .working
        return true
    }

    private func finish() {
        condition.lock()
        defer { condition.unlock() }
        hasWorked = true
        if state == .working { state = .idle }
    }
}
