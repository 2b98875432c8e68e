import Diagnosis
import Trust

/// Clients beside each other, each against every presentation: what view 5 draws, and what `matrix` and `attack` print.
///
/// Everything in it is computed; proofs come into `proofs` one by one as `AttackProver` brings them. A view asks for
/// `rows`, `clients` and `outcome(of:client:)`, and for the panel below `finding(for:client:)`, whose `closing` is what
/// the space bar switches (`ClientProfile.closing(_:)`).
public struct AttackMatrix: Sendable {
    /// A row: an honest server, or an attack.
    public enum Row: Hashable, Sendable {
        /// An honest server, today or later.
        case honest(HonestRow)
        /// What the attacker presents.
        case attack(Attack.ID)

        /// A few words.
        public var title: String {
            switch self {
            case .honest(let row): row.title
            case .attack(let id): Attack.of(id).title
            }
        }

        /// Whether it is an honest server's.
        public var isHonest: Bool { if case .honest = self { true } else { false } }

        /// Whether what a server reads in it is the client's: not where a stranger is the client.
        public var readsClient: Bool { self != .attack(.stranger) }

        /// The word of a cell: `THROUGH` and `stopped` for an attack, `accept` and `refuse` for an honest server.
        public func word(_ outcome: AttackOutcome) -> String {
            let mark = outcome.isAssumed ? "~" : ""
            return switch outcome.result {
            case .through: mark + (isHonest ? "accept" : "THROUGH")
            case .stopped: mark + (isHonest ? "refuse" : "stopped")
            case .refusedByTransport: "ATS"
            case .notApplicable: "-"
            case .needsTraffic: "?"
            }
        }

        /// Its name in JSON.
        public var id: String {
            switch self {
            case .honest(let row): row.rawValue
            case .attack(let id): id.rawValue
            }
        }
    }

    /// A column.
    public struct Client: Sendable {
        /// The client.
        public let profile: ClientProfile
        /// What is wrong with it, and what every attack comes to.
        public let audit: PolicyAudit
        /// What the honest servers come to.
        public let honest: [HonestRow: AttackOutcome]

        /// What it is called: a preset's name, a flow's id.
        public var name: String { profile.name }
    }

    /// Names a cell.
    public struct CellKey: Hashable, Sendable {
        /// The row.
        public var row: Row
        /// The column, from 0 on.
        public var client: Int

        /// A key of known parts.
        public init(row: Row, client: Int) {
            self.row = row
            self.client = client
        }
    }

    /// The columns.
    public private(set) var clients: [Client]
    /// What the lab saw, by cell, as far as it was tried.
    public var proofs: [CellKey: AttackProof] = [:]

    /// The honest rows, then the attacks, each in its order.
    public static let rows: [Row] = HonestRow.allCases.map { .honest($0) } + Attack.all.map { .attack($0.id) }

    /// Judges some clients; the more, the longer: about a millisecond a cell.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public init(_ profiles: [ClientProfile], _ auditor: Auditor) throws(Problem) {
        clients = []
        for profile in profiles { clients.append(try Self.client(profile, auditor)) }
    }

    /// Judges one column again: a switch was flipped, or another client chosen.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public mutating func replace(_ index: Int, with profile: ClientProfile, _ auditor: Auditor) throws(Problem) {
        guard clients.indices.contains(index) else { return }
        clients[index] = try Self.client(profile, auditor)
        proofs = proofs.filter { $0.key.client != index }
    }

    private static func client(_ profile: ClientProfile, _ auditor: Auditor) throws(Problem) -> Client {
        let judge = try auditor.judge(profile)
        let honest = HonestRow.allCases.map { ($0, judge.outcome(of: $0)) }
        return Client(
            profile: profile,
            audit: PolicyAudit(judge.subject, judge.material),
            honest: Dictionary(uniqueKeysWithValues: honest)
        )
    }

    /// What a cell comes to, computed.
    public func outcome(of row: Row, client index: Int) -> AttackOutcome {
        let client = clients[index]
        let found =
            switch row {
            case .honest(let row): client.honest[row]
            case .attack(let id): client.audit.outcome(of: id)
            }
        return found ?? AttackOutcome(.notApplicable, reason: "Nothing is presented for it.")
    }

    /// The finding that a cell is evidence of; nil for one that is stopped.
    public func finding(for row: Row, client index: Int) -> Finding? {
        guard case .attack(let id) = row else { return nil }
        return clients[index].audit.finding(for: id)
    }

    /// The findings about a client, the worst first, with the number of the request that proved each.
    public func findings(ofClient index: Int) -> [Finding] {
        clients[index].audit.findings.map { finding in
            var finding = finding
            finding.proof =
                finding.attacks.lazy.compactMap { attack in
                    let proof = proofs[CellKey(row: .attack(attack), client: index)]
                    return proof?.isThrough == true ? proof?.request : nil
                }.first
            return finding
        }
    }

    /// The cells that traffic can prove.
    public var provable: [CellKey] {
        clients.indices.flatMap { index in
            Self.rows.filter { outcome(of: $0, client: index).isProvable }.map { CellKey(row: $0, client: index) }
        }
    }

    /// The cells whose proof says otherwise than what was computed; there should be none.
    public var contradictions: [CellKey] {
        proofs.filter { key, proof in
            outcome(of: key.row, client: key.client).isThrough != proof.isThrough
        }.map(\.key)
    }
}
