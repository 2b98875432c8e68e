extension JSON5Value {
    /// The string that this is.
    ///
    /// - Throws: `config.key` when it is something else, like all of these.
    public func string() throws(Problem) -> String {
        guard case .string(let text) = content else { throw mistyped("a string") }
        return text
    }

    /// The boolean that this is.
    public func boolean() throws(Problem) -> Bool {
        guard case .boolean(let value) = content else { throw mistyped("true or false") }
        return value
    }

    /// The whole number that this is, within a range.
    public func integer(in range: ClosedRange<Int> = Int.min...Int.max) throws(Problem) -> Int {
        let isAny = range == Int.min...Int.max
        let wanted = isAny ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard case .integer(let value) = content else { throw mistyped(wanted) }
        guard range.contains(value) else { throw unfit("\(value)", wanted: wanted) }
        return value
    }

    /// The number that this is; infinities and NaN are refused.
    public func number() throws(Problem) -> Double {
        switch content {
        case .integer(let value): return Double(value)
        case .number(let value) where value.isFinite: return value
        default: throw mistyped("a number")
        }
    }

    /// The array that this is.
    public func array() throws(Problem) -> [JSON5Value] {
        guard case .array(let values) = content else { throw mistyped("an array") }
        return values
    }

    /// The array of strings that this is.
    public func strings() throws(Problem) -> [String] {
        var result: [String] = []
        for value in try array() { result.append(try value.string()) }
        return result
    }

    /// One of an enumeration's words.
    public func choice<Word>(_ type: Word.Type = Word.self) throws(Problem) -> Word
    where Word: RawRepresentable<String> & CaseIterable {
        let text = try string()
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        throw Problem.configValue(
            at: position,
            key: path,
            found: "\"\(text)\"",
            wanted: "one of \(words.joined(separator: ", "))",
            nearest: NearestName.to(text, among: words)
        )
    }

    /// The object that this is, its keys free.
    public func members() throws(Problem) -> [JSON5Member] {
        guard case .object(let members) = content else { throw mistyped("an object") }
        return members
    }

    /// The object that this is, its keys those of an enumeration.
    ///
    /// - Throws: `config.key` for a key that is none of them, with the nearest one.
    public func object<Key: JSON5Key>(_ keys: Key.Type = Key.self) throws(Problem) -> JSON5Object<Key> {
        try JSON5Object(self)
    }

    /// That the value is not of the kind wanted.
    public func mistyped(_ wanted: String) -> Problem {
        Problem.configValue(at: position, key: path, found: kind, wanted: wanted)
    }

    /// That the value is of the right kind and still does not fit.
    public func unfit(_ found: String, wanted: String) -> Problem {
        Problem.configValue(at: position, key: path, found: found, wanted: wanted)
    }
}
