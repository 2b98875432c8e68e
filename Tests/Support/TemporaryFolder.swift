import Foundation

/// A private folder that goes away with its last reference.
public final class TemporaryFolder: Sendable {
    /// Its path, without a trailing slash.
    public let path: String

    /// Makes a new folder under the system's temporary folder.
    public init() throws {
        var template = Array((NSTemporaryDirectory() + "/countersign-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of an entry.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file and gives its path.
    @discardableResult
    public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let target = file(name)
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(fileURLWithPath: target))
        return target
    }

    /// Writes a text file and gives its path.
    @discardableResult
    public func write(_ name: String, text: String) throws -> String { try write(name, text.utf8) }
}
