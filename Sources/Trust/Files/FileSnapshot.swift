import Diagnosis

/// A file at one moment: its path and its bytes, or why there are none. Judging it reads nothing more.
public struct FileSnapshot: Sendable {
    /// The full path, as tried.
    public let path: String
    /// The file as it was named to this program: messages call it so, and the commands in them work where it was named.
    public let typed: String
    /// The bytes, or the problem: `file.missing`, `file.empty`, `file.not-regular`, `file.unreadable`.
    public let content: Result<[UInt8], Problem>

    /// A file of known content.
    ///
    /// - Parameter typed: how it was named; nil where nobody did: its name without the folder.
    public init(path: String, content: Result<[UInt8], Problem>, typed: String? = nil) {
        self.path = path
        self.typed = typed ?? Self.name(of: path)
        self.content = content
    }

    /// A file of known bytes; none are `file.empty`.
    public init(path: String, bytes: [UInt8]) {
        self.init(path: path, content: bytes.isEmpty ? .failure(.fileEmpty(path: path)) : .success(bytes))
    }

    /// The file's name without its folder.
    public var name: String { Self.name(of: path) }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What follows the last dot of the name, in lower case; empty without one.
    public var suffix: String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[dot...].dropFirst().lowercased()
    }
}

extension FileSnapshot: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The path and the size; the bytes may be a private key.
    public var description: String {
        switch content {
        case .success(let bytes): "\(path), \(bytes.count) bytes"
        case .failure(let problem): problem.description
        }
    }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
