import Events
import Trust

/// A request as a row of the list.
public struct RequestRow: Hashable, Sendable {
    /// Which request it is.
    public var key: RequestKey
    /// What it came to.
    public var digest: RequestDigest
    /// The changes of policy between the row before it and this one, where rows stand in the order fired.
    public var changesBefore: [PolicyChangeRow]
}

/// A change of policy as a line of the list.
public struct PolicyChangeRow: Hashable, Sendable {
    /// The recording it belongs to.
    public var recording: RecordingID
    /// The event's number.
    public var sequence: Int64
    /// When, microseconds since 1970, UTC.
    public var time: Int64
    /// What changed.
    public var change: PolicyChange
}

/// A window of the list of requests.
public struct RequestWindow: Hashable, Sendable {
    /// Position of the first row in the whole list.
    public var offset: Int
    /// The rows.
    public var rows: [RequestRow]
    /// How many requests match.
    public var matching: Int
    /// How many requests there are.
    public var total: Int
    /// The changes of policy behind the last row, where the window reaches it.
    public var changesAfter: [PolicyChangeRow]
}

/// An event as a row of the log view, without its facts.
public struct EventRow: Hashable, Sendable {
    /// The recording it belongs to.
    public var recording: RecordingID
    /// Its number within the recording.
    public var sequence: Int64
    /// When, microseconds since 1970, UTC.
    public var time: Int64
    /// Microseconds since its request began.
    public var elapsed: Int64?
    /// The session's number.
    public var session: Int?
    /// The request's number.
    public var request: Int?
    /// The connection's number.
    public var connection: Int?
    /// The challenge's number within the request.
    public var challenge: Int?
    /// The kind's name: `challenge.evaluated`.
    public var kind: String
    /// The host; empty for none.
    public var host: String
    /// How it came out, in a word; empty for none.
    public var outcome: String
    /// What happened, on one line.
    public var summary: String

    /// The request it belongs to.
    public var requestKey: RequestKey? { request.map { RequestKey(recording: recording, number: $0) } }
}

/// A window of the list of events.
public struct EventWindow: Hashable, Sendable {
    /// Position of the first row in the whole list.
    public var offset: Int
    /// The rows.
    public var rows: [EventRow]
    /// How many events match.
    public var matching: Int
    /// How many events there are.
    public var total: Int
}

/// An event as it is stored, for exports.
public struct StoredEvent: Hashable, Sendable {
    /// Everything but the facts.
    public var row: EventRow
    /// The facts as JSON.
    public var facts: [UInt8]
    /// The hash of the profile behind it.
    public var profile: SHA256Digest?
}

/// How many requests there are, and how many of them are under way.
public struct LogCounts: Hashable, Sendable {
    /// All requests.
    public var requests: Int
    /// Those that wait for a person.
    public var held: Int
    /// Those under way, held ones left out.
    public var running: Int
    /// All events.
    public var events: Int
}
