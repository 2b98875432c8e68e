import Diagnosis

/// What `certificate --json` and `identity --json` print: one object for all files.
public struct FilesDocument<File: FileDocument>: Encodable, Sendable {
    private let schema: String
    /// The kind of finding that decided the exit status; absent when all is well.
    public let code: DiagnosisCode?
    /// All kinds of findings of all files.
    public let codes: [DiagnosisCode]
    /// The sentence that goes with `code`, or that all is well.
    public let reason: String
    private let remedy: String?
    /// A file each.
    public let files: [File]

    /// The document of some files.
    ///
    /// - Parameter schema: the name of this form and its version.
    public init(schema: String, _ files: [File]) {
        self.schema = schema
        self.files = files
        let decider = files.first { $0.code != nil }
        code = decider?.code
        reason = decider?.reason ?? (files.count == 1 ? files.first?.reason : nil) ?? "every file can be used"
        remedy = decider?.remedy
        var all: [DiagnosisCode] = []
        for code in files.flatMap(\.codes) where !all.contains(code) { all.append(code) }
        codes = all
    }
}

/// One file of such a document.
public protocol FileDocument: Encodable, Sendable {
    /// The kind of finding that makes it unusable; nil when it can be used.
    var code: DiagnosisCode? { get }
    /// All kinds of findings, remarks included.
    var codes: [DiagnosisCode] { get }
    /// One sentence: what decided, or what is in it.
    var reason: String { get }
    /// What helps.
    var remedy: String? { get }
}
