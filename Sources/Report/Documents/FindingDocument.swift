import Trust
import Workbench

/// A finding as `--json` prints it.
public struct FindingDocument: Encodable, Sendable {
    /// What the presentation that shows a finding comes to.
    private struct Side: Encodable {
        let attack: String?
        let text: String
        let computed: AttackOutcome.Result?
        let proof: AttackProof?
    }

    private let finding: Finding
    private let before: Side?
    private let after: Side?

    /// The document of a finding.
    public init(_ finding: Finding) {
        self.finding = finding
        before = nil
        after = nil
    }

    /// The document of a finding before and after its closing change.
    public init(_ change: FindingChange) {
        finding = change.finding
        before = Side(
            attack: change.row?.id,
            text: change.beforeText,
            computed: change.before?.outcome.result,
            proof: change.before?.proof
        )
        after = Side(
            attack: change.row?.id,
            text: change.afterText,
            computed: change.after?.outcome.result,
            proof: change.after?.proof
        )
    }

    private enum CodingKeys: String, CodingKey {
        case id, severity, text, step, place, attacks, wouldRead, closing, closes, cwe, masvs, proof, before, after
    }

    /// Writes the finding with what belongs to its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(finding.id, forKey: .id)
        try container.encode(finding.severity, forKey: .severity)
        try container.encode(finding.text, forKey: .text)
        try container.encodeIfPresent(finding.step, forKey: .step)
        try container.encodeIfPresent(finding.place, forKey: .place)
        try container.encode(finding.attacks, forKey: .attacks)
        try container.encodeIfPresent(finding.wouldRead, forKey: .wouldRead)
        try container.encode(finding.closing, forKey: .closing)
        try container.encode(finding.kind.row.closes, forKey: .closes)
        try container.encode(finding.kind.row.weaknesses, forKey: .cwe)
        try container.encodeIfPresent(finding.kind.row.control, forKey: .masvs)
        try container.encodeIfPresent(finding.proof, forKey: .proof)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(after, forKey: .after)
    }
}

/// A client with what it allows and what is wrong with it, as `policy --json` prints it.
public struct PolicyDocument: Encodable, Sendable {
    /// One switch as it stands.
    public struct Switch: Encodable, Sendable {
        let name: String
        let value: String
        let effect: String
        let loosens: Bool
    }

    private let name: String
    private let policy: Policy
    private let flow: String?
    private let policyLine: String
    private let switches: [Switch]
    private let allows: [Attack.ID]
    private let worst: Severity?
    private let findings: [FindingDocument]

    /// The document of a client.
    ///
    /// - Parameters:
    ///   - line: the policy line.
    ///   - changes: its findings, each before and after its closing change.
    public init(_ profile: ClientProfile, line: String, audit: PolicyAudit, changes: [FindingChange]) {
        name = profile.name
        policy = profile.policy
        flow = profile.flow?.description
        policyLine = line
        switches = profile.switches.map {
            Switch(name: $0.identifier, value: $0.value, effect: $0.effect, loosens: $0.loosens)
        }
        allows = audit.outcomes.filter { $0.outcome.isThrough }.map(\.attack.id)
        worst = audit.worst
        findings = changes.map { FindingDocument($0) }
    }
}

/// What `policy --json` prints.
public struct PoliciesDocument: Encodable, Sendable {
    private let schema = "countersign.policy/1"
    private let policies: [PolicyDocument]

    private enum CodingKeys: String, CodingKey { case schema, policies }

    /// The document of some clients.
    public init(_ policies: [PolicyDocument]) { self.policies = policies }
}
