/// Something that is wrong: its code and the sentence for people, made by one of the functions in `Sentences`.
///
/// A sentence says what was wrong, where, and with which values; what to do about it is the remedy.
public struct Problem: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind of finding.
    public var code: DiagnosisCode
    /// One or more plain sentences, already sanitised.
    public var sentence: String
    /// What helps, already sanitised; nil where nothing specific can be said.
    public var remedy: String?

    /// A problem whose texts pass the sanitiser here.
    public init(_ code: DiagnosisCode, _ sentence: String, remedy: String? = nil) {
        self.code = code
        self.sentence = Sanitizer.line(sentence)
        self.remedy = remedy.map(Sanitizer.line)
    }

    /// `code: sentence remedy`, on one line.
    public var description: String {
        "\(code): \(sentence)" + (remedy.map { " \($0)" } ?? "")
    }
}
