import Diagnosis
import Foundation

/// Folders and files that only their owner may read: what is kept there may be a secret.
enum OwnFolder {
    /// Makes a folder of mode 0700, and those above it.
    ///
    /// - Throws: `file.not-written`.
    static func make(_ path: String) throws(Problem) {
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .fileNotWritten(path: path, reason: "the folder cannot be made")
        }
    }

    /// Puts bytes into a file of mode 0600 in the place of what was there: nobody sees half of it. False where that is
    /// not possible.
    @discardableResult
    static func replace(_ path: String, _ bytes: Data) -> Bool {
        let draft = path + "." + String(UInt64.random(in: .min ... .max), radix: 36)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWritten = (try? file.write(contentsOf: bytes)) != nil && (try? file.close()) != nil
        guard isWritten, rename(draft, path) == 0 else {
            unlink(draft)
            return false
        }
        return true
    }
}
