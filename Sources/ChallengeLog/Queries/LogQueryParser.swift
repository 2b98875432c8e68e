import Diagnosis

/// Reads a filter's text character by character, so that every fault has its place.
struct LogQueryParser {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    mutating func terms() throws(LogQueryError) -> [LogQuery.Term] {
        var terms: [LogQuery.Term] = []
        while true {
            while let next, next.isWhitespace { position += 1 }
            guard next != nil else { return terms }
            terms.append(try term())
        }
    }

    private var next: Character? { position < characters.count ? characters[position] : nil }

    private mutating func term() throws(LogQueryError) -> LogQuery.Term {
        let isNegated = next == "-"
        if isNegated { position += 1 }
        let field = try field()
        let start = position
        let match = try match()
        if field == .is { return .init(field: field, match: try property(match, at: start), isNegated: isNegated) }
        return .init(field: field, match: match, isNegated: isNegated)
    }

    /// The field's name and its colon; bare text where letters are not followed by a colon, or by one of a pasted URL.
    private mutating func field() throws(LogQueryError) -> LogQuery.Field {
        var end = position
        while end < characters.count, characters[end].isLetter { end += 1 }
        guard end > position, end < characters.count, characters[end] == ":",
            !characters[(end + 1)...].starts(with: "//")
        else { return .line }
        let name = String(characters[position..<end]).lowercased()
        guard let field = LogQuery.Field(rawValue: name), field != .line else {
            // `localhost:9443` is a host and a port.
            if end + 1 < characters.count, characters[end + 1].isNumber { return .line }
            let names = LogQuery.Field.allCases.filter { $0 != .line }.map { $0.rawValue + ":" }
            throw LogQueryError(reason: "no such field; there are \(names.joined(separator: " "))", offset: position)
        }
        position = end + 1
        return field
    }

    private mutating func match() throws(LogQueryError) -> LogQuery.Match {
        let start = position
        switch next {
        case "\"":
            let text = try delimited("quote")
            guard !text.isEmpty else { throw LogQueryError(reason: "nothing stands in the quotes", offset: start) }
            return .text(text)
        case "/":
            let text = try delimited("expression")
            guard !text.isEmpty, LogPattern(text) != nil else {
                throw LogQueryError(reason: "no regular expression", offset: start)
            }
            return .expression(text)
        default:
            while let next, !next.isWhitespace { position += 1 }
            guard position > start else { throw LogQueryError(reason: "a word is missing here", offset: start) }
            return .text(String(characters[start..<position]))
        }
    }

    /// What stands between two of the character here; a backslash keeps the next character.
    private mutating func delimited(_ name: String) throws(LogQueryError) -> String {
        let start = position
        let end = characters[start]
        position += 1
        var text = ""
        while let character = next {
            position += 1
            if character == end { return text }
            if character == "\\", let escaped = next, escaped == end {
                text.append(escaped)
                position += 1
            } else {
                text.append(character)
            }
        }
        throw LogQueryError(reason: "the \(name) that opens here is not closed", offset: start)
    }

    private func property(_ match: LogQuery.Match, at offset: Int) throws(LogQueryError) -> LogQuery.Match {
        if case .text(let word) = match, let property = LogQuery.Property(rawValue: word.lowercased()) {
            return .property(property)
        }
        let words = LogQuery.Property.allCases.map(\.rawValue).joined(separator: " ")
        throw LogQueryError(reason: "is: takes \(words)", offset: offset)
    }
}
