extension Filter {
    /// A filter by its text.
    public init(_ text: String) throws(FilterError) {
        self.init()
        self.text = text
        var parser = FilterParser(text)
        terms = try parser.terms()
    }
}

/// Reads a filter's text character by character, so that every fault has its place.
private struct FilterParser {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    mutating func terms() throws(FilterError) -> [Filter.Term] {
        var terms: [Filter.Term] = []
        while true {
            while peek == " " { position += 1 }
            guard position < characters.count else { return terms }
            terms.append(try term())
        }
    }

    private mutating func term() throws(FilterError) -> Filter.Term {
        let start = position
        let isNegated = peek == "-"
        if isNegated { position += 1 }
        var field = Filter.Field.line
        if let colon = colonOfField() {
            let name = String(characters[position..<colon]).lowercased()
            guard let known = Filter.Field(rawValue: name), known != .line else {
                let names = Filter.Field.allCases.dropFirst().map { $0.rawValue + ":" }.joined(separator: " ")
                throw FilterError(reason: "no such field; there are \(names)", offset: position)
            }
            field = known
            position = colon + 1
        }
        let valueStart = position
        let (text, isExpression) = try value()
        guard !text.isEmpty else { throw FilterError(reason: "a word is missing here", offset: max(start, valueStart)) }
        if field == .is, !isExpression { try Self.checkProperty(text, at: valueStart) }
        return Filter.Term(
            field: field,
            text: isExpression ? text : text.lowercased(),
            isExpression: isExpression,
            isNegated: isNegated
        )
    }

    /// The colon behind a field's name at this place: letters alone may stand before it.
    private func colonOfField() -> Int? {
        var index = position
        while index < characters.count, characters[index].isLetter { index += 1 }
        guard index < characters.count, characters[index] == ":", index > position else { return nil }
        // A pasted URL is no field.
        let isURL = characters[(index + 1)...].starts(with: "//")
        return isURL ? nil : index
    }

    private mutating func value() throws(FilterError) -> (String, Bool) {
        switch peek {
        case "\"":
            return (try delimited(by: "\"", name: "quote"), false)
        case "/":
            let start = position
            let text = try delimited(by: "/", name: "expression")
            do { _ = try Regex(text) } catch {
                throw FilterError(reason: "no regular expression", offset: start)
            }
            return (text, true)
        default:
            var text = ""
            while let character = peek, character != " " {
                text.append(character)
                position += 1
            }
            return (text, false)
        }
    }

    private mutating func delimited(by end: Character, name: String) throws(FilterError) -> String {
        let start = position
        position += 1
        var text = ""
        while let character = peek {
            position += 1
            if character == end { return text }
            text.append(character)
        }
        throw FilterError(reason: "the \(name) that opens here is not closed", offset: start)
    }

    private static func checkProperty(_ text: String, at offset: Int) throws(FilterError) {
        guard Filter.Property(rawValue: text.lowercased()) == nil else { return }
        let names = Filter.Property.allCases.map(\.rawValue).joined(separator: " ")
        throw FilterError(reason: "is: takes \(names)", offset: offset)
    }

    private var peek: Character? { position < characters.count ? characters[position] : nil }
}
