import Foundation

/// The forms in which SQLite takes the name of a database.
enum DatabaseURI {
    /// A file by its path.
    static func file(_ path: String) -> String {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var uri = "file://"
        for byte in absolute.utf8 {
            switch byte {
            // Letters, digits and what stands for itself in a path.
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F, 0x2D, 0x2E, 0x5F, 0x7E:
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                uri += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return uri
    }

    /// A new database in this process's memory that several connections can open, for as long as one has it open.
    static func newMemory() -> String { "file:/countersign-\(UUID().uuidString)?vfs=memdb" }
}
