import Diagnosis
import Trust

/// What the smallest closing changes of a matrix's findings make of the cells that pass: computed, and as far as it was
/// tried, seen.
public struct Closings: Sendable {
    fileprivate struct Key: Hashable {
        var client: Int
        var settings: [Finding.Setting]
        var row: AttackMatrix.Row
    }

    fileprivate var cells: [Key: AttackResult] = [:]

    /// Closes nothing.
    public init() {}

    /// What a client with some switches set makes of a row; nil where that was not asked.
    public func result(_ row: AttackMatrix.Row, client: Int, with settings: [Finding.Setting]) -> AttackResult? {
        cells[Key(client: client, settings: settings, row: row)]
    }
}

/// What a presentation comes to: computed, and as far as it was tried, seen.
public struct AttackResult: Hashable, Sendable {
    /// Computed.
    public var outcome: AttackOutcome
    /// What the lab saw.
    public var proof: AttackProof?

    /// A result of known parts.
    public init(outcome: AttackOutcome, proof: AttackProof? = nil) {
        self.outcome = outcome
        self.proof = proof
    }
}

extension Auditor {
    /// Closes each cell that passes, and each finding, by the smallest change, one change at a time, and tries them again
    /// together with the honest server.
    ///
    /// - Parameter prover: nil computes only.
    /// - Throws: `file.…` codes for what a client names and cannot be read.
    public func close(_ matrix: AttackMatrix, by prover: AttackProver?) throws(Problem) -> Closings {
        var closings = Closings()
        for index in matrix.clients.indices {
            for (settings, rows) in Self.wanted(matrix, index) {
                let profile = settings.reduce(Optional(matrix.clients[index].profile)) { $0?.with($1) }
                guard let profile else { continue }
                let judge = try judge(profile)
                func key(_ row: AttackMatrix.Row) -> Closings.Key {
                    Closings.Key(client: index, settings: settings, row: row)
                }
                for row in rows { closings.cells[key(row)] = AttackResult(outcome: judge.outcome(of: row)) }
                let provable = rows.filter { closings.cells[key($0)]?.outcome.isProvable == true }
                try prover?.prove(provable, as: profile) { row, proof in closings.cells[key(row)]?.proof = proof }
            }
        }
        return closings
    }

    /// The changes to be tried on a client, each with the rows that it is tried on.
    private static func wanted(
        _ matrix: AttackMatrix,
        _ index: Int
    ) -> [(settings: [Finding.Setting], rows: [AttackMatrix.Row])] {
        var wanted: [(settings: [Finding.Setting], rows: [AttackMatrix.Row])] = []
        func want(_ row: AttackMatrix.Row, _ settings: [Finding.Setting]) {
            guard !settings.isEmpty else { return }
            let place = wanted.firstIndex { $0.settings == settings } ?? wanted.count
            if place == wanted.count { wanted.append((settings, [.honest(.good)])) }
            if !wanted[place].rows.contains(row) { wanted[place].rows.append(row) }
        }
        for row in AttackMatrix.rows where matrix.outcome(of: row, client: index).isThrough {
            if let finding = matrix.finding(for: row, client: index) { want(row, finding.closing) }
        }
        for finding in matrix.clients[index].audit.findings {
            if let row = matrix.evidence(of: finding, client: index) { want(row, finding.closing) }
        }
        return wanted
    }
}

extension AttackJudge {
    fileprivate func outcome(of row: AttackMatrix.Row) -> AttackOutcome {
        switch row {
        case .honest(let row): outcome(of: row)
        case .attack(let id): outcome(of: id)
        }
    }
}

extension AttackOutcome {
    /// Whether traffic can prove it: there has to be something to aim at.
    public var isProvable: Bool {
        switch result {
        case .through, .stopped, .refusedByTransport: true
        case .notApplicable, .needsTraffic: false
        }
    }
}
