import Diagnosis

/// Splits a command line as a POSIX shell would, as far as a pasted one needs it: quotes, backslashes, `$'…'`, lines that
/// go on. It ends at the first operator (`|`, `;`, `&`, `>`); nothing is expanded.
struct ShellWords {
    private var rest: ArraySlice<Character>
    private var words: [String] = []
    private var word: String?

    /// - Throws: `option.value` for a quote that is not closed. The text may hold a secret: it is not repeated.
    static func split(_ text: String) throws(Problem) -> [String] {
        // CR and LF are one character in Swift.
        var reader = ShellWords(rest: Array(text.replacing("\r\n", with: "\n"))[...])
        try reader.read()
        return reader.words
    }

    private init(rest: ArraySlice<Character>) { self.rest = rest }

    private mutating func read() throws(Problem) {
        while let character = rest.popFirst() {
            switch character {
            case "'": try readQuoted()
            case "\"": try readDoubleQuoted()
            case "\\":
                guard let next = rest.popFirst() else { break }
                if next != "\n" { add(next) }
            case "$" where rest.first == "'":
                rest.removeFirst()
                try readEscaped()
            case " ", "\t", "\n": endWord()
            case "|", ";", "&", ">", "<": return endWord()
            case "#" where word == nil: skipLine()
            default: add(character)
            }
        }
        endWord()
    }

    private mutating func add(_ character: Character) { word = (word ?? "") + String(character) }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    private mutating func skipLine() {
        while let next = rest.first, next != "\n" { rest.removeFirst() }
    }

    private mutating func readQuoted() throws(Problem) {
        word = word ?? ""
        while let character = rest.popFirst() {
            if character == "'" { return }
            add(character)
        }
        throw Self.open("'")
    }

    private mutating func readDoubleQuoted() throws(Problem) {
        word = word ?? ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return
            case "\\":
                guard let next = rest.popFirst() else { throw Self.open("\"") }
                if next == "\n" { continue }
                if !"$`\"\\".contains(next) { add("\\") }
                add(next)
            default: add(character)
            }
        }
        throw Self.open("\"")
    }

    /// `$'…'`, which browsers write for letters that quotes cannot hold.
    private mutating func readEscaped() throws(Problem) {
        word = word ?? ""
        while let character = rest.popFirst() {
            if character == "'" { return }
            guard character == "\\", let next = rest.popFirst() else {
                add(character)
                continue
            }
            switch next {
            case "n": add("\n")
            case "r": add("\r")
            case "t": add("\t")
            case "x": addScalar(digits: 2)
            case "u": addScalar(digits: 4)
            case "U": addScalar(digits: 8)
            default: add(next)
            }
        }
        throw Self.open("$'")
    }

    private mutating func addScalar(digits: Int) {
        let text = String(rest.prefix(digits).prefix(while: \.isHexDigit))
        rest.removeFirst(text.count)
        guard let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else { return }
        add(Character(scalar))
    }

    private static func open(_ quote: String) -> Problem {
        .optionValue(Option.curl.long, "(the text given)", taken: "a whole curl command line: a \(quote) is not closed")
    }
}
