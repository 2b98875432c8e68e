import Diagnosis
import Foundation

/// Reads whole files, and says what stands in the way.
public enum FileReader {
    /// More than any file of certificates or keys has; larger files are not read.
    public static let maximumBytes = 64 << 20

    /// Reads a file once.
    ///
    /// Named pipes, sockets and devices are not opened: they could block for ever.
    ///
    /// - Parameters:
    ///   - path: absolute, or relative to the current folder; `~` is a name like any other.
    ///   - isTyped: whether the path is what a person named; else messages name the file without its folder.
    public static func read(_ path: String, isTyped: Bool = true) -> FileSnapshot {
        let url = URL(fileURLWithPath: path)
        let full = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return FileSnapshot(path: full, content: content(of: url, path: full), typed: isTyped ? path : nil)
    }

    /// The size in bytes of a file that can be read.
    ///
    /// - Throws: `file.missing`, `file.not-regular`, `file.unreadable`.
    public static func size(_ path: String) throws(Problem) -> Int {
        let url = URL(fileURLWithPath: path)
        guard !path.utf8.contains(0) else { throw .fileMissing(path: path) }
        let attributes: [FileAttributeKey: Any]
        do {
            attributes = try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
            try FileHandle(forReadingFrom: url).close()
        } catch {
            throw problem(error, path: path)
        }
        let type = attributes[.type] as? FileAttributeType
        guard type == .typeRegular else { throw .fileNotRegular(path: path, what: describe(type)) }
        return (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    private static func content(of url: URL, path: String) -> Result<[UInt8], Problem> {
        // NUL ends a path for the system, and would name another file.
        guard !path.utf8.contains(0) else { return .failure(.fileMissing(path: path)) }
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
            let type = attributes[.type] as? FileAttributeType
            guard type == .typeRegular else {
                return .failure(.fileNotRegular(path: path, what: describe(type)))
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            guard size <= maximumBytes else {
                return .failure(.fileTooLarge(path: path, bytes: size, limit: maximumBytes))
            }
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            // Not by the size above: it may have changed, and is 0 under /proc.
            let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
            if data.count > maximumBytes {
                return .failure(.fileTooLarge(path: path, bytes: data.count, limit: maximumBytes))
            }
            return data.isEmpty ? .failure(.fileEmpty(path: path)) : .success([UInt8](data))
        } catch {
            return .failure(problem(error, path: path))
        }
    }

    /// What an error of Foundation says about a path.
    static func problem(_ error: any Error, path: String) -> Problem {
        let reason = posixError(error)
        let isMissing = reason.map { $0 == .ENOENT || $0 == .ENOTDIR }
        if isMissing ?? ((error as? CocoaError)?.code == .fileReadNoSuchFile) { return .fileMissing(path: path) }
        return .fileUnreadable(
            path: path,
            reason: reason.map { String(cString: strerror($0.rawValue)) } ?? error.localizedDescription,
            user: ProcessInfo.processInfo.userName
        )
    }

    private static func posixError(_ error: any Error) -> POSIXErrorCode? {
        if let error = error as? POSIXError { return error.code }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return POSIXErrorCode(rawValue: Int32(error.code)) }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(posixError)
    }

    private static func describe(_ type: FileAttributeType?) -> String {
        switch type {
        case .typeDirectory: "a directory"
        case .typeCharacterSpecial, .typeBlockSpecial: "a device"
        case .typeSocket: "a socket"
        default: "a named pipe or another special file"
        }
    }
}
