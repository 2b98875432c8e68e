import Diagnosis
import Report
import Trust
import Workbench

/// Clients beside each other, as `matrix` prints them for people.
enum MatrixText {
    private static let titleWidth = 32
    private static let cellWidth = 11
    private static let columnsAtOnce = 6

    /// The whole table, so many columns at a time.
    static func lines(_ matrix: AttackMatrix) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < matrix.clients.count {
            let columns = start..<min(start + columnsAtOnce, matrix.clients.count)
            if start > 0 { lines.append("") }
            lines += table(matrix, columns)
            start = columns.upperBound
        }
        let proven = matrix.proofs.count
        let wrong = matrix.contradictions.count
        let summary =
            proven == 0
            ? "computed only" : "\(proven) cells proven by requests, \(wrong) of them not as computed"
        return lines + [
            "", "! = let by   ATS = accepted, but ATS refuses   - = nothing to aim at   ~ = assumed", summary,
        ]
    }

    private static func table(_ matrix: AttackMatrix, _ columns: Range<Int>) -> [String] {
        let names = columns.map { number in
            TextWidth.pad(
                TextWidth.fit(matrix.clients[number].name, columns: cellWidth, ellipsis: .ascii),
                columns: cellWidth
            )
        }
        var lines = [TextWidth.pad("PRESENTED", columns: titleWidth) + " " + names.joined(separator: " ")]
        for row in AttackMatrix.rows {
            if row == .attack(Attack.all[0].id) { lines.append("-- attacker") }
            let cells = columns.map { cell(matrix, row, $0) }
            lines.append(TextWidth.pad(row.title, columns: titleWidth) + " " + cells.joined(separator: " "))
        }
        return lines
    }

    private static func cell(_ matrix: AttackMatrix, _ row: AttackMatrix.Row, _ number: Int) -> String {
        let outcome = matrix.outcome(of: row, client: number)
        let word = row.word(outcome)
        let letBy = row.isHonest && outcome.isThrough && !outcome.letBy.isEmpty ? " !" : ""
        let proof = matrix.proofs[AttackMatrix.CellKey(row: row, client: number)]
        let mark = proof.map { $0.isThrough == outcome.isThrough ? "" : "?!" } ?? ""
        return TextWidth.pad(word + letBy + mark, columns: cellWidth)
    }

    /// One chain, a line a client.
    static func lines(host: String?, _ rows: [JudgedClient]) -> [String] {
        let width = (rows.map(\.name.count).max() ?? 0) + 2
        let title = host.map { "host         \(Sanitizer.line($0))" } ?? "host         none is checked"
        return [title, ""]
            + rows.map { row in
                let verdict = TextWidth.pad(row.verdict, columns: 11)
                let answer = TextWidth.pad(row.answers, columns: 8)
                let code = row.decision.evaluation?.code.map { " [\($0)]" } ?? ""
                return "  \(TextWidth.pad(row.name, columns: width)) \(verdict) \(answer) \(row.reason)\(code)"
            }
    }
}
