import Events

/// What a filter looks at in a request: the narrow columns of its row.
struct RequestFacets: Hashable, Sendable {
    var host: String
    var line: String
    var answers: String
    var result: String
    var tls: String
    var flow: String
    var kinds: String
    var faults: String
    var flags: RequestFlags

    init(_ digest: RequestDigest) {
        host = digest.host
        line = digest.requestColumn
        let words = digest.challenges.map { $0.isPending && !digest.isRunning ? "-" : $0.word(short: false) }
        answers = words.joined(separator: " ")
        result = digest.resultWord
        tls = digest.tls ?? ""
        flow = [digest.flow, digest.client].compactMap { $0 }.joined(separator: " ")
        kinds = digest.challenges.map(\.method.word).joined(separator: " ")
        faults = digest.challenges.flatMap(\.faults).joined(separator: " ")
        flags = digest.flags
    }

    func text(_ field: LogQuery.Field) -> String {
        switch field {
        case .line: line
        case .host: host
        case .answer: answers
        case .check: faults
        case .result: result
        case .tls: tls
        case .kind: kinds
        case .flow: flow
        case .is: ""
        }
    }
}

extension LogQuery {
    /// Whether a request passes, as far as its digest tells: names of event kinds are known to the log alone.
    public func passes(_ digest: RequestDigest, key: RequestKey? = nil) -> Bool {
        if let only, key.map(only.contains) != true { return false }
        let facets = RequestFacets(digest)
        return terms.allSatisfy { term in
            let holds: Bool
            switch term.match {
            case .text(let text): holds = LogText.contains(facets.text(term.field), text)
            case .expression(let text): holds = LogPattern(text)?.finds(facets.text(term.field)) == true
            case .property(.marked): holds = key.map(marked.contains) == true
            case .property(let property): holds = property.flag.map(facets.flags.contains) == true
            }
            return holds != term.isNegated
        }
    }
}
