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
        return lines + result(exchange)
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

    private static func result(_ exchange: ExchangeDocument) -> [String] {
        let code = exchange.code.map { " [\($0)]" } ?? ""
        var lines: [String] = []
        if !exchange.reason.isEmpty { lines.append("  = " + Sanitizer.line(exchange.reason) + code) }
        if let remedy = exchange.remedy { lines.append("    " + Sanitizer.line(remedy)) }
        if let error = exchange.outcome?.clientError {
            lines.append("    the client sees: \(Sanitizer.line(error.domain)) \(Sanitizer.line(error.text))")
        }
        if let refusal = exchange.outcome?.refusal { lines.append("    \(words(refusal))") }
        let others = exchange.codes.filter { $0 != exchange.code }
        if !others.isEmpty { lines.append("    also: " + others.map(\.rawValue).joined(separator: ", ")) }
        return lines
    }

    private static func words(_ refusal: Refusal) -> String {
        switch refusal {
        case .weRefusedServer: "who refused whom: we refused the server"
        case .weCancelledIdentity: "who refused whom: we cancelled the client-certificate challenge"
        case .serverRefusedIdentity: "who refused whom: the server refused our identity, or that there was none (alert)"
        case .serverRefusedByStatus:
            "who refused whom: the server refused our identity, or that there was none (status)"
        case .peerAlert: "who refused whom: the peer, by an alert"
        case .undecided: "who refused whom: nobody; the connection failed before anybody decided"
        case .stopped: "who refused whom: nobody; it was stopped"
        }
    }
}
