import Diagnosis
import Foundation
import Trust

/// One line of what `evaluate --batch` prints.
public struct BatchResult: Encodable, Sendable {
    private let id: String?
    private let verdict: Verdict?
    private let disposition: Disposition?
    private let trustResult: TrustResult?
    private let checks: [Check]?
    private let chain: [SHA256Digest]?
    private let code: DiagnosisCode?
    private let codes: [DiagnosisCode]?
    private let reason: String?
    private let error: String?

    /// The result of one request.
    public init(id: String?, _ evaluation: Evaluation) {
        self.id = id
        verdict = evaluation.verdict
        disposition = evaluation.disposition
        trustResult = evaluation.trustResult
        checks = evaluation.checks
        chain = evaluation.path
        code = evaluation.code
        codes = evaluation.codes
        reason = evaluation.reason
        error = nil
    }

    /// What stands for a request that could not be judged.
    public init(id: String?, error: String) {
        self.id = id
        self.error = Sanitizer.line(error)
        verdict = nil
        disposition = nil
        trustResult = nil
        checks = nil
        chain = nil
        code = nil
        codes = nil
        reason = nil
    }
}
