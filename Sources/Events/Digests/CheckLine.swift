import Diagnosis
import Foundation
import Trust

/// A check as the screens show it: `issuer` and `signature` are one line, `chain`.
public struct CheckLine: Hashable, Sendable, Codable {
    /// The word on screen: `date`, `host`, `chain` …
    public var word: String
    /// The ids that it stands for.
    public var ids: [CheckID]
    /// How it went: the worst of what it stands for.
    public var result: CheckResult
    /// The evidence, or why it was not made.
    public var detail: String
    /// Index of the certificate it is about in `Evaluation.certificates`.
    public var certificate: Int?
    /// The kind of finding when it does not hold.
    public var code: DiagnosisCode?
    /// Whether its failure decided.
    public var decides: Bool
    /// `ended 412 d ago`: the cause in a few words when it does not hold; empty when it does.
    public var cause: String
}

extension CheckLine {
    /// The lines of an evaluation in the order of its checks.
    public static func lines(of evaluation: Evaluation) -> [CheckLine] {
        var lines: [CheckLine] = []
        for check in evaluation.checks {
            let line = CheckLine(check, of: evaluation)
            if let index = lines.firstIndex(where: { $0.word == line.word }) {
                lines[index].merge(line)
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    private init(_ check: Check, of evaluation: Evaluation) {
        word = check.id.word
        ids = [check.id]
        result = check.result
        detail = Sanitizer.line(check.detail)
        certificate = check.certificate
        code = check.code
        decides = check.decides
        cause = ShortCause.text(check, of: evaluation)
    }

    /// Takes the other's place where it is worse: a line is `ok` only when everything it stands for holds.
    private mutating func merge(_ other: CheckLine) {
        let together = ids + other.ids.filter { !ids.contains($0) }
        if Self.gravity(other) > Self.gravity(self) { self = other }
        ids = together
    }

    private static func gravity(_ line: CheckLine) -> Int {
        switch line.result {
        case .pass: 0
        case .skipped: 1
        case .letBy: 2
        case .fail: line.decides ? 4 : 3
        }
    }
}
