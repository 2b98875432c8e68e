import Diagnosis
import Events
import Foundation
import Lab
import Synchronization

/// Runs a client against every scenario of a lab and judges it by what the lab saw, never by what the client says.
public final class ClientJudge: Sendable {
    /// What came of one scenario.
    public struct Outcome: Hashable, Sendable {
        /// The judge's word on it.
        public enum Verdict: String, Hashable, Sendable, Codable, CaseIterable {
            /// A sound client does the same.
            case right
            /// It went on with a bad server.
            case vulnerable
            /// It did not go on with a good server.
            case refusedGood
            /// Sound clients do either.
            case either
            /// It never came to the lab.
            case neverCame
            /// It was not asked: only the scenario's own name proves anything, or only time would be lost.
            case notAsked
        }

        /// The scenario.
        public var scenario: LabScenario
        /// The address that the client was given; nil when it was not asked.
        public var url: String?
        /// What it did there; nil when it never came.
        public var encounter: Encounter?
        /// Its exit status; nil when its time was up, or it was not asked.
        public var status: Int32?
        /// Whether its time was up.
        public var timedOut: Bool
        /// The judge's word.
        public var verdict: Verdict
    }

    private let lab: LabServer
    private let command: JudgedCommand
    private let events: Recorder
    private let isStopped = Atomic(false)

    /// Takes in what the lab tells.
    public final class Recorder: Sendable {
        private let all = Mutex<[Event]>([])

        /// A recorder of nothing yet.
        public init() {}

        /// To be given to the lab as its sink.
        public func note(_ event: Event) {
            if case .labVerdict = event.kind { all.withLock { $0.append(event) } }
        }

        /// Everything noted so far.
        public var noted: [Event] { all.withLock { $0 } }

        func count() -> Int { all.withLock { $0.count } }

        func since(_ count: Int) -> [LabClientFacts] {
            all.withLock { all in
                all[min(count, all.count)...].compactMap {
                    if case .labVerdict(let facts) = $0.kind { facts } else { nil }
                }
            }
        }
    }

    /// A judge of a command.
    ///
    /// - Parameters:
    ///   - words: the command; `{url}`, `{root}` (the lab's root in PEM), `{scenario}`, `{host}`, `{port}` and `{identity}`
    ///     (the right client in PEM) are replaced in it, and stand in its environment as `COUNTERSIGN_URL` and so on.
    ///   - limit: how long it may take for each scenario.
    ///   - recorder: what the lab has as its sink.
    public init(lab: LabServer, command words: [String], limit: Duration, recorder: Recorder) {
        self.lab = lab
        command = JudgedCommand(words: words, limit: limit)
        events = recorder
    }

    /// Runs the command once a scenario.
    ///
    /// - Parameter told: each outcome as it comes.
    /// - Throws: `option.value` when the command cannot be run.
    public func judge(told: (Outcome) -> Void = { _ in }) throws(Problem) -> [Outcome] {
        var outcomes: [Outcome] = []
        for scenario in lab.scenarios where !isStopped.load(ordering: .relaxed) {
            let outcome = try judge(scenario)
            told(outcome)
            outcomes.append(outcome)
        }
        return outcomes
    }

    /// Ends the command that runs and all that it has started, from any thread: the program is about to end.
    public func stop() {
        isStopped.store(true, ordering: .relaxed)
        command.close()
    }

    private func judge(_ scenario: LabScenario) throws(Problem) -> Outcome {
        // A command that takes the name and the port reaches a scenario under its own name.
        let isNamed = command.holds("host")
        guard scenario.expectation != .unasked, isNamed || !scenario.needsOwnName else {
            return Outcome(scenario: scenario, timedOut: false, verdict: .notAsked)
        }
        let host = LabNames.contains(scenario.host) && !isNamed ? scenario.hostForOthers : scenario.asciiHost
        let url = "https://\(host):\(scenario.port)/"
        // The time that a key takes is not the client's: it would give up, and be said to have refused.
        lab.prepare([scenario.name])
        let before = events.count()
        // Others may keep connections open, our own requests among them.
        let open = lab.connectionCount
        let limit = ContinuousClock.now + command.limit
        let end = try command.run([
            "url": url, "root": lab.rootPEMPath, "scenario": scenario.name, "host": host, "port": "\(scenario.port)",
            "identity": lab.clientPEMPath,
        ])
        func met() -> [LabClientFacts] { events.since(before).filter { $0.scenario == scenario.name } }
        // What it has started in the background may still be on its way.
        while met().isEmpty, lab.connectionCount <= open, ContinuousClock.now < limit, command.hasLeftSomething {
            Thread.sleep(forTimeInterval: 0.02)
        }
        waitUntilGone(but: open)
        command.endWhatIsLeft()
        let facts = met()
        var encounter = facts.first.map { Encounter($0) }
        for more in facts.dropFirst() { encounter?.add(more) }
        var status: Int32?
        if case .status(let number) = end { status = number }
        return Outcome(
            scenario: scenario,
            url: url,
            encounter: encounter,
            status: status,
            timedOut: end == .timedOut,
            verdict: Self.verdict(encounter, scenario.expectation)
        )
    }

    /// A verdict is told when a connection has ended: what the client left behind ends soon, by itself or by the lab.
    private func waitUntilGone(but others: Int) {
        let end = Date().addingTimeInterval(3)
        while lab.connectionCount > others, Date() < end { Thread.sleep(forTimeInterval: 0.002) }
    }

    static func verdict(_ encounter: Encounter?, _ expectation: LabScenario.Expectation) -> Outcome.Verdict {
        guard let encounter else { return .neverCame }
        let hasTalked = encounter.conduct == .talked
        return switch expectation {
        case .accepts: hasTalked ? .right : .refusedGood
        case .refuses: hasTalked ? .vulnerable : .right
        case .either: .either
        case .unasked: .notAsked
        }
    }
}
