import ChallengeLog
import Diagnosis
import Events
import Foundation
import Lab
import RequestEngine
import Synchronization
import Trust

/// Engine, lab and log as one: what the inspector and the sub-commands both do.
///
/// Everything may be called from any thread. Nothing waits for the network; what needs the lab waits for its start.
public final class Bench: Sendable {
    struct State {
        var profile: ClientProfile
        /// The sessions that are open.
        var sessions: [SessionSlot: Session] = [:]
        var exchanges: [Int: Exchange] = [:]
        var firings: [Int: Firing] = [:]
        /// The number of the last request that was fired; 0 for none.
        var lastFired = 0
        var holding = Holding.off
        var hostAnswers = HostAnswers()
        /// Those that run a client now.
        var judges: [ClientJudge] = []
        var hasPerson = false
        var isClosed = false
        /// Where the TLS secrets of new sessions go.
        var keyLog: KeyLogFile?
    }

    /// What the bench was made with.
    public let configuration: BenchConfiguration
    /// What is being recorded.
    public let log: LogWriter
    let engine: Engine
    let hub: EventHub
    let held: HeldChallenges
    let preparer: ClientPreparer
    let reevaluation = Reevaluation()
    let labHost: LabHost
    let state: Mutex<State>
    private let changes: EventHub.Changes

    /// Opens the log, starts the engine and, unless told otherwise, the lab, which comes up behind the caller's back.
    ///
    /// - Throws: `log.not-a-log`, `log.newer`, `log.damaged` for a log that cannot be appended to; `option.value` where
    ///   the process has no descriptors left.
    public init(_ configuration: BenchConfiguration) throws(Problem) {
        self.configuration = configuration
        let keyLog = try configuration.keyLog.map { path throws(Problem) in try KeyLogFile(path) }
        let recording = RecordingFacts(version: Product.version, command: configuration.command)
        let log = try LogWriter(path: configuration.logPath(), recording: recording)
        let hub = EventHub()
        let changes = EventHub.Changes()
        let labClients = LabClients()
        let sink: EventSink = { event in
            labClients.note(event)
            hub.publish(log.append(event))
        }
        do {
            engine = try Engine(sink: sink)
        } catch {
            throw Problem(.optionValue, "The engine cannot start: \(error).", remedy: "Raise the limit of open files.")
        }
        let labHost = LabHost(
            configuration: configuration,
            sink: { event in hub.publish(log.append(labClients.named(event))) },
            whenDecided: { changes.notify() }
        )
        self.log = log
        self.hub = hub
        self.changes = changes
        self.labHost = labHost
        held = HeldChallenges { changes.notify() }
        preparer = ClientPreparer(
            bundle: configuration.bundlePath,
            open: configuration.openIdentity,
            passPhrases: { name in
                [
                    labHost.started?.passPhrase(ofBundleFile: name).map { PassPhrase($0) },
                    configuration.bundlePassPhrase,
                ]
                .compactMap { $0 }
            }
        )
        state = Mutex(State(profile: configuration.profile, keyLog: keyLog))
        log.observe { changes.notify() }
        if configuration.startsLab { labHost.start() }
        if configuration.readsMachineAnchors { preparer.readMachineAnchors() }
    }

    deinit { close() }

    /// Stops what runs, ends the lab, and brings the log into one file.
    public func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        for judge in state.withLock({ $0.judges }) { judge.stop() }
        invalidate(reason: "the end of the program", .finish)
        engine.shutDown(by: "the end of the program")
        labHost.stop()
        log.close()
    }

    // MARK: - What happens

    /// Calls back with every event as it was recorded, on the thread of the event, until the observation is let go.
    public func observe(_ callback: @escaping @Sendable (Event) -> Void) -> Observation {
        let token = hub.add(callback)
        return Observation { [hub] in hub.remove(token) }
    }

    /// Calls back, on any thread, when something changed that is no event of its own: the log was committed, a challenge
    /// was held or let go, the lab is up or cannot be. It replaces an earlier one.
    public func observeChanges(_ callback: @escaping @Sendable () -> Void) { changes.observe(callback) }

    /// Records something of the bench's own.
    func record(_ kind: EventKind, profile: ClientProfile? = nil) {
        hub.publish(log.append(Event(kind, time: EventTime.now(), profile: profile)))
    }

    /// Records a note.
    public func note(_ text: String) { record(.note(ProblemFacts(note: text))) }

    // MARK: - The lab

    /// The lab, if it is up.
    public var lab: LabServer? { labHost.started }

    /// Waits for the lab; starts it if it was not to be started.
    ///
    /// - Throws: why it cannot start.
    public func waitForLab() throws(Problem) -> LabServer { try labHost.wait() }

    /// Why the lab did not start; nil while it starts, and when it did.
    public var labProblem: Problem? { labHost.problem }

    /// Writes the lab's certificates, keys and identities for other programs into a new folder; their paths.
    ///
    /// - Throws: `option.value` for a folder that cannot be written or holds such files.
    public func exportLab(to folder: String) throws(Problem) -> [String] { try labHost.export(to: folder) }

    /// Ends the lab's servers; the lab does not come up again.
    public func stopLab() { labHost.stop() }

    // MARK: - The client

    /// The client that answers from the next request on.
    public var profile: ClientProfile { state.withLock { $0.profile } }

    /// Makes `profile` the client from the next request on: new connections, nothing resumed (unless answers are kept as
    /// on iOS).
    ///
    /// - Parameter changes: what changed, recorded one by one; none for the client to begin with.
    public func adopt(_ profile: ClientProfile, changes: [PolicyChange] = []) {
        let sessions = state.withLock { state in
            state.profile = profile
            return state.sessions
        }
        for change in changes { record(.policyChanged(change), profile: profile) }
        // A file that cannot be read is said when the next request is fired; until then the old client stays.
        for (slot, session) in sessions {
            guard let client = try? prepare(profile, at: slot.place) else { continue }
            session.setClient(setup(client))
        }
    }

    /// The client of a profile with everything that it names read and opened, as it would answer in the lab or outside.
    ///
    /// - Throws: `file.…` codes for anchors that cannot be read.
    public func prepare(_ profile: ClientProfile, inLab: Bool) throws(Problem) -> PreparedClient {
        try prepare(profile, at: inLab ? .lab : .outside)
    }

    /// The folder that stands for the app's bundle.
    public var bundlePath: String { configuration.bundlePath }

    /// The files of the bundle as they are now.
    public var bundle: BundleSnapshot { preparer.bundleNow().snapshot }

    func prepare(_ profile: ClientProfile, at place: Target.Place) throws(Problem) -> PreparedClient {
        switch place {
        case .lab: try preparer.prepare(profile, at: .lab(publicRoot: try labHost.wait().publicRoot))
        case .outside: try preparer.prepare(profile, at: .machine)
        }
    }

    func setup(_ client: PreparedClient) -> ClientSetup {
        ClientSetup(
            profile: client.profile,
            anchors: client.anchors,
            bundle: client.bundle,
            identities: client.identities,
            judgedAt: configuration.judgedAt
        )
    }
}
