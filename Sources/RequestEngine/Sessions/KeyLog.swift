import Diagnosis
import Foundation
import Synchronization

/// A file of TLS secrets in the NSS key log format, by which a packet capture can be read. It is made for its owner's
/// eyes alone and appended to; nothing of it goes into events, logs or the screen.
public final class KeyLog: Sendable {
    private let file: Mutex<FileHandle>

    /// Opens or makes the file.
    ///
    /// - Throws: `file.unreadable` where it cannot be written.
    public init(path: String) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Problem(
                .fileUnreadable,
                "The key log \(path) cannot be written: \(reason).",
                remedy: "Name a file in a folder that you may write to."
            )
        }
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Appends a line. A disk that is full loses it; the request goes on.
    func add(_ line: String) {
        file.withLock { try? $0.write(contentsOf: Data((line + "\n").utf8)) }
    }
}
