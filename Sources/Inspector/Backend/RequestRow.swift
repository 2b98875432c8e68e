import Events
import Trust

/// Names a request across recordings.
public struct RequestKey: Hashable, Sendable, Comparable {
    /// The recording it belongs to.
    public var recording: RecordingID
    /// Its number within it: the ID on screen.
    public var number: Int

    /// A key of known parts.
    public init(recording: RecordingID, number: Int) {
        self.recording = recording
        self.number = number
    }

    /// By number; the recording decides between equal ones.
    public static func < (left: Self, right: Self) -> Bool {
        (left.number, left.recording.description) < (right.number, right.recording.description)
    }
}

/// A request as a row of the list.
public struct RequestRow: Hashable, Sendable {
    /// Where a request stands.
    public enum Stage: Hashable, Sendable {
        /// Under way: the phase's word (`dns`, `tcp`, `tls`, `wait`, `body`) and since when, in microseconds since 1970.
        case running(phase: String, since: Int64)
        /// A challenge waits for a person.
        case held
        /// It ended with a response.
        case finished(status: Int?)
        /// It ended without one.
        case failed
        /// A person or a limit stopped it.
        case stopped
    }

    /// Which request it is.
    public var key: RequestKey
    /// Its method.
    public var method: String
    /// Its URL as typed or completed.
    public var url: String
    /// The answers in the order of the challenges; empty when there was none.
    public var answers: [Disposition]
    /// Where it stands.
    public var stage: Stage
    /// The TLS version; nil before it is known or without TLS.
    public var tls: String?
    /// Why it ended so, or what is remarkable, in a few words.
    public var why: String
    /// The same in one word or two, for narrow screens.
    public var shortWhy: String
    /// Whether the answer or code rests on an assumption.
    public var isAssumed: Bool
    /// Whether a failed check was let by.
    public var hasLetBy: Bool
    /// The changes of policy since the request before it.
    public var changesBefore: [ChangeLine]

    /// A row with nothing but what a request begins with.
    public init(key: RequestKey, method: String, url: String, stage: Stage) {
        self.key = key
        self.method = method
        self.url = url
        self.stage = stage
        answers = []
        why = ""
        shortWhy = ""
        isAssumed = false
        hasLetBy = false
        changesBefore = []
    }
}

/// A change of policy as a line of the list.
public struct ChangeLine: Hashable, Sendable {
    /// When, microseconds since 1970, UTC.
    public var time: Int64
    /// What changed: `identity client.p12 -> none`.
    public var text: String
    /// Who did it.
    public var by: String

    /// A line of known parts.
    public init(time: Int64, text: String, by: String) {
        self.time = time
        self.text = text
        self.by = by
    }
}

/// Which requests are listed, in which order.
public struct RequestQuery: Hashable, Sendable {
    /// By what the list is ordered.
    public enum Sort: String, Hashable, Sendable, CaseIterable {
        /// In the order fired.
        case id
        /// By host, then in the order fired.
        case host
        /// By the answers.
        case answer
        /// By result.
        case result
    }

    /// The filter in force; empty for none.
    public var filter: Filter
    /// The order.
    public var sort: Sort
    /// Only these, when not nil.
    public var only: Set<RequestKey>?

    /// All requests in the order fired, unless told otherwise.
    public init(filter: Filter = Filter(), sort: Sort = .id, only: Set<RequestKey>? = nil) {
        self.filter = filter
        self.sort = sort
        self.only = only
    }
}

/// A window of the request list.
public struct RequestPage: Hashable, Sendable {
    /// Position of the first row in the whole matching list.
    public var offset: Int
    /// The rows of the window.
    public var rows: [RequestRow]
    /// How many requests match.
    public var matching: Int
    /// How many requests there are.
    public var total: Int
    /// The changes of policy since the last request.
    public var changesAfter: [ChangeLine]

    /// A page of known parts.
    public init(
        offset: Int = 0,
        rows: [RequestRow] = [],
        matching: Int = 0,
        total: Int = 0,
        changesAfter: [ChangeLine] = []
    ) {
        self.offset = offset
        self.rows = rows
        self.matching = matching
        self.total = total
        self.changesAfter = changesAfter
    }
}

/// A line of the event log.
public struct LogRow: Hashable, Sendable {
    /// When, microseconds since 1970, UTC.
    public var time: Int64
    /// The request it belongs to, if any.
    public var request: RequestKey?
    /// The kind in a word or two.
    public var label: String
    /// What happened.
    public var text: String

    /// A row of known parts.
    public init(time: Int64, request: RequestKey?, label: String, text: String) {
        self.time = time
        self.request = request
        self.label = label
        self.text = text
    }
}

/// A window of the event log.
public struct LogPage: Hashable, Sendable {
    /// Position of the first row.
    public var offset: Int
    /// The rows.
    public var rows: [LogRow]
    /// How many events there are.
    public var total: Int

    /// A page of known parts.
    public init(offset: Int = 0, rows: [LogRow] = [], total: Int = 0) {
        self.offset = offset
        self.rows = rows
        self.total = total
    }
}
