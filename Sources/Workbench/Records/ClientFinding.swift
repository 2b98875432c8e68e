import Diagnosis
import Lab
import Trust

/// A bad server that a client accepted: what it is, the proof, what closes it, before and after.
public struct ClientFinding: Hashable, Sendable {
    /// The scenario.
    public let scenario: ScenarioBrief
    /// What the client did there.
    public let encounter: Encounter

    /// The finding that an encounter is; nil where the client did what a sound one does.
    public init?(_ encounter: Encounter, at scenario: ScenarioBrief?) {
        guard let scenario, scenario.isFaulty, encounter.conduct == .talked else { return nil }
        self.scenario = scenario
        self.encounter = encounter
    }

    /// How bad it is: what an attacker has to have for it.
    public var severity: Severity {
        switch scenario.code?.area {
        case "host": AttackCost.anyCertificate.severity
        case "date": AttackCost.stolenKey.severity
        case "chain" where scenario.code == .chainWeakDigest || scenario.code == .chainWeakKey:
            AttackCost.stolenKey.severity
        case "chain" where Self.selfMade.contains(scenario.code): AttackCost.nothing.severity
        case "chain": AttackCost.anyCertificate.severity
        default: AttackCost.oldVersion.severity
        }
    }

    /// What needs no authority at all.
    private static let selfMade: Set<DiagnosisCode?> = [.chainSelfSigned, .chainUntrustedRoot]

    /// The number of its kind in the Common Weakness Enumeration.
    public var weakness: Int {
        switch scenario.code?.area {
        case "host": 297
        case "date": 298
        case "chain" where scenario.code == .chainWeakDigest || scenario.code == .chainWeakKey: 326
        case "chain": 295
        default: 326
        }
    }

    /// The lab's connection on which it talked: `connection 12: GET /`.
    public var proof: String {
        "connection \(encounter.connection)" + (encounter.requests.first.map { ": \($0.line)" } ?? "")
    }

    /// What it did.
    public var before: String { encounter.text }

    /// What it does once the finding is closed: advice, for nobody but its authors can change it and run it again.
    public var after: String { "\(scenario.soundClient), before it sends a request (advice, not a second run)" }
}
