import Trust

/// A finding before and after its smallest closing change, each side with the request that proved it.
public struct FindingChange: Sendable {
    /// The finding, with the number of the request that proved it.
    public let finding: Finding
    /// The cheapest presentation that shows it; nil for a finding about a file or a setting.
    public let row: AttackMatrix.Row?
    /// What that presentation comes to as the client stands.
    public let before: AttackResult?
    /// What it comes to with the closing change; nil where no one or two switches close it.
    public let after: AttackResult?
    /// What the honest server comes to with the closing change.
    public let goodAfter: AttackResult?

    /// As the client stands, in words: `THROUGH (request 3): self-signed, same name; read Authorization (Bearer), Cookie`.
    public var beforeText: String {
        guard let row, let before else { return finding.place ?? "as it stands" }
        return "\(before.words(row)): \(row.title)" + (before.gain(row).map { "; \($0)" } ?? "")
    }

    /// With the closing change, in words: `stopped (request 9); good: accept (request 8)`.
    public var afterText: String {
        guard !finding.closing.isEmpty else { return "closed by no one or two switches" }
        guard let row, let after else { return "closed (computed)" }
        let reveals = after.outcome.isThrough && after.outcome.reveals == nil ? ", without an identity" : ""
        let good = goodAfter.map { "; good: \($0.words(.honest(.good)))" } ?? ""
        return after.words(row) + reveals + good
    }
}

extension AttackResult {
    /// What the attacker has of it: `read Authorization (Bearer), Cookie`, `taken for CN=alice, O=Lab`; nil for nothing.
    public func gain(_ row: AttackMatrix.Row) -> String? {
        guard row.readsClient else { return proof?.identity.map { "the server took it for \($0)" } }
        return proof?.gainText ?? outcome.reveals.map { "gets \($0.subject)" }
    }

    /// What the client gave away that is worth something by itself; empty for nothing, and where it was not tried.
    public func revealed(_ row: AttackMatrix.Row) -> [String] {
        row.isHonest || !row.readsClient ? [] : proof?.revealed ?? []
    }

    /// The word of its cell and how it is known: `THROUGH (request 12)`, `stopped (computed)`.
    public func words(_ row: AttackMatrix.Row) -> String {
        guard let proof else {
            return row.word(outcome) + (outcome.result == .notApplicable ? " (nothing to aim at)" : " (computed)")
        }
        let contradicts = proof.isThrough != outcome.isThrough
        return "\(row.word(outcome)) (request \(proof.request)\(contradicts ? ", NOT AS COMPUTED" : ""))"
    }
}

extension AttackMatrix {
    /// The cheapest presentation that passes because of a finding; nil where none does.
    func evidence(of finding: Finding, client index: Int) -> Row? {
        finding.attacks.map(Row.attack).first { outcome(of: $0, client: index).isThrough }
    }

    /// What a cell comes to as the client stands.
    public func result(of row: Row, client index: Int) -> AttackResult {
        AttackResult(
            outcome: outcome(of: row, client: index),
            proof: proofs[CellKey(row: row, client: index)]
        )
    }

    /// What the smallest closing change of its finding makes of a cell; nil where there is none.
    public func closed(_ row: Row, client index: Int, _ closings: Closings) -> AttackResult? {
        guard let finding = finding(for: row, client: index) else { return nil }
        return closings.result(row, client: index, with: finding.closing)
    }

    /// The findings about a client, the worst first, each before and after its closing change.
    public func changes(ofClient index: Int, _ closings: Closings) -> [FindingChange] {
        findings(ofClient: index).map { finding in
            let row = evidence(of: finding, client: index)
            return FindingChange(
                finding: finding,
                row: row,
                before: row.map { result(of: $0, client: index) },
                after: row.flatMap { closings.result($0, client: index, with: finding.closing) },
                goodAfter: closings.result(.honest(.good), client: index, with: finding.closing)
            )
        }
    }
}
