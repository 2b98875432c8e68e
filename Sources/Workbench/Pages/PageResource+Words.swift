// A page's resources as tables show them to people.

extension PageResource {
    /// On what it came, in a word: `reused`, `not asked`.
    public var wayWord: String {
        switch way {
        case .notFetched: "not asked"
        case .none: "nothing"
        default: way.rawValue
        }
    }

    /// Its challenges and their answers; `-` where none came.
    public var challengeWords: String { challenges.isEmpty ? "-" : challenges.joined(separator: ", ") }

    /// Its address, with what is to be noticed about it.
    public var addressWords: String {
        var words = [url]
        if let status { words.append("\(status)") }
        if let code { words.append("[\(code)]") }
        if isMixed { words.append("mixed content") }
        if isCrossOrigin, namedBy != nil { words.append("other origin") }
        return words.joined(separator: "  ")
    }

    /// Why no challenge came, or what went wrong; nil where its challenges say it all.
    public var detail: String? { challenges.isEmpty || code != nil ? why : nil }
}
