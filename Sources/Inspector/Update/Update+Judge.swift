extension Update {
    /// Runs another client once for each scenario: `:judge curl -s --cacert {root} {url}`.
    mutating func judge(_ argument: String) {
        guard let words = Self.words(argument), !words.isEmpty else {
            state.message = Message("judge: a command, such as  :judge curl -s --cacert {root} {url}", role: .warn)
            return
        }
        effects.append(.judge(words))
        show(.lab)
        state.hasStarted = true
        state.message = Message("\(words[0]) is run once for each scenario; only what the lab sees counts")
    }

    /// The words of a command line, with quotes as a shell has them; nil where one is not closed.
    static func words(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        return words + [word].compactMap { $0 }
    }
}
