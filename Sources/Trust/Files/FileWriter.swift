import Diagnosis
import Foundation

/// Writes new files: whole or not at all, for their owner alone, and never over one that is there.
public enum FileWriter {
    /// Makes a file of mode 0600.
    ///
    /// The bytes go into a file of another name first, which then gets the right one: nobody sees half of it.
    ///
    /// - Throws: `file.exists`, `file.not-written`.
    public static func create(_ path: String, _ bytes: [UInt8]) throws(Problem) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .fileNotWritten(path: path, reason: "it is no name of a file")
        }
        let draft = path + "." + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
        try write(draft, bytes)
        defer { unlink(draft) }
        guard link(draft, path) != 0 else { return }
        switch errno {
        case EEXIST: throw .fileExists(path: path)
        case EPERM, EOPNOTSUPP, ENOSYS:
            // A file system without links: the name is taken first, then filled.
            try write(path, bytes)
        default: throw failure(path)
        }
    }

    private static func write(_ path: String, _ bytes: [UInt8]) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .fileExists(path: path) : failure(path) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return try giveUp(path) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { return try giveUp(path) }
    }

    private static func giveUp(_ path: String) throws(Problem) {
        let problem = failure(path)
        unlink(path)
        throw problem
    }

    private static func failure(_ path: String) -> Problem {
        .fileNotWritten(path: path, reason: String(cString: strerror(errno)))
    }
}
