import Foundation
import Glibc

// Unchecked: everything that changes is behind `condition`.

/// A program that runs on a pseudo-terminal as in a terminal window: in a session of its own, which the terminal controls.
public final class TerminalProcess: @unchecked Sendable {
    /// How a program ended.
    public enum End: Equatable, Sendable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal.
        case signaled(Int32)
    }

    /// The process's number.
    public let id: pid_t
    private let condition = NSCondition()
    private var end: End?

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: without the program's own name.
    ///   - environment: all of it; `TERM` is the caller's business.
    public init(
        _ executable: String,
        _ arguments: [String] = [],
        on terminal: PseudoTerminal,
        environment: [String: String]
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session gets the first terminal that it opens as its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let newSession: Int32 = 0x80
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | newSession))

        var id: pid_t = 0
        let status = Self.withStrings([executable] + arguments) { argv in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                posix_spawn(&id, executable, &actions, &attributes, argv, envp)
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        self.id = id
        Thread { [self] in collect() }.start()
    }

    /// Sends a signal, unless it has ended.
    public func send(_ signal: Int32) {
        condition.withLock { _ = end == nil ? kill(id, signal) : 0 }
    }

    /// How it ended, nil while it runs.
    public var ended: End? { condition.withLock { end } }

    /// Waits for the end, after the time given with force.
    public func waitForEnd(seconds: Double = 20) -> End {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let end { return end }
            guard !condition.wait(until: deadline), end == nil else { continue }
            kill(id, SIGKILL)
            while end == nil { condition.wait() }
        }
    }

    private func collect() {
        var info = siginfo_t()
        // The number stays ours until the state is noted, so that `send` never meets a stranger.
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        condition.withLock {
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            end = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
            condition.broadcast()
        }
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
