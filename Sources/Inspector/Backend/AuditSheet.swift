import Trust
import Workbench

/// One client against everything that may be presented to it: a column of the matrix, and the findings.
public struct AuditSheet: Hashable, Sendable {
    /// What the column is called: a preset's name, or `now` for the client in force.
    public var name: String
    /// The client.
    public var profile: ClientProfile
    /// What it makes of the honest server, today and later.
    public var honest: [HonestRow: AttackOutcome]
    /// What each attack comes to.
    public var attacks: [Attack.ID: AttackOutcome]
    /// What is wrong with it, the worst first.
    public var findings: [Finding]
    /// What real requests came to, as far as they were fired.
    public var proofs: [AttackMatrix.Row: AttackProof] = [:]

    /// A sheet of known parts.
    public init(
        name: String,
        profile: ClientProfile,
        honest: [HonestRow: AttackOutcome],
        attacks: [Attack.ID: AttackOutcome],
        findings: [Finding]
    ) {
        self.name = name
        self.profile = profile
        self.honest = honest
        self.attacks = attacks
        self.findings = findings
    }

    /// A column as the workbench computed it.
    init(_ client: AttackMatrix.Client, name: String) {
        self.init(
            name: name,
            profile: client.profile,
            honest: client.honest,
            attacks: Dictionary(client.audit.outcomes.map { ($0.attack.id, $0.outcome) }) { first, _ in first },
            findings: client.audit.findings
        )
    }

    /// How many cells a request can prove.
    public var provable: Int {
        AttackMatrix.rows.count { row in
            let outcome =
                switch row {
                case .honest(let row): honest[row]
                case .attack(let id): attacks[id]
                }
            return outcome?.isProvable ?? false
        }
    }

    /// How many attacks pass.
    public var letThrough: Int { attacks.values.count(where: \.isThrough) }
}
