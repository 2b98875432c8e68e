import Diagnosis
import Trust
import Workbench

/// Findings as they are printed for people.
enum FindingText {
    /// All of a client's findings, each before and after its closing change; one line where there is none.
    static func lines(_ changes: [FindingChange]) -> [String] {
        guard !changes.isEmpty else { return ["findings     none"] }
        return ["findings"]
            + changes.flatMap { change in
                lines(change.finding) + [line("before", change.beforeText), line("after", change.afterText)]
            }
    }

    /// All of an audit's findings; one line where there is none.
    static func lines(_ findings: [Finding]) -> [String] {
        guard !findings.isEmpty else { return ["findings     none"] }
        return ["findings"] + findings.flatMap(lines)
    }

    private static func line(_ word: String, _ text: String) -> String {
        "            \(TextWidth.pad(word, columns: 12)) \(Sanitizer.line(text))"
    }

    private static func lines(_ finding: Finding) -> [String] {
        var lines = [
            "  \(TextWidth.pad(finding.severity.rawValue, columns: 9)) \(TextWidth.pad(finding.id, columns: 30)) "
                + finding.kind.row.title
        ]
        func add(_ word: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            lines.append(line(word, text))
        }
        add("because", finding.text)
        add("at", finding.step.map { "\($0.flow), step \($0.number)\($0.defect.map { " (\($0))" } ?? "")" })
        add("set", finding.place)
        add("passes", finding.attacks.map { Attack.of($0).title }.joined(separator: "; "))
        add("would read", finding.wouldRead)
        add("closed by", finding.closingText)
        add("proven by", finding.proof.map { "request \($0)" })
        add("see", finding.references)
        return lines
    }
}

extension RunStatus {
    /// Refused where a finding is at or over what `--fail-on` names.
    static func failing(_ findings: some Sequence<Finding>, _ arguments: Arguments) -> RunStatus {
        guard let limit = arguments.value(.failOn).flatMap(Severity.init(rawValue:)) else { return .success }
        return findings.contains { $0.severity >= limit } ? .refused : .success
    }
}
