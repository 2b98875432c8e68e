/// What a filter looks at: one request's facts as text.
public struct FilterSubject: Sendable {
    /// Method and URL.
    public var line: String
    /// The host.
    public var host: String
    /// The answers' words.
    public var answers: [String]
    /// The words and ids of checks that failed or were let by.
    public var checks: [String]
    /// The status, `failed`, `stopped`.
    public var result: String
    /// The TLS version; empty when unknown.
    public var tls: String
    /// `trust`, `client`.
    public var kinds: [String]
    /// The client it was fired as.
    public var flow: String
    /// What `is:` finds true.
    public var properties: Set<Filter.Property>

    /// A request with nothing but its line and host.
    public init(line: String, host: String) {
        self.line = line
        self.host = host
        answers = []
        checks = []
        result = ""
        tls = ""
        kinds = []
        flow = ""
        properties = []
    }
}

extension Filter {
    /// Whether a request passes.
    public func passes(_ subject: FilterSubject) -> Bool {
        terms.allSatisfy { $0.matches(subject) != $0.isNegated }
    }
}

extension Filter.Term {
    fileprivate func matches(_ subject: FilterSubject) -> Bool {
        switch field {
        case .line: found(in: subject.line)
        case .host: found(in: subject.host)
        case .answer: subject.answers.contains(where: found)
        case .check: subject.checks.contains(where: found)
        case .result: found(in: subject.result)
        case .tls: found(in: subject.tls)
        case .kind: subject.kinds.contains(where: found)
        case .flow: found(in: subject.flow)
        case .is: Filter.Property(rawValue: text).map(subject.properties.contains) ?? false
        }
    }

    private func found(in candidate: String) -> Bool {
        guard isExpression else { return candidate.lowercased().contains(text) }
        guard let expression = try? Regex(text).ignoresCase() else { return false }
        return candidate.firstMatch(of: expression) != nil
    }
}
