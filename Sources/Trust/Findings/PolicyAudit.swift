/// Finds what is wrong with a client, by running every attack against it: a pure function of the client, what it reads,
/// what is presented to it, and the date.
public struct PolicyAudit: Sendable {
    /// What every attack comes to, in the order of `Attack.all`.
    public let outcomes: [(attack: Attack, outcome: AttackOutcome)]
    /// What is wrong, the worst first.
    public let findings: [Finding]

    /// Audits a client.
    public init(_ subject: AuditSubject, _ material: AttackMaterial) {
        let judge = AttackJudge(subject, material)
        outcomes = Attack.all.map { ($0, judge.outcome(of: $0.id)) }
        let run = AuditRun(judge: judge, outcomes: outcomes)
        let found = run.trust() + run.flow() + run.identities() + run.pins() + run.transport()
        let order = FindingKind.allCases
        findings = found.sorted { left, right in
            (right.severity, order.firstIndex(of: left.kind) ?? 0) < (
                left.severity, order.firstIndex(of: right.kind) ?? 0
            )
        }
    }

    /// The worst severity; nil where nothing was found.
    public var worst: Severity? { findings.map(\.severity).max() }

    /// What an attack comes to.
    public func outcome(of attack: Attack.ID) -> AttackOutcome? { outcomes.first { $0.attack.id == attack }?.outcome }

    /// The finding that an attack is evidence of; nil for an attack that is stopped.
    public func finding(for attack: Attack.ID) -> Finding? { findings.first { $0.attacks.contains(attack) } }
}

/// One audit: the families of findings, each worked out from what the attacks came to.
struct AuditRun {
    let judge: AttackJudge
    let outcomes: [(attack: Attack, outcome: AttackOutcome)]

    var subject: AuditSubject { judge.subject }
    var profile: ClientProfile { judge.subject.profile }
    var search: ClosingSearch { ClosingSearch(judge: judge) }

    func outcome(of attack: Attack.ID) -> AttackOutcome {
        outcomes.first { $0.attack.id == attack }?.outcome ?? judge.outcome(of: attack)
    }

    /// The switches that loosen, as they stand.
    var looseSwitches: String? {
        let loose = profile.switches.filter(\.loosens).map { "\($0.identifier) \($0.value)" }
        return loose.isEmpty ? nil : loose.joined(separator: ", ")
    }

    /// What an attacker reads when an attack passes, and whom it gets to see.
    func wouldRead(_ outcome: AttackOutcome) -> String {
        subject.sent.words + (outcome.reveals.map { "; gets \($0.subject)" } ?? "")
    }
}

extension AuditRun {
    /// The `trust.*` findings: the attacks on the client that pass, by what lets them.
    func trust() -> [Finding] {
        let cause = AcceptanceCause(judge: judge)
        var passed: [FindingKind: [(attack: Attack, outcome: AttackOutcome)]] = [:]
        for entry in outcomes {
            guard let kind = cause.finding(of: entry.attack, entry.outcome) else { continue }
            passed[kind, default: []].append(entry)
        }
        var findings = FindingKind.allCases.compactMap { kind in passed[kind].flatMap { finding(kind, $0) } }
        findings += revocation() + bypass()
        if outcome(of: .resumed).isThrough, profile.answersKept == .asIOS { findings.append(outlivingTrust()) }
        return findings
    }

    private func finding(_ kind: FindingKind, _ passed: [(attack: Attack, outcome: AttackOutcome)]) -> Finding? {
        let worst = passed.map(\.attack.cost.severity).max()
        let cheapest = passed.filter { $0.attack.cost.severity == worst }
        guard let first = cheapest.first else { return nil }
        var severity = kind.fixedSeverity ?? first.attack.cost.severity
        if kind == .deviceAuthority, meansToPin { severity = .medium }
        // A certificate below a public authority is nothing of value: it is given away.
        if kind == .containsPin, passed.contains(where: { $0.attack.id == .publicOther }) { severity = .critical }
        let ids = cheapest.map(\.attack.id)
        return Finding(
            kind,
            severity,
            text: "\(kind.row.title): \(first.outcome.reason)",
            step: first.outcome.step,
            place: looseSwitches,
            attacks: passed.map(\.attack.id),
            wouldRead: wouldRead(first.outcome),
            closing: search.smallest(bearsOnTrust: true) { profile in
                ids.contains { judge.outcome(of: $0, as: profile).result != .stopped }
            }
        )
    }

    /// Whether somebody wanted to pin: there are pins, or anchors of the app's own.
    private var meansToPin: Bool {
        let flow = subject.flow
        return !PinInventory(profile, host: judge.material.host).pins.isEmpty || !profile.anchors.files.isEmpty
            || flow?.pinFiles.isEmpty == false || flow?.anchorFiles.isEmpty == false
    }

    private func revocation() -> [Finding] {
        let host = judge.material.host
        if let policy = profile.policy.base as? AlamofirePolicy, profile.flow == nil,
            (policy.hosts.map { $0[host] } ?? policy.evaluator)?.checksRevocation == true
        {
            return []
        }
        return [
            Finding(
                .revocationOff,
                .info,
                text: "\(FindingKind.revocationOff.row.title): nothing asks whether a certificate was revoked."
            )
        ]
    }

    /// A flow or a manager that goes on where the policy that the app has set would stop.
    private func bypass() -> [Finding] {
        guard let asked = profileThatAsks else { return [] }
        let passed = outcomes.filter { entry in
            entry.outcome.isThrough && entry.attack.subject == .client
                && judge.outcome(of: entry.attack.id, as: asked).result == .stopped
        }
        guard let worst = passed.map(\.attack.cost.severity).max(),
            let first = passed.first(where: { $0.attack.cost.severity == worst })
        else { return [] }
        return [
            Finding(
                .policyBypassed,
                worst,
                text: "\(FindingKind.policyBypassed.row.title): \(profile.policy.base.title) would stop what passes.",
                step: first.outcome.step,
                attacks: passed.map(\.attack.id),
                wouldRead: wouldRead(first.outcome)
            )
        ]
    }

    /// The same client with its policy asked; nil where it is asked, or there is none that could stop anything.
    private var profileThatAsks: ClientProfile? {
        var asked = profile
        if let flow = subject.flow {
            guard profile.policy != .system, profile.policy != .acceptAny,
                !flow.steps.contains(where: { $0.actions.contains(.askPolicy) })
            else { return nil }
            asked.flow = nil
            return asked
        }
        guard let manager = profile.policy.base as? AFSessionManager, manager.isPolicySet,
            manager.block != .absent && manager.block != .asksPolicy || manager.handlerCounts
        else { return nil }
        asked.policy = Policy(manager.policy)
        return asked
    }

    private func outlivingTrust() -> Finding {
        let outcome = outcome(of: .resumed)
        return Finding(
            .trustOutlivesSwitch,
            .low,
            text: "\(FindingKind.trustOutlivesSwitch.row.title): \(outcome.reason)",
            place: "answers kept \(profile.answersKept.rawValue)",
            attacks: [.resumed],
            wouldRead: wouldRead(outcome),
            closing: search.smallest { $0.answersKept == .asIOS }
        )
    }
}
