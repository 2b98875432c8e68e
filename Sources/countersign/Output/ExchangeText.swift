import Diagnosis
import Events
import Report
import Trust

/// One request and what happened to it, as `fire` prints it for people.
enum ExchangeText {
    static func lines(_ exchange: ExchangeDocument) -> [String] {
        guard let request = exchange.request else { return [] }
        var lines = [title(exchange, request)]
        if !request.policyLine.isEmpty { lines.append("  " + Sanitizer.line(request.policyLine)) }
        for line in TimelineLine.lines(of: exchange.events, now: exchange.events.last?.time ?? 0) {
            lines.append(timeline(line))
            guard line.role == .challenge, let number = line.challenge else { continue }
            lines += checks(exchange.challenges.first { $0.number == number })
        }
        return lines + unasked(exchange) + result(exchange)
    }

    /// What was shown by a server that was refused before anybody was asked.
    private static func unasked(_ exchange: ExchangeDocument) -> [String] {
        exchange.notRaised.compactMap(\.unasked?.decision).flatMap { decision -> [String] in
            guard let evaluation = decision.evaluation else { return [] }
            return ["            would be     \(decision.word)"]
                + EvaluationText.checks(evaluation, indent: "            ")
        }
    }

    private static func title(_ exchange: ExchangeDocument, _ request: RequestFacts) -> String {
        let number = exchange.number.map { "\($0)  " } ?? ""
        return number + Sanitizer.line("\(request.method) \(request.url)")
    }

    private static func timeline(_ line: TimelineLine) -> String {
        "  " + TextWidth.pad(line.elapsedText, columns: 8) + "  " + TextWidth.pad(line.word, columns: 12) + " "
            + line.text
    }

    private static func checks(_ challenge: ExchangeDocument.Challenge?) -> [String] {
        guard let evaluation = challenge?.decision?.evaluation else { return [] }
        return EvaluationText.checks(evaluation, indent: "            ")
    }

    /// What the timeline does not say: why nothing was fired, and what else was found.
    private static func result(_ exchange: ExchangeDocument) -> [String] {
        var lines: [String] = []
        if exchange.outcome == nil {
            lines.append("  \(exchange.reason)" + (exchange.code.map { " [\($0)]" } ?? ""))
            if let remedy = exchange.remedy { lines.append("    \(remedy)") }
        }
        let others = exchange.codes.filter { $0 != exchange.code }
        if !others.isEmpty {
            lines.append("            also         " + others.map(\.rawValue).joined(separator: ", "))
        }
        return lines
    }
}
