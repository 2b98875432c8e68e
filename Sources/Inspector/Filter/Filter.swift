/// The filter of the request list: words joined by AND.
///
/// `-` in front negates, quotes keep spaces, bare text matches the request line, `/re/` is a regular expression.
public struct Filter: Hashable, Sendable {
    /// What a word is compared with.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The request line: method and URL.
        case line
        /// The host.
        case host
        /// An answer's word: `use`, `default`, `cancel`, `reject`, `none`.
        case answer
        /// A check that failed or was let by, by its word on screen or its id in JSON.
        case check
        /// The status, `failed`, `stopped`.
        case result
        /// The TLS version.
        case tls
        /// The kind of challenge: `trust`, `client`.
        case kind
        /// The client or flow it was fired as.
        case flow
        /// A property, see ``Property``.
        case `is`
    }

    /// What `is:` takes.
    public enum Property: String, Hashable, Sendable, CaseIterable {
        /// It ended with a response and nothing was let by.
        case ok
        /// A failed check was let by.
        case letby
        /// A challenge waits for a person.
        case held
        /// It ended without a response.
        case failed
        /// It raised no challenge because a connection or session was there.
        case resumed
        /// It is under way.
        case running
        /// It is marked.
        case marked
    }

    /// One word.
    public struct Term: Hashable, Sendable {
        /// What it is compared with.
        public var field: Field
        /// The text, or the regular expression, in lower case.
        public var text: String
        /// Whether `text` is a regular expression.
        public var isExpression: Bool
        /// Whether it must not match.
        public var isNegated: Bool
    }

    /// The text as typed.
    public var text: String
    /// Its words.
    public var terms: [Term]

    /// The filter that everything passes.
    public init() {
        text = ""
        terms = []
    }

    /// Whether everything passes.
    public var isEmpty: Bool { terms.isEmpty }
}

/// What is wrong with a filter's text, and where.
public struct FilterError: Error, Hashable, Sendable {
    /// What is wrong, in a few words.
    public var reason: String
    /// The character at fault, from 0.
    public var offset: Int
}
