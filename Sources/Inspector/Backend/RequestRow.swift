import Events
import Trust

/// A request as a row of the list.
public struct RequestRow: Hashable, Sendable {
    /// Which request it is.
    public var key: RequestKey
    /// What is shown of it.
    public var digest: RequestDigest
    /// The changes of policy since the request before it.
    public var changesBefore: [ChangeLine]

    /// A row of known parts.
    public init(key: RequestKey, digest: RequestDigest, changesBefore: [ChangeLine] = []) {
        self.key = key
        self.digest = digest
        self.changesBefore = changesBefore
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
