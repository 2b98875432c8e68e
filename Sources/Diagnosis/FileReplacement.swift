import Foundation

/// Puts a file whole in the place of another: a reader sees the old one or the new one, never half of one.
public enum FileReplacement {
    /// Why the file was not replaced.
    public struct Failure: Error, Hashable {
        /// The system's number, as in `errno`.
        public let code: Int32

        /// The system's words.
        public var reason: String { String(cString: strerror(code)) }
    }

    /// Writes the bytes to a file of mode 0600 under a name of its own, then gives it the path.
    ///
    /// The other name is this writer's alone, since two may replace the same file in the same moment; the last one counts.
    /// Nothing is left of it when something fails. It is not forced to the disk: what is written so can be had again.
    public static func write(_ path: String, _ bytes: some ContiguousBytes) throws(Failure) {
        let draft = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36)).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        let written = bytes.withUnsafeBytes { fill(descriptor, $0) }
        let closed = close(descriptor) == 0 ? 0 : errno
        var code = written == 0 ? closed : written
        if code == 0 {
            if rename(draft, path) == 0 { return }
            code = errno
        }
        unlink(draft)
        throw Failure(code: code)
    }

    /// Writes all bytes; the number of the fault, 0 for none.
    private static func fill(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
        }
        return 0
    }
}
