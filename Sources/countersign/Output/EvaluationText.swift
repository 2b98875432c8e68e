import Diagnosis
import Events
import Trust

/// A judgement as `evaluate` prints it for people.
enum EvaluationText {
    static func lines(_ evaluation: Evaluation, decision: ClientDecision, line: String, remarks: [Problem]) -> [String]
    {
        var lines = [line, ""]
        for (number, certificate) in evaluation.certificates.enumerated() {
            let mark = evaluation.path.contains(certificate.sha256) ? "*" : " "
            let anchor = certificate.anchor.map { "  anchor (\($0))" } ?? ""
            let subject = certificate.subject.isEmpty ? "(does not decode)" : certificate.subject
            lines.append("\(mark) \(number) \(certificate.role)  \(Sanitizer.line(subject))\(anchor)")
        }
        lines.append("")
        lines += checks(evaluation, indent: "")
        lines.append("")
        for step in decision.steps { lines.append("step \(step.step.number)        \(step.step.text): \(step.result)") }
        lines.append("trust result  \(evaluation.trustResult.name)")
        lines.append("verdict       \(evaluation.verdict.rawValue)")
        let answers = decision.answers.map(\.disposition.rawValue)
        lines.append("answer        " + (answers.isEmpty ? "none, ever" : answers.joined(separator: ", then ")))
        if let step = evaluation.step {
            let defect = step.defect.map { "  (\($0))" } ?? ""
            lines.append("decided by    \(step.flow), step \(step.number): \(step.text)\(defect)")
        }
        let code = evaluation.code.map { " [\($0)]" } ?? ""
        lines.append("reason        \(evaluation.reason)\(code)")
        if let remedy = evaluation.remedy { lines.append("              \(remedy)") }
        if let name = evaluation.failureReason { lines.append("thrown        \(name)") }
        let others = evaluation.codes.filter { $0 != evaluation.code }
        if !others.isEmpty { lines.append("also          " + others.map(\.rawValue).joined(separator: ", ")) }
        return lines + remarks.map { "note          \($0.sentence) [\($0.code)]" }
    }

    /// The lines of the checks, each with its word and its evidence.
    static func checks(_ evaluation: Evaluation, indent: String) -> [String] {
        CheckLine.lines(of: evaluation).map { check in
            let word = TextWidth.pad(check.word, columns: 12)
            let result = TextWidth.pad(check.result.word, columns: 6)
            let code = check.code.map { "  [\($0)]" } ?? ""
            return "\(indent)\(word) \(result)  \(check.detail)\(code)"
        }
    }
}
