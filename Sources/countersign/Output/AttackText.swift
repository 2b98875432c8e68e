import Diagnosis
import Trust
import Workbench

/// One client under attack, as `attack` prints it for people.
enum AttackText {
    static func lines(
        _ matrix: AttackMatrix,
        _ index: Int,
        line: String,
        _ closings: Closings
    ) -> [String] {
        var lines = ["client       \(Sanitizer.line(matrix.clients[index].name))", "policy       \(line)", ""]
        lines.append("  \(TextWidth.pad("presented", columns: 32)) \(TextWidth.pad("computed", columns: 9)) proven")
        for row in AttackMatrix.rows {
            let key = AttackMatrix.CellKey(row: row, client: index)
            let outcome = matrix.outcome(of: row, client: index)
            guard outcome.result != .notApplicable else { continue }
            let computed = TextWidth.pad(row.word(outcome), columns: 9)
            let proof = matrix.proofs[key].map { proven($0, row, computed: outcome) } ?? "-"
            lines.append("  \(TextWidth.pad(row.title, columns: 32)) \(computed) \(proof)")
            guard outcome.isThrough, case .attack = row else { continue }
            lines += details(matrix, key, outcome, closings)
        }
        return lines + [""] + FindingText.lines(matrix.changes(ofClient: index, closings))
    }

    private static func proven(_ proof: AttackProof, _ row: AttackMatrix.Row, computed: AttackOutcome) -> String {
        let word = proof.isThrough ? (row.isHonest ? "accept" : "THROUGH") : (row.isHonest ? "refuse" : "stopped")
        let mark = proof.isThrough == computed.isThrough ? "" : "  NOT AS COMPUTED"
        return "\(word), request \(proof.request)\(mark)"
    }

    private static func details(
        _ matrix: AttackMatrix,
        _ key: AttackMatrix.CellKey,
        _ outcome: AttackOutcome,
        _ closings: Closings
    ) -> [String] {
        var lines: [String] = []
        func add(_ word: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            lines.append("      \(TextWidth.pad(word, columns: 10)) \(Sanitizer.line(text))")
        }
        add("because", outcome.reason)
        let result = matrix.result(of: key.row, client: key.client)
        add("has", result.gain(key.row))
        let revealed = result.revealed(key.row)
        add("gave", revealed.joined(separator: ", "))
        if !revealed.isEmpty { add("to", result.proof?.presented) }
        if let finding = matrix.finding(for: key.row, client: key.client) {
            add("is", "\(finding.severity.rawValue) \(finding.id)")
            add("closed by", finding.closingText)
        }
        add("then", matrix.closed(key.row, client: key.client, closings)?.words(key.row))
        return lines
    }
}
