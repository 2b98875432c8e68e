import Events
import Trust
import Workbench

/// What the fixed lines and the panels show, at one moment.
public struct Overview: Hashable, Sendable {
    /// The client in force.
    public var profile: ClientProfile
    /// Who records; nil before anything is known.
    public var recording: RecordingID?
    /// What the system's anchors are here: `lab "public" root`, `system (Mozilla, 140)`.
    public var systemAnchors: String
    /// How many requests there are.
    public var requests: Int
    /// How many are under way, held ones left out.
    public var running: Int
    /// The held challenges, the oldest first.
    public var held: [HeldChallengeRow]
    /// Which challenges are held for a person.
    public var holding: HoldMode
    /// The person's answers that stand for a host, before any policy.
    public var hostAnswers: [HostAnswer]
    /// What may answer without a challenge.
    public var kept: KeptAnswers
    /// Responses and passwords that are kept, and what each would do now.
    public var keptNotes: [KeptNote]
    /// The log.
    public var log: LogState
    /// The file to which TLS secrets are appended; nil for none.
    public var keyLog: String?
    /// The lab; nil when it does not run.
    public var lab: LabStatus?
    /// Why the lab does not run: that it starts, or what went wrong; nil when it is off or runs.
    public var labNote: String?
    /// Whether the lab may run in a moment; as long as nothing is known of it, it may.
    public var isLabStarting = true

    /// Nothing has happened yet.
    public init(profile: ClientProfile = ClientProfile()) {
        self.profile = profile
        systemAnchors = "system"
        requests = 0
        running = 0
        held = []
        holding = .off
        hostAnswers = []
        kept = KeptAnswers()
        keptNotes = []
        log = LogState()
    }
}

/// The log's state.
public struct LogState: Hashable, Sendable {
    /// The file's name; empty when nothing is recorded to a file.
    public var name: String
    /// The file's whole path, for messages at the end.
    public var path: String
    /// Whether it is an opened log: nothing can be fired.
    public var isReadOnly: Bool
    /// Why it is not saved (`disk full`); nil when it is.
    public var trouble: String?
    /// Events kept in memory only, and events dropped, when it is not saved.
    public var kept: Int
    /// Events dropped.
    public var dropped: Int

    /// A log without a file.
    public init(name: String = "", path: String = "", isReadOnly: Bool = false) {
        self.name = name
        self.path = path
        self.isReadOnly = isReadOnly
        kept = 0
        dropped = 0
    }
}

/// The lab as view 8 shows it.
public struct LabStatus: Hashable, Sendable {
    /// Where it listens: `127.0.0.1`.
    public var address: String
    /// The scenarios in their order.
    public var scenarios: [LabScenarioRow]
    /// The clients that connected, the newest last.
    public var clients: [LabClientRow]
    /// The client that was caught last, over all that it did; nil where none was.
    public var caught: CaughtClient?
    /// The root's file name and the identity's, as the bottom line names them.
    public var files: String

    /// A lab of known parts.
    public init(
        address: String = "127.0.0.1",
        scenarios: [LabScenarioRow] = [],
        clients: [LabClientRow] = [],
        files: String = ""
    ) {
        self.address = address
        self.scenarios = scenarios
        self.clients = clients
        self.files = files
    }
}

/// A client that accepted bad servers.
public struct CaughtClient: Hashable, Sendable {
    /// Its User-Agent.
    public var agent: String
    /// The scenarios that it should have refused.
    public var scenarios: Set<String>

    /// A client of known parts.
    public init(agent: String, scenarios: Set<String>) {
        self.agent = agent
        self.scenarios = scenarios
    }
}

/// A scenario of the lab.
public struct LabScenarioRow: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its port.
    public var port: Int
    /// What it serves, in a few words.
    public var serves: String
    /// What a sound client does: `refuses: date`.
    public var soundClient: String
    /// Whether it was fired.
    public var wasFired: Bool

    /// A scenario of known parts.
    public init(name: String, port: Int, serves: String, soundClient: String, wasFired: Bool = false) {
        self.name = name
        self.port = port
        self.serves = serves
        self.soundClient = soundClient
        self.wasFired = wasFired
    }
}

/// A client that connected to the lab.
public struct LabClientRow: Hashable, Sendable {
    /// When, microseconds since 1970, UTC.
    public var time: Int64
    /// What the lab saw.
    public var facts: LabClientFacts
    /// Whether it went on where a sound client stops.
    public var isVulnerable: Bool

    /// A client of known parts.
    public init(time: Int64, facts: LabClientFacts, isVulnerable: Bool) {
        self.time = time
        self.facts = facts
        self.isVulnerable = isVulnerable
    }
}

/// A client that can be chosen: a preset or a flow.
public struct ClientChoice: Hashable, Sendable {
    /// Its id as typed: `system`, `F2c`, `F6r`.
    public var identifier: String
    /// What it is, in a few words.
    public var title: String
    /// The profile that it stands for.
    public var profile: ClientProfile
    /// Its steps, when it is a flow.
    public var steps: [DecidingStep]
    /// The id of the other form, published or repaired, where there is one.
    public var counterpart: String?

    /// A choice of known parts.
    public init(
        identifier: String,
        title: String,
        profile: ClientProfile,
        steps: [DecidingStep] = [],
        counterpart: String? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.profile = profile
        self.steps = steps
        self.counterpart = counterpart
    }
}
