import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report
import Trust
import Workbench

extension WorkbenchBackend {
    /// See ``InspectorBackend``.
    public func adopt(_ profile: ClientProfile, changes: [PolicyChange]) async {
        bench.adopt(profile, changes: changes)
    }

    /// See ``InspectorBackend``.
    @discardableResult
    public func fire(_ text: String) async throws(Problem) -> Int {
        let fired = try bench.fire(Firing(text))
        remember(text)
        return fired.number
    }

    /// See ``InspectorBackend``.
    @discardableResult
    public func fireAgain(_ key: RequestKey, answering remembered: RememberedAnswer?) async throws(Problem) -> Int {
        let firing = try repetition(of: key)
        var prepared: PreparedAnswer?
        let held = HeldItem.Key(request: key.number, challenge: remembered?.challenge ?? 0)
        if let remembered, let item = bench.heldChallenge(held) {
            if case .disposition(let disposition, let identity) = remembered.answer {
                prepared = bench.prepared(disposition, identity: identity, for: item)
            }
            bench.forget(held)
        }
        return try bench.fire(firing, answering: prepared).number
    }

    /// See ``InspectorBackend``.
    public func fireAnew(_ key: RequestKey) async throws(Problem) -> Int {
        var firing = try repetition(of: key)
        firing.connectsAnew = true
        return try bench.fire(firing).number
    }

    /// What was fired under a number of this log.
    private func repetition(of key: RequestKey) throws(Problem) -> Firing {
        var firing = key.recording == bench.log.recording.id ? bench.firing(of: key.number) : nil
        if firing == nil, let digest = try log.request(key)?.digest {
            firing = Firing(digest.url)
            firing?.method = digest.method == "GET" ? nil : digest.method
        }
        guard var firing else { throw Problem(.optionValue, "There is no request no. \(key.number) in this log.") }
        firing.repeats = key.number
        return firing
    }

    /// See ``InspectorBackend``.
    public func fireAll() async throws(Problem) -> Int {
        let scenarios = try bench.waitForLab().scenarios
        for scenario in scenarios {
            try bench.fire(Firing(scenario.name))
            remember(scenario.name)
        }
        return scenarios.count
    }

    /// See ``InspectorBackend``.
    public func stop(_ key: RequestKey) async -> Bool {
        for item in bench.heldChallenges where item.key.request == key.number { bench.forget(item.key) }
        return bench.stop(key.number, by: "you")
    }

    /// See ``InspectorBackend``.
    public func stopAll() async {
        let prover = shown.withLock { shown in
            shown.stops += 1
            return shown.prover
        }
        prover?.stop()
        for item in bench.heldChallenges { bench.forget(item.key) }
        for number in bench.running { bench.stop(number, by: "you") }
    }

    /// See ``InspectorBackend``.
    public func drop(connection: Int) async -> Bool {
        guard await bench.drop(connection: connection) else { return false }
        shown.withLock { $0.kept.drop(connection: connection) }
        return true
    }

    /// See ``InspectorBackend``.
    public func exportLab(to folder: String) async throws(Problem) -> [String] {
        try bench.exportLab(to: Self.absolute(folder))
    }

    /// See ``InspectorBackend``.
    public func labReport() async -> String {
        let scenarios = bench.lab?.scenarios.map { ScenarioBrief($0) } ?? []
        return ClientReport(shown.withLock { $0.book.clients }, scenarios: scenarios).text
    }

    /// See ``InspectorBackend``.
    public func stopLab() async {
        bench.stopLab()
        shown.withLock { $0.isLabStopped = true }
    }

    /// See ``InspectorBackend``.
    public func logKeys(to path: String?) async throws(Problem) {
        try bench.logKeys(to: path.map(Self.absolute))
    }

    /// See ``InspectorBackend``.
    public func answer(_ held: HeldKey, _ answer: PersonAnswer) async -> Problem? {
        let key = HeldItem.Key(request: held.request.number, challenge: held.challenge)
        guard let item = bench.heldChallenge(key) else {
            return Problem(.challengeLateAnswer, "The answer came too late: the challenge is answered.")
        }
        switch answer {
        case .policy:
            bench.answerAsPolicy(item, by: "you")
            return nil
        case .disposition(let disposition, let identity):
            return bench.answer(item, disposition, identity: identity, by: "you")
        }
    }

    /// See ``InspectorBackend``.
    public func stopClock(_ held: HeldKey) async {
        let key = HeldItem.Key(request: held.request.number, challenge: held.challenge)
        bench.heldChallenge(key)?.held.stopClock()
    }

    /// See ``InspectorBackend``.
    public func hold(_ mode: HoldMode) async {
        shown.withLock { $0.holding = mode }
        switch mode {
        case .off: bench.hold(.off)
        case .all: bench.hold(.all)
        case .matching(let query, _): bench.hold(.matching(query))
        }
    }

    var holdMode: HoldMode { shown.withLock { $0.holding } }

    /// See ``InspectorBackend``.
    public func remember(_ held: HeldKey, _ disposition: Disposition, identity: IdentitySummary?) async {
        let key = HeldItem.Key(request: held.request.number, challenge: held.challenge)
        guard let item = bench.heldChallenge(key) else { return }
        bench.remember(disposition, identity: identity, for: item)
    }

    /// See ``InspectorBackend``.
    public func forgetAnswers(of host: String?) async -> Int { bench.forgetAnswers(of: host) }

    /// See ``InspectorBackend``.
    public func pins(_ words: String, keeping old: [Pin]) async throws(Problem) -> [Pin] {
        try bench.pins(words, keeping: old)
    }

    /// See ``InspectorBackend``.
    public func saveClient(_ profile: ClientProfile) async throws(Problem) -> String {
        try PolicyFiles.save(profile, in: policiesFolder)
    }

    private var policiesFolder: String { bench.configuration.folders.policies }

    /// The clients that were saved, one a file; a file that does not read is left out.
    var savedClients: [ClientChoice] {
        PolicyFiles.saved(in: policiesFolder).compactMap { name in
            guard let path = PolicyFiles.path(of: name, in: policiesFolder),
                var profile = try? PolicyFiles.read(path, bundle: bench.bundle).profile
            else { return nil }
            profile.name = name
            return ClientChoice(identifier: name, title: "saved", profile: profile)
        }
    }

    /// See ``InspectorBackend``.
    public func files(beginning typed: String, inBundle: Bool) async -> [String] {
        FileNames.beginning(typed, in: inBundle ? bench.bundlePath : FileManager.default.currentDirectoryPath)
    }

    /// See ``InspectorBackend``.
    public func report(of key: RequestKey) async throws(Problem) -> String {
        let events = try log.events(of: key)
        let certificates = try log.certificates(MarkdownReport.certificatesNamed(by: events))
        let recording = try log.recordings().first { $0.id == key.recording }
        return MarkdownReport(events, certificates: certificates, version: recording?.version ?? "unknown").text
    }

    /// See ``InspectorBackend``.
    public func saveReport(of key: RequestKey, as path: String) async throws(Problem) -> String {
        let absolute = Self.absolute(path)
        let text = try await report(of: key)
        do {
            // Another's file is never written over.
            try Data(text.utf8).write(to: URL(fileURLWithPath: absolute), options: .withoutOverwriting)
        } catch {
            let reason = (error as NSError).localizedFailureReason ?? "it exists, or its folder cannot be written"
            throw Problem(
                .fileUnreadable,
                "\(absolute) cannot be written: \(reason).",
                remedy: "Choose another name."
            )
        }
        return absolute
    }

    /// See ``InspectorBackend``.
    public func invalidate(_ ending: SessionEnding) async {
        if ending == .finish { shown.withLock { $0.kept.endSessions() } }
        bench.invalidate(reason: "by you", ending)
    }

    /// See ``InspectorBackend``.
    public func saveLog(as path: String, progress: @escaping LongWork) async throws(Problem) -> String {
        let absolute = Self.absolute(path)
        try log.save(as: absolute, progress: progress)
        return absolute
    }

    /// See ``InspectorBackend``.
    public func openLog(_ path: String, progress: @escaping LongWork) async throws(Problem) {
        let absolute = Self.absolute(path)
        // The log that is being recorded is not read-only.
        if absolute == bench.log.saving.path {
            let own = try bench.log.reader()
            shown.withLock { shown in
                shown.log = own
                shown.isReadOnly = false
            }
            return
        }
        let opened = try LogFile.open(absolute, progress: progress)
        shown.withLock { shown in
            shown.log = opened
            shown.isReadOnly = true
        }
    }

    /// See ``InspectorBackend``.
    public func note(_ text: String) async { bench.note(text) }

    /// A held challenge as the panel shows it: judged again where the client has changed.
    func heldRow(_ item: HeldItem) -> HeldChallengeRow {
        let challenge = item.challenge
        let space = challenge.protectionSpace
        var facts = ChallengeFacts(
            method: .serverTrust,
            host: space.host,
            port: space.port,
            isProxy: space.isProxy,
            previousFailureCount: challenge.previousFailureCount
        )
        var effects: [Disposition: AnswerEffect] = [:]
        switch challenge.question {
        case .serverTrust(let request):
            facts.chain = request.chain.map(\.sha256)
            for disposition in Disposition.allCases {
                effects[disposition] = challenge.effect(of: ClientAnswer(disposition))
            }
        case .clientCertificate(let asked):
            facts.method = .clientCertificate
            facts.asked = asked
        case .password(let asked):
            facts.method = asked.method
            facts.realm = asked.realm
        }
        let key = RequestKey(recording: bench.log.recording.id, number: challenge.request)
        let digest = try? log.request(key)?.digest
        let remaining = item.held.isClockStopped ? nil : item.held.remaining
        var row = HeldChallengeRow(
            key: HeldKey(request: key, challenge: challenge.number),
            method: digest?.method ?? "GET",
            url: digest?.url ?? "https://\(space.host):\(space.port)/",
            facts: facts,
            decision: bench.decision(for: item),
            deadline: remaining.map { Clock.microseconds() + Int64(Clock.seconds($0) * 1_000_000) },
            safeAnswer: challenge.safeAnswer.disposition
        )
        row.effects = effects
        row.trustBefore = item.trustBefore
        row.serverHungUp = item.held.ending == .serverLeft
        return row
    }

    func remember(_ text: String) {
        guard let scenario = bench.lab?.scenarios.first(where: { text == $0.name || text.hasPrefix($0.url) }) else {
            return
        }
        shown.withLock { _ = $0.fired.insert(scenario.name) }
    }

    private static func absolute(_ path: String) -> String {
        let expanded = (path as NSString).expandingTildeInPath
        return expanded.hasPrefix("/") ? expanded : FileManager.default.currentDirectoryPath + "/" + expanded
    }
}
