import Diagnosis
import Events
import Trust

extension Bench {
    /// An auditor on this bench's folders, bundle and identities.
    ///
    /// It issues what the attacker presents, some tens of milliseconds: call it where nobody waits.
    /// - Throws: why the lab's PKI cannot be read or issued.
    public func auditor(host: String? = nil) throws(Problem) -> Auditor {
        let template = configuration.template
        let sent = AuditSubject.Sent(
            headers: template.headers.isEmpty ? Self.usualHeaders.map(\.name) : template.headers.map(\.name),
            bodyBytes: template.body?.count ?? 0
        )
        guard let host else { return try Auditor(configuration, sent: sent) }
        return try Auditor(configuration, host: host, sent: sent)
    }

    /// What is fired for a proof where the user has not said what: secrets that are none.
    public static let usualHeaders = [
        HeaderField(name: "Authorization", value: "Bearer an-example-token"),
        HeaderField(name: "Cookie", value: "session=an-example"),
    ]

    /// A prover for a matrix of this bench: its servers are up when this returns.
    ///
    /// - Throws: `file.…` codes for what a client names and cannot be read, and why the servers cannot start.
    public func prover(for matrix: AttackMatrix, _ auditor: Auditor) throws(Problem) -> AttackProver {
        var identities: [Identity] = []
        for client in matrix.clients {
            guard let own = try auditor.prepare(client.profile).ownIdentity else { continue }
            if !identities.contains(where: { $0.leaf == own.leaf }) { identities.append(own) }
        }
        var template = configuration.template
        if template.headers.isEmpty { template.headers = Self.usualHeaders }
        return try AttackProver(self, auditor, identities: identities, template: template)
    }

    /// Proves cells of a matrix one client after the other; blocks until all are tried.
    ///
    /// - Parameter onProof: is called after each, on the calling thread.
    /// - Throws: `file.…` codes for what a client names and cannot be read.
    public func prove(
        _ cells: [AttackMatrix.CellKey],
        of matrix: inout AttackMatrix,
        by prover: AttackProver,
        onProof: (AttackMatrix.CellKey, AttackProof) -> Void = { _, _ in }
    ) throws(Problem) {
        for index in matrix.clients.indices {
            let rows = cells.filter { $0.client == index }.map(\.row)
            guard !rows.isEmpty else { continue }
            var proofs: [(AttackMatrix.CellKey, AttackProof)] = []
            try prover.prove(rows, as: matrix.clients[index].profile) { row, proof in
                let key = AttackMatrix.CellKey(row: row, client: index)
                proofs.append((key, proof))
                onProof(key, proof)
            }
            for (key, proof) in proofs { matrix.proofs[key] = proof }
        }
    }
}
