import ChallengeLog
import Events
import Foundation
import Terminal
import Trust

/// Everything the screen is a function of; changed by ``Update`` alone.
struct State: Sendable {
    // Surroundings.
    var size: TerminalSize
    var glyphs: Glyphs = .ascii
    /// Wall time, microseconds since 1970, UTC.
    var now: Int64 = 0
    /// Seconds that local time is ahead of UTC.
    var secondsFromUTC = 0
    var theme = "terminal"
    var themes: [String] = ["terminal", "light", "mono"]
    /// The theme before the list of themes was opened.
    var themeBefore: String?
    /// Whether a theme that is saved anew is shown at once.
    var watchesTheme = false

    // What the back end says.
    var overview = Overview()
    var clients: [ClientChoice] = []
    var identities: [IdentitySummary] = []
    var loads = Loads()

    // The client in force: nobody else holds a copy that counts.
    var profile = ClientProfile()
    /// Whether `profile` is the one that the back end started with, or a later one.
    var knowsProfile = false
    /// What can be taken back, the last at the end.
    var undo: [Undo] = []
    var whatIf = WhatIf()
    var wouldBe: WouldBe?
    /// The time at which recorded challenges are judged again; nil for the time at which they were.
    var judgedAt: Date?
    /// Whether an opened log was to be judged as somebody else than it records.
    var reevaluates = false
    var comparison: Comparison?
    var matrix = Matrix()
    /// Client code that is shown.
    var code: ClientCodeSheet?
    /// What lay under it: it comes back.
    var codeFrom: Pane?
    /// The scenarios that were fired as one, while they run.
    var salvo: Salvo?
    /// How far a search, or the opening or saving of a log, has come.
    var working: Progress?

    // Where the person is.
    var pane: Pane = .lab
    var isZoomed = false
    /// Chooser or help over everything; `pane` is what lies under it.
    var overlay: Pane?
    /// The pane that help is about, where it is not `pane`.
    var helpFor: Pane?
    var strip: Strip?
    var hold: HoldPanel?
    var prompt: Prompt?
    /// What `y` offers to copy, while it asks.
    var copies: [CopyChoice]?
    /// The column of help that the cursor is in.
    var helpColumn = 0
    /// Whether view 7 shows the handshake as articles tell it.
    var showsTextbook = false
    /// Whether long lines go on in the next one.
    var wraps = false
    /// The demonstration; nil when there is none.
    var demo: Demo?
    /// The page that was loaded last.
    var loadedPage: PageSheet?
    /// The address of the page that is being loaded.
    var loadingPage: String?
    /// Whether there is a `curl` for the story that runs one.
    var hasCurl = true
    /// What came of judging other clients, the last two.
    var judged: [String] = []
    var asksToQuit = false
    var asksToInvalidate = false
    var message: Message?
    var history: [String: [String]] = [:]

    // The lists.
    var list = RequestList()
    var exchange: Exchange?
    /// The number of the challenge that timeline and detail are at.
    var challenge = 1
    var unfolded: Set<Int> = []
    var scrolls: [Pane: Scroll] = [:]
    var log = LogList()
    var search = ""
    /// Where the strip or the switchboard was left: the switch's identifier.
    var lastSwitch: String?
    /// Whether view 8 still shows what to press first.
    var hasStarted = false

    init(size: TerminalSize) { self.size = size }

    /// The pane that keys go to.
    var focus: Pane { hold != nil ? .hold : overlay ?? pane }

    /// Where a key counts now.
    var place: Place {
        if hold != nil { return .hold }
        if overlay == nil, strip != nil { return .strip }
        return Place(focus)
    }

    /// The held challenge that the panel is about; nil when it was answered meanwhile.
    var heldInPanel: HeldChallengeRow? { hold.flatMap { panel in overview.held.first { $0.key == panel.key } } }

    /// The choice that the profile started from.
    var preset: ClientChoice? { clients.first { $0.identifier == profile.name } }

    /// How many switches differ from the preset.
    var differences: Int {
        guard let preset else { return 0 }
        return Switchboard.differing(profile, from: preset.profile).count
    }

    var isReadOnly: Bool { overview.log.isReadOnly }
}

/// The request list: a window over a query, and where the person is in it.
struct RequestList: Hashable, Sendable {
    var query = LogQuery()
    /// The filter's text as typed.
    var filter = ""
    var page = RequestWindow()
    var scroll = Scroll()
    var selected: RequestKey?
    var follows = true
    var marks: Set<RequestKey> = []
    /// Rows that were fired again, by their numbers: shown beside the new row when they are out of view.
    var origins: [Int: RequestRow] = [:]

    /// The selected row, if the window holds it.
    var row: RequestRow? { row(at: scroll.cursor) }

    func row(at position: Int) -> RequestRow? {
        let index = position - page.offset
        return page.rows.indices.contains(index) ? page.rows[index] : nil
    }
}

/// The event log as a plain list.
struct LogList: Hashable, Sendable {
    var query = LogQuery()
    /// The filter's text as typed.
    var filter = ""
    var page = EventWindow()
    var scroll = Scroll()
    var follows = true
    var wasLoaded = false
}

/// The switches in the policy line.
struct Strip: Hashable, Sendable {
    var index = 0
}

/// Which loads are under way, and which are wanted again when they end.
struct Loads: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case overview, requests, exchange, log, clients }
    var running: Set<Kind> = []
    var wanted: Set<Kind> = []
    /// What the loads of the two lists under way are about.
    var requestsQuery: LogQuery?
    var logQuery: LogQuery?

    var isIdle: Bool { running.isEmpty && wanted.isEmpty }
}
