import Events
import Trust

/// What may answer a request without a challenge, as this recording's events tell: open connections and the tickets of TLS
/// sessions, each with the answer that stands behind it.
public struct KeptAnswers: Hashable, Sendable {
    /// A connection, or a ticket to resume its session.
    public struct Entry: Hashable, Sendable {
        /// What it is.
        public enum State: String, Hashable, Sendable {
            /// A request runs over it.
            case open
            /// Nothing runs over it.
            case idle
            /// It is closed, and its session can be resumed.
            case ticket
        }

        /// What it is.
        public var state: State
        /// The host that it leads to.
        public var host: String
        /// The number of the connection.
        public var connection: Int
        /// The request that opened it, whose answers stand behind it.
        public var openedBy: Int
        /// The TLS version; nil before the handshake's end.
        public var version: String?
        /// Whom the server saw; nil for nobody.
        public var identity: String?
        /// The answers to its challenges, in short: `use/use`.
        public var answers: String
        /// The client that answered.
        public var profile: ClientProfile?
        /// How many requests used it.
        public var uses: Int
        /// When it was used last, microseconds since 1970, UTC.
        public var lastUse: Int64
    }

    private var connections: [Int: Entry] = [:]
    private var tickets: [Int: Entry] = [:]
    private var profiles: [Int: ClientProfile] = [:]
    private var running: [Int: Int] = [:]
    /// The session of each connection.
    private var sessions: [Int: Int] = [:]
    /// The sessions that end with what runs: nothing of theirs is used again.
    private var ending: Set<Int> = []

    /// Nothing has happened yet.
    public init() {}

    /// Connections by host, then tickets.
    public var entries: [Entry] {
        let live = connections.values.sorted { ($0.host, $0.connection) < ($1.host, $1.connection) }
        let kept = tickets.values.filter { connections[$0.connection] == nil }
        return live + kept.sorted { ($0.host, $0.connection) < ($1.host, $1.connection) }
    }

    /// A connection was closed by hand; its ticket stays.
    public mutating func drop(connection: Int) { connections[connection] = nil }

    /// The sessions so far begin no request any more.
    public mutating func endSessions() { ending.formUnion(sessions.values) }

    private mutating func drop(session: Int?) {
        func isKept(_ connection: Int) -> Bool { session != nil && sessions[connection].map { $0 != session } ?? false }
        connections = connections.filter { isKept($0.key) }
        tickets = tickets.filter { isKept($0.key) }
        running = running.filter { isKept($0.value) }
        sessions = sessions.filter { isKept($0.key) }
        if let session { ending.remove(session) }
    }

    /// Takes in an event of this recording.
    public mutating func take(_ event: Event) {
        if case .sessionInvalidated = event.kind { drop(session: event.session) }
        // It may be closed long after its last request.
        if case .connectionClosed = event.kind, let connection = event.connection { connections[connection] = nil }
        guard let request = event.request else { return }
        switch event.kind {
        case .requestStarted: profiles[request] = event.profile
        case .requestFinished, .requestFailed:
            profiles[request] = nil
            if let connection = running.removeValue(forKey: request), !running.values.contains(connection) {
                connections[connection]?.state = .idle
            }
        default: if let connection = event.connection { take(event, request, connection) }
        }
    }

    private mutating func take(_ event: Event, _ request: Int, _ connection: Int) {
        switch event.kind {
        case .connectionOpened:
            sessions[connection] = event.session
            connections[connection] = Entry(
                state: .open,
                host: event.host ?? "",
                connection: connection,
                openedBy: request,
                answers: "",
                profile: profiles[request],
                uses: 1,
                lastUse: event.time
            )
            running[request] = connection
        case .connectionReused:
            connections[connection]?.uses += 1
            connections[connection]?.lastUse = event.time
            connections[connection]?.state = .open
            running[request] = connection
        case .secured(let facts): connections[connection]?.version = facts.version
        case .sessionResumed(let facts):
            // The answers are those of the handshake that it resumes.
            guard let origin = facts.restsOnRequest else { return }
            let earlier = tickets.values.first { $0.openedBy == origin }
            connections[connection]?.openedBy = origin
            connections[connection]?.answers = earlier?.answers ?? ""
            connections[connection]?.identity = earlier?.identity
        case .challengeAnswered(let facts):
            let word = facts.answer.disposition.word
            let before = connections[connection]?.answers ?? ""
            connections[connection]?.answers = before.isEmpty ? word : "\(before)/\(word)"
            if facts.effect.proceeds, let identity = facts.effect.identity {
                connections[connection]?.identity = identity.file
            }
        case .handshakeMessage(let facts) where facts.name == "NewSessionTicket" && facts.direction == .received:
            // A client whose answers are kept for nobody resumes nothing.
            guard var entry = connections[connection], entry.profile?.answersKept != .fresh else { return }
            entry.state = .ticket
            entry.uses = 0
            tickets[connection] = entry
        default: break
        }
    }
}

extension KeptAnswers {
    /// What stands between a request now and its challenges; nil where both come.
    ///
    /// - Parameters:
    ///   - host: the host that is asked.
    ///   - profile: the client in force.
    ///   - now: microseconds since 1970, UTC.
    public func entry(for host: String, as profile: ClientProfile, now: Int64) -> Entry? {
        guard profile.answersKept != .fresh else { return nil }
        let fitting = entries.filter { entry in
            guard entry.host == host, !isEnding(entry.connection) else { return false }
            // As on iOS an answer outlives a flipped switch, for ten minutes.
            let isOwn = entry.profile == profile
            let isKept = profile.answersKept == .asIOS && now - entry.lastUse < Self.tenMinutes
            return isOwn || isKept
        }
        return fitting.first { $0.state == .idle } ?? fitting.first { $0.state == .open && $0.version != nil }
            ?? fitting.first { $0.state == .ticket }
    }

    private func isEnding(_ connection: Int) -> Bool { sessions[connection].map(ending.contains) ?? false }

    private static let tenMinutes: Int64 = 600_000_000
}
