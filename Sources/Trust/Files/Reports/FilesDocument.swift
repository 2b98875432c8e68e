import Diagnosis

/// The one JSON object that `certificate` and `identity` print for all their arguments.
public struct FilesDocument: Hashable, Sendable, Codable {
    /// The form and its version.
    public var schema = "countersign.files/1"
    /// The code that decided the exit status: the first file's that cannot be used; absent when all can.
    public var code: DiagnosisCode?
    /// The codes of all files, each once.
    public var codes: [DiagnosisCode]
    /// The sentence that belongs to `code`.
    public var reason: String?
    /// An element an argument.
    public var files: [FileReport]

    /// The document of some reports, in the order of the arguments.
    public init(_ files: [FileReport]) {
        self.files = files
        let decisive = files.first { !$0.isUsable }
        code = decisive?.code
        reason = decisive?.reason
        codes = []
        for code in files.flatMap(\.codes) where !codes.contains(code) { codes.append(code) }
    }

    /// Whether every file can be used.
    public var isUsable: Bool { code == nil }
}
