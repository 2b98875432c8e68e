import Diagnosis
import Foundation
import Synchronization

/// A new file that takes the whole body of a response as it comes, beyond what is kept in memory. It is its owner's
/// alone.
public final class ResponseFile: Sendable {
    /// Its path.
    public let path: String
    private let descriptor: Mutex<Int32>

    /// Makes the file.
    ///
    /// - Throws: `file.exists`, `file.not-written`.
    public init(path: String) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? .fileExists(path: path) : .fileNotWritten(path: path, reason: String(cString: strerror(errno)))
        }
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    deinit { close() }

    /// Drops what is in it: another response comes in its place.
    func restart() {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return }
            _ = ftruncate(descriptor, 0)
            lseek(descriptor, 0, SEEK_SET)
        }
    }

    /// Adds bytes; what went wrong, once.
    func add(_ bytes: UnsafeRawBufferPointer) -> Problem? {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return nil }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let reason = String(cString: strerror(errno))
                    Foundation.close(descriptor)
                    descriptor = -1
                    return .fileNotWritten(path: path, reason: reason)
                }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }

    private func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Foundation.close(descriptor) }
            descriptor = -1
        }
    }
}
