import Diagnosis
import Trust
import Workbench

/// Clients under attack as a page of Markdown: per finding what it is, its proof, what closes it, before and after.
public struct AttackReport: Sendable {
    private let matrix: AttackMatrix
    private let closings: Closings
    private let host: String
    private let lines: [String]

    /// A report on the clients of a matrix.
    ///
    /// - Parameters:
    ///   - host: the victim.
    ///   - lines: the policy line of each client.
    public init(_ matrix: AttackMatrix, _ closings: Closings, host: String, lines: [String]) {
        self.matrix = matrix
        self.closings = closings
        self.host = host
        self.lines = lines
    }

    /// A section a client: findings, what it gave away, and every presentation.
    public var markdown: String {
        let sections = matrix.clients.indices.flatMap { index in
            head(index) + findings(index) + revealed(index) + presentations(index)
        }
        return page("Attacks on clients of \(MarkdownText.code(host))", sections)
    }

    /// A section a client: what it allows, and its findings.
    public var policyMarkdown: String {
        let sections = matrix.clients.indices.flatMap { index in head(index) + allowed(index) + findings(index) }
        return page("Client policies, computed against \(MarkdownText.code(host))", sections)
    }

    /// One table, a column a client.
    public var tableMarkdown: String {
        let head = ["Presented"] + matrix.clients.map { MarkdownText.code($0.name) }
        let rows = AttackMatrix.rows.map { row in
            [MarkdownText.plain(row.title)]
                + matrix.clients.indices.map { MarkdownText.plain(matrix.result(of: row, client: $0).words(row)) }
        }
        return page("Clients of \(MarkdownText.code(host)), side by side", [MarkdownText.table(head, rows)])
    }

    private func page(_ title: String, _ sections: [String]) -> String {
        (["# " + title] + sections).joined(separator: "\n\n") + "\n"
    }

    private func head(_ index: Int) -> [String] {
        let line = lines.indices.contains(index) ? ["Policy: " + MarkdownText.code(lines[index])] : []
        return ["## " + MarkdownText.code(matrix.clients[index].name)] + line
    }

    private func allowed(_ index: Int) -> [String] {
        let through = matrix.clients[index].audit.outcomes.filter { $0.outcome.isThrough }
        guard !through.isEmpty else { return ["It allows no attack."] }
        return [
            "It allows:", through.map { "- " + MarkdownText.plain($0.attack.title) }.joined(separator: "\n"),
        ]
    }

    private func findings(_ index: Int) -> [String] {
        let changes = matrix.changes(ofClient: index, closings)
        guard !changes.isEmpty else { return ["### Findings", "None."] }
        let rows = changes.map { change in
            [
                change.finding.severity.rawValue,
                MarkdownText.code(change.finding.id) + " " + MarkdownText.plain(change.finding.text),
                change.finding.proof.map { "request \($0)" } ?? "computed",
                MarkdownText.plain(change.finding.closingText),
                MarkdownText.plain(change.beforeText),
                MarkdownText.plain(change.afterText),
                change.finding.references,
            ]
        }
        let head = ["Severity", "Finding", "Proof", "Closed by", "Before", "After", "See"]
        return ["### Findings", MarkdownText.table(head, rows)]
    }

    private func revealed(_ index: Int) -> [String] {
        let rows = AttackMatrix.rows.compactMap { row -> [String]? in
            let result = matrix.result(of: row, client: index)
            let revealed = result.revealed(row)
            guard let proof = result.proof, !revealed.isEmpty else { return nil }
            return [
                MarkdownText.plain(row.title), MarkdownText.plain(proof.presented ?? "whoever reads the network"),
                MarkdownText.plain(revealed.joined(separator: ", ")), "request \(proof.request)",
            ]
        }
        guard !rows.isEmpty else { return [] }
        return ["### What it revealed", MarkdownText.table(["To", "Who presented", "What", "Proof"], rows)]
    }

    private func presentations(_ index: Int) -> [String] {
        let rows = AttackMatrix.rows.compactMap { row -> [String]? in
            let result = matrix.result(of: row, client: index)
            guard result.outcome.result != .notApplicable else { return nil }
            let closed = matrix.closed(row, client: index, closings)?.words(row) ?? ""
            return [
                MarkdownText.plain(row.title), MarkdownText.plain(result.words(row)),
                because(result.outcome), MarkdownText.plain(closed),
            ]
        }
        return ["### Every presentation", MarkdownText.table(["Presented", "Before", "Because", "After"], rows)]
    }

    /// Of a refusal the code says enough: its sentence may name every certificate.
    private func because(_ outcome: AttackOutcome) -> String {
        guard !outcome.isThrough, let code = outcome.code else { return MarkdownText.plain(outcome.reason) }
        return MarkdownText.code(code.rawValue)
    }
}
