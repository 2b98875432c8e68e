import Diagnosis

/// Something with a code and a sentence.
public struct ProblemFacts: Hashable, Sendable, Codable {
    /// The kind of finding; nil for a plain note.
    public var code: DiagnosisCode?
    /// The sentence.
    public var sentence: String
    /// What helps.
    public var remedy: String?

    /// A plain note.
    public init(note: String) { sentence = Sanitizer.line(note) }

    /// A problem.
    public init(_ problem: Problem) {
        code = problem.code
        sentence = problem.sentence
        remedy = problem.remedy
    }
}
