import Diagnosis

/// What a sub-command with `--json` prints when it could not begin: the input or the options are wrong.
public struct ProblemDocument: Encodable, Sendable {
    private let schema = "countersign.problem/1"
    private let code: DiagnosisCode
    private let codes: [DiagnosisCode]
    private let reason: String
    private let remedy: String?

    private enum CodingKeys: String, CodingKey { case schema, code, codes, reason, remedy }

    /// The document of a problem.
    public init(_ problem: Problem) {
        code = problem.code
        codes = [problem.code]
        reason = problem.sentence
        remedy = problem.remedy
    }
}
