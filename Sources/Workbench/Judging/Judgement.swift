import Events
import Lab
import Trust

/// What came of judging a client, over all scenarios.
public struct Judgement: Sendable {
    /// The scenarios in the lab's order.
    public let outcomes: [ClientJudge.Outcome]
    /// The clients that the lab told apart meanwhile.
    public let clients: [ClientBook.Client]

    /// A judgement of its outcomes and of what the lab told.
    public init(_ outcomes: [ClientJudge.Outcome], events: [Event]) {
        self.outcomes = outcomes
        var book = ClientBook()
        let scenarios = Set(outcomes.map(\.scenario.name))
        for event in events {
            // Who fetches an issuer's certificate meanwhile is the same program with another library.
            if case .labVerdict(let facts) = event.kind, scenarios.contains(facts.scenario) { book.note(event) }
        }
        clients = book.clients
    }

    /// The bad servers that it accepted.
    public var accepted: [ClientJudge.Outcome] { outcomes.filter { $0.verdict == .vulnerable } }

    /// The good servers that it refused.
    public var refused: [ClientJudge.Outcome] { outcomes.filter { $0.verdict == .refusedGood } }

    /// The bad servers that it accepted, each with its proof and what closes it; the worst first.
    public var findings: [ClientFinding] {
        let found = outcomes.compactMap { outcome in
            outcome.encounter.flatMap { ClientFinding($0, at: ScenarioBrief(outcome.scenario)) }
        }
        return Severity.allCases.flatMap { severity in found.filter { $0.severity == severity } }
    }

    /// How many bad servers it met.
    public var bad: Int { met(.refuses) }

    /// How many good servers it met.
    public var good: Int { met(.accepts) }

    /// What it comes to, in words: `accepted 3 of 22 bad servers, refused 0 of 12 good ones`.
    public var totals: String {
        "accepted \(accepted.count) of \(bad) bad servers, refused \(refused.count) of \(good) good ones"
    }

    /// Whether it came to no scenario at all.
    public var neverCame: Bool { outcomes.allSatisfy { $0.encounter == nil } }

    private func met(_ expectation: LabScenario.Expectation) -> Int {
        outcomes.filter { $0.encounter != nil && $0.scenario.expectation == expectation }.count
    }
}
