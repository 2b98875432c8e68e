import Diagnosis
import Foundation
import Synchronization

/// A program in a process group of its own, so that what it starts ends with it.
struct ChildProcess {
    private let identifier: pid_t

    init(_ words: [String], environment: [String: String]) throws(Problem) {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", mode, 0)
        }
        // What this thread blocks, as those of a pool do, and what we ignore (a broken pipe, an interruption) is not the
        // program's affair.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var made: pid_t = 0
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let failure = Self.withPointers(words) { arguments in
            Self.withPointers(variables) { posix_spawnp(&made, words[0], &actions, &attributes, arguments, $0) }
        }
        guard failure == 0 else {
            throw Problem(
                .optionValue,
                "The command \(Sanitizer.line(words[0])) cannot be run: \(String(cString: strerror(failure))).",
                remedy: "Give a program of the search path, or its full path."
            )
        }
        identifier = made
    }

    /// Waits for its end.
    ///
    /// - Returns: its exit status, 128 and the number of the signal that ended it; nil when its time was up: then it was
    ///   ended, politely and then not.
    func wait(limit: Duration) -> Int32? {
        let waiter = Waiter(identifier)
        if let status = waiter.status(within: limit) { return status }
        kill(-identifier, SIGTERM)
        if waiter.status(within: .seconds(1)) == nil {
            kill(-identifier, SIGKILL)
            _ = waiter.status(within: .seconds(10))
        }
        return nil
    }

    private static func withPointers<Result>(
        _ words: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return body(&pointers)
    }
}

/// Waits for a process on a thread of its own.
private final class Waiter: Sendable {
    private let ended = DispatchSemaphore(value: 0)
    private let status = Mutex<Int32>(0)

    init(_ identifier: pid_t) {
        Thread { [self] in
            var raw: Int32 = 0
            while waitpid(identifier, &raw, 0) < 0 && errno == EINTR {}
            let signal = raw & 0x7f
            status.withLock { $0 = signal == 0 ? (raw >> 8) & 0xff : 128 + signal }
            ended.signal()
        }.start()
    }

    /// The exit status, if it comes in time.
    func status(within limit: Duration) -> Int32? {
        let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
        return ended.wait(timeout: .now() + seconds) == .success ? status.withLock { $0 } : nil
    }
}
