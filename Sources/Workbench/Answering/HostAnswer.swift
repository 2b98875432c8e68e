import Events
import Trust

/// An answer that a person gave for every challenge of one kind from one host, until it is taken back.
public struct HostAnswer: Hashable, Sendable {
    /// Which challenges it is for.
    public struct Key: Hashable, Sendable {
        /// The protection space's host.
        public var host: String
        /// The kind of challenge.
        public var method: AuthenticationMethod

        /// A key of known parts.
        public init(host: String, method: AuthenticationMethod) {
            self.host = host
            self.method = method
        }
    }

    /// Which challenges it is for.
    public var key: Key
    /// The answer.
    public var disposition: Disposition
    /// For a client certificate: the identity that goes with it.
    public var identity: IdentitySummary?

    /// An answer of known parts.
    public init(key: Key, disposition: Disposition, identity: IdentitySummary? = nil) {
        self.key = key
        self.disposition = disposition
        self.identity = identity
    }
}

/// The answers that stand for a host, with what they need to be given again.
struct HostAnswers: Sendable {
    private var answers: [HostAnswer.Key: PreparedAnswer] = [:]

    subscript(_ key: HostAnswer.Key) -> PreparedAnswer? {
        get { answers[key] }
        set { answers[key] = newValue }
    }

    /// Takes back what stands for a host; for every host when nil.
    mutating func forget(host: String?) -> Int {
        let before = answers.count
        answers = host.map { host in answers.filter { $0.key.host != host } } ?? [:]
        return before - answers.count
    }

    /// All of them, by host.
    var all: [HostAnswer] {
        answers.map { key, prepared in
            HostAnswer(key: key, disposition: prepared.answer.disposition, identity: prepared.identity?.summary)
        }
        .sorted { ($0.key.host, $0.key.method.rawValue) < ($1.key.host, $1.key.method.rawValue) }
    }
}
