import Events

/// Which requests, or which events, are listed, and in which order.
///
/// The language: words joined by AND, `-` in front negates, quotes keep spaces, bare text matches the request line,
/// `/re/` is a regular expression; `host: answer: check: result: tls: kind: flow: is:` look elsewhere. Case does not
/// count.
public struct LogQuery: Hashable, Sendable {
    /// What a word is compared with.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The request line: method and URL; for events their summary.
        case line
        /// The host.
        case host
        /// The answers' words: `use`, `default`, `cancel`, `reject`, `none`, `held`, `silent`.
        case answer
        /// The checks that failed or were let by, by their word on screen or their id in JSON.
        case check
        /// The status, `failed`, `stopped`, `held`, or the phase of what runs.
        case result
        /// The TLS version.
        case tls
        /// The kind of challenge (`trust`, `client`), or the name of an event's kind (`alert`, `challenge.held`).
        case kind
        /// The client or flow it was fired as.
        case flow
        /// A property of the request.
        case `is`
    }

    /// What `is:` takes.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// It ended with a response; no check failed or was let by.
        case ok
        /// A check that failed was let by.
        case letby
        /// A challenge waits for a person.
        case held
        /// It ended without a response, or the server refused by one.
        case failed
        /// It raised no challenge because a connection or a session was there already.
        case resumed
        /// It is under way.
        case running
        /// The reader has marked it.
        case marked

        var flag: RequestFlags? {
            switch self {
            case .ok: .ok
            case .letby: .letBy
            case .held: .held
            case .failed: .failed
            case .resumed: .resumed
            case .running: .running
            case .marked: nil
            }
        }
    }

    /// How a word is compared.
    public enum Match: Hashable, Sendable {
        /// The text is in there, in upper or lower case.
        case text(String)
        /// The regular expression finds something.
        case expression(String)
        /// The property holds.
        case property(Property)
    }

    /// One word.
    public struct Term: Hashable, Sendable {
        /// What it is compared with.
        public var field: Field
        /// How.
        public var match: Match
        /// Whether it must not match.
        public var isNegated: Bool
    }

    /// By what requests are ordered; equal ones stand in the order fired.
    public enum Sort: String, Hashable, Sendable, CaseIterable {
        /// In the order fired.
        case number
        /// By host.
        case host
        /// By the answers.
        case answer
        /// By result.
        case result
        /// By TLS version.
        case tls
        /// By how long they took, what still runs last.
        case duration
    }

    /// The words, all of which must hold.
    public var terms: [Term]
    /// The order; it counts for requests alone.
    public var sort: Sort
    /// Whether the order is turned around.
    public var isDescending: Bool
    /// The requests that the reader has marked, for `is:marked`.
    public var marked: Set<RequestKey>
    /// Only these requests, when not nil.
    public var only: Set<RequestKey>?

    /// Everything, in the order it happened.
    public init() {
        terms = []
        sort = .number
        isDescending = false
        marked = []
    }

    /// A filter by its text.
    /// - Throws: what is wrong and at which character.
    public init(_ text: String) throws(LogQueryError) {
        self.init()
        var parser = LogQueryParser(text)
        terms = try parser.terms()
    }

    /// Whether everything is listed.
    public var isEverything: Bool { terms.isEmpty && only == nil }

    /// Whether the rows must be looked at to list them.
    public var needsScan: Bool { !isEverything || sort != .number }
}

/// What is wrong with a filter's text, and where.
public struct LogQueryError: Error, Hashable, Sendable {
    /// What is wrong, in a few words.
    public var reason: String
    /// The character at fault, from 0.
    public var offset: Int
}
