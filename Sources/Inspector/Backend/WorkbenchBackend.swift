import ChallengeLog
import Diagnosis
import Events
import Foundation
import Synchronization
import Trust
import Workbench

/// The inspector's back end: a bench, and the log that it writes or another one that is opened read-only.
public final class WorkbenchBackend: InspectorBackend {
    struct Shown: Sendable {
        var log: LogFile
        var isReadOnly: Bool
        var systemAnchors: (key: String, words: String)?
        var fired: Set<String> = []
        var holding = HoldMode.off
        var kept = KeptAnswers()
        /// Made when first asked for: it issues what an attacker presents.
        var auditor: Auditor?
        var clients: [LabClientRow] = []
        /// The one that was caught last.
        var caught: CaughtClient?
        /// What the clients of others did at the lab, whole.
        var book = ClientBook()
        /// Ends the proving that is under way.
        var prover: AttackProver?
        var isLabStopped = false
        /// How often everything was stopped.
        var stops = 0
        var notify: @Sendable () -> Void = {}
    }

    let bench: Bench
    let shown: Mutex<Shown>
    private let observation: Mutex<Observation?> = Mutex(nil)

    /// A back end on a bench; a person is there to be asked from now on.
    ///
    /// - Parameter log: a log to be shown in place of the bench's own, read-only; nil for the bench's own.
    /// - Throws: `log.damaged`, `file.unreadable` where the bench's own log cannot be read.
    public init(_ bench: Bench, showing log: LogFile? = nil) throws(Problem) {
        self.bench = bench
        let own: LogFile
        if let log { own = log } else { own = try bench.log.reader() }
        shown = Mutex(Shown(log: own, isReadOnly: log != nil))
        bench.hold(.off, hasPerson: true)
        let watched = bench.observe { [weak self] event in self?.note(event) }
        observation.withLock { $0 = watched }
    }

    var log: LogFile { shown.withLock { $0.log } }
    var isReadOnly: Bool { shown.withLock { $0.isReadOnly } }

    func notify() { shown.withLock { $0.notify }() }

    /// Remembers the clients that others than we let connect to the lab, the newest twenty.
    private func note(_ event: Event) {
        shown.withLock { $0.kept.take(event) }
        guard case .labVerdict(let facts) = event.kind, event.request == nil else { return }
        let isVulnerable = facts.isVulnerable(at: bench.lab?.scenario(named: facts.scenario))
        let row = LabClientRow(time: event.time, facts: facts, isVulnerable: isVulnerable)
        shown.withLock { shown in
            shown.clients.append(row)
            if isVulnerable, let agent = facts.userAgent {
                let before = shown.caught?.agent == agent ? shown.caught?.scenarios ?? [] : []
                shown.caught = CaughtClient(agent: agent, scenarios: before.union([facts.scenario]))
            }
            shown.book.note(event)
            if shown.clients.count > 20 { shown.clients.removeFirst() }
        }
    }

    // MARK: - Reading

    /// See ``InspectorBackend``.
    public func observe(_ notify: @escaping @Sendable () -> Void) async {
        shown.withLock { $0.notify = notify }
        bench.observeChanges(notify)
    }

    /// See ``InspectorBackend``.
    public func overview() async -> Overview {
        var overview = Overview(profile: bench.profile)
        overview.recording = bench.log.recording.id
        let counts = try? log.counts()
        overview.requests = counts?.requests ?? 0
        overview.running = isReadOnly ? 0 : (counts?.running ?? 0) + (isLastRecorded ? 0 : 1)
        overview.systemAnchors = systemAnchors()
        overview.held = bench.heldChallenges.map(heldRow)
        overview.holding = holdMode
        overview.hostAnswers = bench.hostAnswers
        if !isReadOnly {
            overview.kept = shown.withLock { $0.kept }
            overview.keptNotes = bench.keptNotes
        }
        overview.log = logState()
        overview.keyLog = bench.keyLogPath
        overview.lab = labStatus()
        overview.isLabStarting = false
        if shown.withLock({ $0.isLabStopped }) {
            overview.lab = nil
            overview.labNote = "The lab is stopped: countersign opened anew starts it.   i  inspects your own server"
        } else if overview.lab == nil {
            overview.isLabStarting = bench.configuration.startsLab && bench.labProblem == nil
            overview.labNote = bench.labProblem?.description ?? (overview.isLabStarting ? "The lab starts ..." : nil)
        }
        return overview
    }

    /// See ``InspectorBackend``.
    public func requests(_ query: LogQuery, offset: Int, limit: Int, progress: LongWork?) async -> RequestWindow {
        (try? log.requests(query, offset: offset, limit: limit, progress: progress)) ?? RequestWindow()
    }

    /// See ``InspectorBackend``.
    public func find(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int? {
        try? log.find(text, in: query, from: offset, forward: forward, progress: progress)
    }

    /// See ``InspectorBackend``.
    public func position(of key: RequestKey, in query: LogQuery) async -> Int? {
        try? log.position(of: key, in: query)
    }

    /// See ``InspectorBackend``.
    public func events(of key: RequestKey) async -> [Event] { (try? log.events(of: key, limit: 5000)) ?? [] }

    /// See ``InspectorBackend``.
    public func log(_ query: LogQuery, offset: Int?, limit: Int, progress: LongWork?) async -> EventWindow {
        let log = log
        do throws(Problem) {
            var start = offset ?? 0
            if offset == nil { start = try log.events(query, limit: 1, progress: progress).matching - limit }
            return try log.events(query, offset: max(0, start), limit: limit, progress: progress)
        } catch {
            return EventWindow()
        }
    }

    /// See ``InspectorBackend``.
    public func findEvent(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int? {
        try? log.findEvent(text, in: query, from: offset, forward: forward, progress: progress)
    }

    /// See ``InspectorBackend``.
    public func certificates(_ digests: [SHA256Digest]) async -> [SHA256Digest: PresentedCertificate] {
        (try? log.certificates(digests)) ?? [:]
    }

    /// See ``InspectorBackend``.
    public func clients() async -> [ClientChoice] {
        let bundle = bench.bundle
        return Presets.all.map { ClientChoice($0, bundle: bundle) } + savedClients
    }

    /// See ``InspectorBackend``.
    public func identities() async -> [IdentitySummary] { bench.identities.map(\.summary) }

    /// See ``InspectorBackend``.
    public func openIdentity(path: String, passPhrase: String?) async throws(Problem) -> [IdentitySummary] {
        try bench.openIdentity(path: path, passPhrase: passPhrase.map { PassPhrase($0) })
    }

    /// See ``InspectorBackend``.
    public func judge(
        _ key: RequestKey,
        challenge: Int,
        as profile: ClientProfile,
        at date: Date?
    ) async -> ClientDecision? {
        // Challenges come first; a body may have thousands of events behind them.
        let events = (try? log.events(of: key, limit: 300)) ?? []
        let asked = events.first { event in
            guard event.challenge == challenge, case .challengeReceived = event.kind else { return false }
            return true
        }
        guard case .challengeReceived(let facts)? = asked?.kind else { return nil }
        let named = facts.chain + (facts.question.map { $0.systemAnchors + $0.appAnchors + $0.userAnchors } ?? [])
        return bench.judge(facts, certificates: await certificates(named), as: profile, at: date)
    }

    /// Whether the log has the last request that was fired: its rows come a few milliseconds behind.
    private var isLastRecorded: Bool {
        let last = bench.lastFired
        // What is dropped since it cannot be saved never comes.
        guard last > 0, bench.log.saving.dropped == 0 else { return true }
        return (try? log.request(RequestKey(recording: bench.log.recording.id, number: last))) != nil
    }

    private func systemAnchors() -> String {
        let profile = bench.profile
        let isLab = bench.lab != nil
        let key = "\(isLab) \(profile.anchors.systemFiles)"
        if let known = shown.withLock({ $0.systemAnchors }), known.key == key { return known.words }
        let words = (try? bench.prepare(profile, inLab: isLab))?.systemAnchors ?? "system"
        shown.withLock { $0.systemAnchors = (key, words) }
        return words
    }

    private func logState() -> LogState {
        if isReadOnly {
            let path = log.path ?? ""
            var state = LogState(name: (path as NSString).lastPathComponent, path: path, isReadOnly: true)
            if let note = log.note { state.name += " (\(note))" }
            return state
        }
        let saving = bench.log.saving
        let path = saving.path ?? ""
        var state = LogState(name: path.isEmpty ? "in memory" : (path as NSString).lastPathComponent, path: path)
        state.trouble = saving.trouble
        state.kept = saving.kept
        state.dropped = saving.dropped
        return state
    }

    private func labStatus() -> LabStatus? {
        guard let lab = bench.lab else { return nil }
        let (fired, clients, caught) = shown.withLock { ($0.fired, $0.clients, $0.caught) }
        let rows = lab.scenarios.map { scenario in
            LabScenarioRow(
                name: scenario.name,
                port: scenario.port,
                serves: scenario.serves,
                soundClient: scenario.soundClient,
                wasFired: fired.contains(scenario.name)
            )
        }
        let root = (lab.rootPEMPath as NSString).lastPathComponent
        let phrase = lab.passPhrase(ofBundleFile: "client.p12").map { "   client.p12, pass phrase \"\($0)\"" } ?? ""
        var status = LabStatus(
            address: "127.0.0.1",
            scenarios: rows,
            clients: clients,
            files: "lab ready. root: \(root)\(phrase)"
        )
        status.caught = caught
        return status
    }
}

extension ClientChoice {
    /// A preset with the pins that the bundle holds.
    init(_ preset: Preset, bundle: BundleSnapshot) {
        let flow = preset.flow
        let steps = flow?.steps.map { step in
            DecidingStep(
                flow: flow?.reference.description ?? "",
                number: step.number,
                text: step.text,
                defect: step.defect
            )
        }
        var other: String?
        if let reference = flow?.reference {
            let turned = FlowReference(reference.identifier, repaired: !reference.repaired)
            other = Flow.named(turned)?.reference.description
        }
        self.init(
            identifier: preset.name,
            title: preset.title,
            profile: preset.profile(bundle: bundle),
            steps: steps ?? [],
            counterpart: other
        )
    }
}
