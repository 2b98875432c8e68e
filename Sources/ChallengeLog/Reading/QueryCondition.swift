import Events

/// A query as a condition of SQL, and the values of its parameters.
struct QueryCondition {
    /// The condition; `TRUE` when everything is wanted.
    var sql = "TRUE"
    /// The values in the order of their question marks.
    var values: [String] = []
    /// Whether it looks at events, which may come without changing the request's row.
    var looksAtEvents = false
    /// Whether it looks at the requests of events, whose rows may change later.
    var looksAtRequests = false

    private let tables: LogTables
    private let live: [Int64]

    /// - Parameters:
    ///   - live: the recordings under way: what runs in another was left behind by it.
    ///   - marked: the ids of the marked requests' rows; `only`: of those that are wanted at all.
    private init(_ tables: LogTables, live: [Int64]) {
        self.tables = tables
        self.live = live
    }

    /// A condition on the rows of `requests AS r`.
    static func requests(
        _ query: LogQuery,
        _ tables: LogTables,
        live: [Int64],
        marked: [Int64],
        only: [Int64]?
    ) -> QueryCondition {
        var condition = QueryCondition(tables, live: live)
        var parts = query.terms.map { condition.request($0, marked: marked) }
        if let only { parts.append("r.id IN (\(list(only)))") }
        condition.sql = parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ")
        return condition
    }

    /// A condition on the rows of `events AS e`.
    static func events(_ query: LogQuery, _ tables: LogTables, live: [Int64], marked: [Int64]) -> QueryCondition {
        var condition = QueryCondition(tables, live: live)
        let parts = query.terms.map { condition.event($0, marked: marked) }
        condition.sql = parts.isEmpty ? "TRUE" : parts.joined(separator: " AND ")
        return condition
    }

    private mutating func request(_ term: LogQuery.Term, marked: [Int64]) -> String {
        let holds: String
        switch (term.field, term.match) {
        case (_, .property(.marked)): holds = "r.id IN (\(Self.list(marked)))"
        case (_, .property(let property)):
            holds = property.flag.map { "\(flags) & \($0.rawValue) != 0" } ?? "FALSE"
        case (.kind, _):
            looksAtEvents = true
            let own = compare("r.kinds", term.match)
            let event = compare("k.kind", term.match)
            holds = """
                (\(own) OR EXISTS(SELECT 1 FROM \(tables.events) AS k
                WHERE k.recording = r.recording AND k.request = r.number AND \(event)))
                """
        default: holds = compare(column(term.field), term.match)
        }
        return term.isNegated ? "NOT (\(holds))" : holds
    }

    private mutating func event(_ term: LogQuery.Term, marked: [Int64]) -> String {
        let holds: String
        switch term.field {
        case .line: holds = compare("e.summary", term.match)
        case .host: holds = compare("e.host", term.match)
        case .kind: holds = compare("e.kind", term.match)
        case .answer, .check, .result, .tls, .flow, .is:
            looksAtRequests = true
            var positive = term
            positive.isNegated = false
            holds = """
                EXISTS(SELECT 1 FROM \(tables.requests) AS r
                WHERE r.recording = e.recording AND r.number = e.request AND \(request(positive, marked: marked)))
                """
        }
        return term.isNegated ? "NOT (\(holds))" : holds
    }

    private func column(_ field: LogQuery.Field) -> String {
        switch field {
        case .line: "r.line"
        case .host: "r.host"
        case .answer: "r.answers"
        case .check: "r.faults"
        case .result: "(CASE WHEN \(isLeft) THEN 'stopped' ELSE r.result END)"
        case .tls: "r.tls"
        case .flow: "r.flow"
        case .kind, .is: "r.kinds"
        }
    }

    /// The request was under way when its recording ended.
    private var isLeft: String { "r.flags & 32 != 0 AND r.recording NOT IN (\(Self.list(live)))" }

    /// The flags; what was left behind no longer runs, and has failed.
    private var flags: String { "(CASE WHEN \(isLeft) THEN (r.flags & ~36) | 8 ELSE r.flags END)" }

    private mutating func compare(_ column: String, _ match: LogQuery.Match) -> String {
        switch match {
        case .expression(let pattern):
            values.append(pattern)
            return "finds(?, \(column))"
        case .text(let text):
            let comparison = Self.contains(column, text)
            values.append(comparison.value)
            return comparison.sql
        case .property: return "FALSE"
        }
    }

    /// Text within a column, in upper or lower case, and the value of the question mark.
    static func contains(_ column: String, _ text: String) -> (sql: String, value: String) {
        // LIKE takes no account of the case of ASCII letters, and is quicker than a function of ours.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return ("has(?, \(column))", text) }
        return ("(\(column)) LIKE ? ESCAPE '\\'", "%" + escape(text) + "%")
    }

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            if character == "%" || character == "_" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }

    private static func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ",") }
}
