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
}
