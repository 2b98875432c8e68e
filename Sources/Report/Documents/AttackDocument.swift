import Diagnosis
import Trust
import Workbench

/// What `attack --json` and `matrix --json` print: every client against every presentation, computed and proven.
public struct AttackDocument: Encodable, Sendable {
    /// One cell.
    public struct Cell: Encodable, Sendable {
        let id: String
        let title: String
        let computed: AttackOutcome.Result
        let reason: String
        let code: DiagnosisCode?
        let step: DecidingStep?
        let reveals: String?
        let assumed: Bool
        let proof: AttackProof?
        let finding: String?
        let closing: Closing?
    }

    /// What the smallest closing change makes of a cell.
    public struct Closing: Encodable, Sendable {
        let settings: [Finding.Setting]
        let computed: AttackOutcome.Result
        let proof: AttackProof?
    }

    /// One client.
    public struct Client: Encodable, Sendable {
        let name: String
        let policyLine: String
        let honest: [Cell]
        let attacks: [Cell]
        let findings: [FindingDocument]
    }

    private let schema: String
    private let host: String
    private let clients: [Client]
    private let contradictions: Int

    private enum CodingKeys: String, CodingKey { case schema, host, clients, contradictions }

    /// The document of a matrix.
    ///
    /// - Parameters:
    ///   - schema: `countersign.attack/1` or `countersign.matrix/1`.
    ///   - host: the victim.
    ///   - lines: the policy line of each client.
    ///   - closings: what the findings' closing changes make of the cells that pass; nil: not asked.
    public init(
        _ matrix: AttackMatrix,
        schema: String,
        host: String,
        lines: [String],
        closings: Closings? = nil
    ) {
        self.schema = schema
        self.host = host
        contradictions = matrix.contradictions.count
        clients = matrix.clients.indices.map { index in
            let rows = AttackMatrix.rows.map { row in Self.cell(row, index, matrix, closings) }
            let split = HonestRow.allCases.count
            return Client(
                name: matrix.clients[index].name,
                policyLine: lines.indices.contains(index) ? lines[index] : "",
                honest: Array(rows.prefix(split)),
                attacks: Array(rows.dropFirst(split)),
                findings: closings.map { matrix.changes(ofClient: index, $0).map { FindingDocument($0) } }
                    ?? matrix.findings(ofClient: index).map { FindingDocument($0) }
            )
        }
    }

    private static func cell(
        _ row: AttackMatrix.Row,
        _ index: Int,
        _ matrix: AttackMatrix,
        _ closings: Closings?
    ) -> Cell {
        let outcome = matrix.outcome(of: row, client: index)
        let finding = matrix.finding(for: row, client: index)
        return Cell(
            id: row.id,
            title: row.title,
            computed: outcome.result,
            reason: outcome.reason,
            code: outcome.code,
            step: outcome.step,
            reveals: outcome.reveals?.subject,
            assumed: outcome.isAssumed,
            proof: matrix.result(of: row, client: index).proof,
            finding: finding?.id,
            closing: closings.flatMap { matrix.closed(row, client: index, $0) }.map {
                Closing(settings: finding?.closing ?? [], computed: $0.outcome.result, proof: $0.proof)
            }
        )
    }
}
