import Diagnosis
import Foundation
import Trust

/// One line of what `evaluate --batch` prints.
public struct BatchResult: Encodable, Sendable {
    private let id: String?
    private let verdict: String?
    private let disposition: String?
    private let trustResult: String?
    private let checks: [Check]?
    private let chain: [SHA256Digest]?
    private let code: String?
    private let codes: [String]?
    private let reason: String?
    private let error: String?

    /// The result of one request.
    public init(id: String?, _ evaluation: Evaluation) {
        self.id = id
        verdict = evaluation.verdict.rawValue
        disposition = evaluation.disposition.rawValue
        trustResult = evaluation.trustResult.name
        checks = evaluation.checks
        chain = evaluation.path
        code = evaluation.code?.rawValue
        codes = evaluation.codes.map(\.rawValue)
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
