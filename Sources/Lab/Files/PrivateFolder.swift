import Diagnosis
import Foundation

/// A folder of the lab's own: mode 0700, its files 0600, written whole or not at all.
struct PrivateFolder: Sendable {
    /// The folder's path.
    let path: String

    /// Makes the folder where it is not there.
    ///
    /// - Throws: `file.unreadable` with the system's reason.
    init(_ path: String) throws(Problem) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Self.unusable(path)
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else { throw Self.unusable(path) }
    }

    /// The path of an entry.
    func file(_ name: String) -> String { path + "/" + name }

    /// An entry's bytes; nil when it is not there or cannot be read.
    func read(_ name: String) -> [UInt8]? {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var result: [UInt8] = []
        return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { memory in
            while true {
                let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
                if count == 0 { return result }
                guard count > 0 || errno == EINTR else { return nil }
                result += memory.prefix(max(count, 0))
            }
        }
    }

    /// Writes an entry: a reader sees the old one or the new one.
    func write(_ name: String, _ bytes: [UInt8]) throws(Problem) {
        do {
            try FileReplacement.write(file(name), bytes)
        } catch {
            throw Self.unusable(file(name), error.reason)
        }
    }

    /// Runs a body while no other process runs one on the same folder.
    func whileLocked<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let descriptor = open(file("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unusable(file("lock")) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.unusable(file("lock")) }
        }
        return try body()
    }

    /// The problem that `errno` tells of, where no other reason is given.
    private static func unusable(_ path: String, _ reason: String = String(cString: strerror(errno))) -> Problem {
        .labFolderUnusable(path: path, reason: reason, user: NSUserName())
    }
}
