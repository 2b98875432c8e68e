import ChallengeLog
import Diagnosis
import EventSamples
import Events
import Foundation
import Report
import Synchronization
import Terminal
import Trust
import Workbench

@testable import Inspector

/// Engine, lab and log in memory: fires sample requests, holds and answers them.
final class FakeBackend: InspectorBackend {
    struct Content: Sendable {
        var requests: [Fired] = []
        var changes: [PolicyChangeRow] = []
        var profile = ClientProfile()
        var holding = HoldMode.off
        var hostAnswers: [HostAnswer] = []
        var keptNotes: [KeptNote] = []
        var saved: [ClientProfile] = []
        var files: [String] = ["logs/", "logs/old.countersign", "logs/older.countersign", "carol.p12"]
        var log = LogState(name: "today.countersign", path: "/logs/today.countersign")
        var notify: @Sendable () -> Void = {}
        var calls: [String] = []
        var notes: [EventRow] = []
        var fired: Set<String> = []
        var opened: [IdentitySummary] = []
        var clients: [LabClientRow] = []
        var clockStopped: Set<HeldKey> = []
        var serverHungUp = false
        var hasLab = true
        var isLabStarting = false
        /// Whether a page that is being loaded goes on to wait.
        var pageWaits = false
        var keyLog: String?
        /// Whether searching, saving and opening take so long that they must be stopped.
        var isSlow = false
    }

    struct Fired: Sendable {
        var key: RequestKey
        var sample: SampleRequest
        var scenario: String
        var changesBefore: [PolicyChangeRow] = []
        var held: Int?
        var repeats: Int?
    }

    static let recording = RecordingID(bytes: Array(0..<16)) ?? RecordingID()
    /// Behind it everything has expired.
    static let lateDate = Date(timeIntervalSince1970: 2_000_000_000)
    static let alice = EventSamples.identity()
    static let bob = EventSamples.identity("bob", file: "other.p12")

    let content: Mutex<Content>

    init(_ change: (inout Content) -> Void = { _ in }) {
        var content = Content()
        change(&content)
        self.content = Mutex(content)
    }

    static func key(_ number: Int) -> RequestKey { RequestKey(recording: recording, number: number) }

    /// A back end that has some requests already.
    convenience init(_ samples: [SampleRequest]) {
        self.init { content in
            content.requests = samples.map { sample in
                var held: Int?
                if case .challengeHeld? = sample.events.last?.kind { held = sample.events.last?.challenge }
                return Fired(key: Self.key(sample.number), sample: sample, scenario: "", held: held)
            }
        }
    }

    @discardableResult
    func change<Result>(_ body: (inout Content) -> Result) -> Result where Result: Sendable {
        let (result, notify) = content.withLock { content in (body(&content), content.notify) }
        notify()
        return result
    }

    var calls: [String] { content.withLock(\.calls) }

    /// Goes on until it is stopped, where the back end is slow.
    func takeTime(_ total: Int, _ progress: LongWork) async {
        guard content.withLock(\.isSlow) else { return }
        while progress(total / 4, total) { await Task.yield() }
    }

    // MARK: Reading

    func observe(_ notify: @escaping @Sendable () -> Void) async { content.withLock { $0.notify = notify } }

    func overview() async -> Overview {
        content.withLock { content in
            var overview = Overview(profile: content.profile)
            overview.recording = Self.recording
            overview.systemAnchors = "lab \"public\" root"
            overview.requests = content.requests.count
            overview.holding = content.holding
            overview.hostAnswers = content.hostAnswers
            overview.keptNotes = content.keptNotes
            for event in content.requests.flatMap(\.sample.events) { overview.kept.take(event) }
            overview.log = content.log
            overview.keyLog = content.keyLog
            overview.held = content.requests.compactMap { Self.held($0, content) }
            overview.running = content.requests.filter { $0.held == nil && Self.digest($0)?.isRunning == true }.count
            overview.lab = content.hasLab ? Self.lab(content) : nil
            overview.isLabStarting = content.isLabStarting
            return overview
        }
    }

    func requests(_ query: LogQuery, offset: Int, limit: Int, progress: LongWork?) async -> RequestWindow {
        if let progress { await takeTime(100, progress) }
        return content.withLock { content in
            var rows = Self.rows(content).filter { Self.passes($0, query) }
            if query.sort == .host { rows.sort { ($0.digest.host, $0.key) < ($1.digest.host, $1.key) } }
            let page = rows.dropFirst(offset).prefix(limit)
            var window = RequestWindow(
                rows: Array(page),
                from: min(offset, rows.count),
                of: rows.count,
                total: content.requests.count
            )
            window.changesAfter = content.changes
            return window
        }
    }

    func find(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int? {
        await takeTime(100, progress)
        return content.withLock { content in
            let rows = Self.rows(content).filter { Self.passes($0, query) }
            let order = forward ? Array(rows.indices) : rows.indices.reversed()
            return order.first { index in
                let isBehind = forward ? index >= offset : index <= offset
                let row = rows[index]
                return isBehind && (row.digest.requestColumn.contains(text))
            }
        }
    }

    func position(of key: RequestKey, in query: LogQuery) async -> Int? {
        content.withLock { content in
            Self.rows(content).filter { Self.passes($0, query) }.firstIndex { $0.key == key }
        }
    }

    func events(of key: RequestKey) async -> [Event] {
        content.withLock { content in content.requests.first { $0.key == key }?.sample.events ?? [] }
    }

    func log(_ query: LogQuery, offset wanted: Int?, limit: Int, progress: LongWork?) async -> EventWindow {
        if let progress { await takeTime(100, progress) }
        return content.withLock { content in
            let all = Self.events(content)
            let rows = all.filter { row in Self.passes(row, query) }
            let offset = wanted ?? max(0, rows.count - limit)
            return EventWindow(
                rows: Array(rows.dropFirst(offset).prefix(limit)),
                from: offset,
                of: rows.count,
                total: all.count
            )
        }
    }

    func findEvent(
        _ text: String,
        in query: LogQuery,
        from offset: Int,
        forward: Bool,
        progress: @escaping LongWork
    ) async -> Int? {
        await takeTime(100, progress)
        return content.withLock { content in
            let rows = Self.events(content).filter { Self.passes($0, query) }
            let order = forward ? Array(rows.indices) : rows.indices.reversed()
            return order.first { index in
                (forward ? index >= offset : index <= offset) && rows[index].summary.contains(text)
            }
        }
    }

    func pins(_ words: String, keeping old: [Pin]) async throws(Problem) -> [Pin] {
        guard words != "nonsense.cer" else { throw Problem(.fileMissing, "There is no nonsense.cer.") }
        return try words.split(separator: " ").map { (word) throws(Problem) -> Pin in
            guard case .publicKey(let digest) = try Pin.parse(String(word)) else { return .unusable(Array(word.utf8)) }
            return .publicKey(digest)
        }
    }

    func files(beginning typed: String, inBundle: Bool) async -> [String] {
        content.withLock { $0.files.filter { $0.hasPrefix(typed) && $0 != typed } }
    }

    func report(of key: RequestKey) async throws(Problem) -> String { "# no. \(key.number)\n" }

    func saveReport(of key: RequestKey, as path: String) async throws(Problem) -> String { path }

    private static func passes(_ row: EventRow, _ query: LogQuery) -> Bool {
        query.terms.allSatisfy { term in
            guard case .text(let text) = term.match else { return true }
            return row.summary.contains(text) != term.isNegated
        }
    }

    private static func events(_ content: Content) -> [EventRow] {
        let requests = content.requests.flatMap { fired in
            fired.sample.events.map { event in
                EventRow(
                    at: event.time,
                    kind: "event",
                    summary: event.kind.summary,
                    of: fired.key,
                    recording: recording
                )
            }
        }
        return requests + content.notes
    }

    func certificates(_ digests: [SHA256Digest]) async -> [SHA256Digest: PresentedCertificate] {
        content.withLock { content in
            let all = content.requests.flatMap(\.sample.events).flatMap(\.certificates)
            return Dictionary(all.map { ($0.sha256, $0) }, uniquingKeysWith: { first, _ in first })
                .filter { digests.contains($0.key) }
        }
    }

    func clients() async -> [ClientChoice] {
        Self.choices
            + content.withLock(\.saved).map { profile in
                ClientChoice(identifier: profile.name, title: "saved", profile: profile)
            }
    }

    func judge(_ command: [String]) async throws(Problem) -> String {
        guard command.first != "missing" else { throw Problem(.optionValue, "The command missing cannot be run.") }
        change { content in content.calls.append("judge \(command.joined(separator: "|"))") }
        return "\(command.joined(separator: " ")): accepted 3 of 22 bad servers, refused 0 of 12 good ones"
    }

    func saveClient(_ profile: ClientProfile) async throws(Problem) -> String {
        guard !Self.choices.contains(where: { $0.identifier == profile.name }) else {
            throw Problem(.optionValue, "There is a preset of that name.")
        }
        change { content in content.saved.append(profile) }
        return "/policies/\(profile.name).json5"
    }

    func identities() async -> [IdentitySummary] { [Self.alice, Self.bob] + content.withLock(\.opened) }

    func openIdentity(path: String, passPhrase: String?) async throws(Problem) -> [IdentitySummary] {
        guard path.hasSuffix(".p12") else { throw Problem(.fileMissing, "There is no \(path).") }
        guard passPhrase == "secret" else { throw Problem(.p12MacMismatch, "The pass phrase or the file is wrong.") }
        let carol = EventSamples.identity("carol", file: "carol.p12")
        content.withLock { $0.opened.append(carol) }
        return [carol]
    }

    /// A client that allows invalid certificates uses what the record refuses.
    func judge(_ key: RequestKey, challenge: Int, as profile: ClientProfile, at date: Date?) async -> ClientDecision? {
        let events = await events(of: key)
        for event in events where event.challenge == challenge {
            guard case .challengeEvaluated(let facts) = event.kind else { continue }
            var decision = facts.decision
            guard decision.evaluation != nil else { return decision }
            if let date, date > Self.lateDate { decision.answers = [ClientAnswer(.cancelAuthenticationChallenge)] }
            if profile.rules == .openssl { decision.answers = [ClientAnswer(.useCredential)] }
            return decision
        }
        return nil
    }

    func audit(_ profile: ClientProfile, name: String) async -> AuditSheet? { FakeAudit.sheet(profile, name) }

    func combinations() async -> [ClientChoice] {
        ["none", "certificate", "publicKey"].map { mode in
            var profile = ClientProfile(name: "AF-\(mode)")
            profile.rules = mode == "none" ? .openssl : .apple
            return ClientChoice(identifier: profile.name, title: "\(mode)  inv-  dom+", profile: profile)
        }
    }

    func code(of profile: ClientProfile, for target: ClientCodeTarget) async -> String {
        "// \(profile.name) for \(target.rawValue)\nlet session = URLSession.shared\n"
    }

    func prove(
        _ profile: ClientProfile,
        report: @escaping @Sendable (AttackMatrix.Row, AttackProof) -> Void
    ) async -> Problem? {
        let sheet = FakeAudit.sheet(profile, "proof")
        for (number, attack) in Attack.all.enumerated() {
            guard let outcome = sheet.attacks[attack.id], [.through, .stopped].contains(outcome.result) else {
                continue
            }
            var proof = AttackProof(request: number + 1, isThrough: outcome.isThrough)
            proof.headerNames = outcome.isThrough ? ["Cookie"] : nil
            report(.attack(attack.id), proof)
        }
        return nil
    }
}
