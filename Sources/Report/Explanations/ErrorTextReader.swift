import Diagnosis
import Foundation

/// Finds in a text what the table knows: numbers, their family told by the words around them, and names.
struct ErrorTextReader {
    /// More than a console line has; what is behind them is not looked at.
    private static let maximumMentions = 40

    private let text: Substring
    private let search: TextSearch
    private let table: ErrorTable
    private var found: [(range: Range<String.Index>, mention: ErrorMention)] = []

    init(_ text: String, table: ErrorTable) {
        self.text = text[...]
        search = TextSearch(text[...])
        self.table = table
    }

    func mentions() -> [ErrorMention] {
        var reader = self
        reader.findNumbersInContext()
        reader.findNames()
        reader.findBareNumbers()
        var seen: Set<ErrorMeaning> = []
        var result: [ErrorMention] = []
        for (_, mention) in reader.found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard result.count < Self.maximumMentions else { break }
            let new = mention.meanings.filter { seen.insert($0).inserted }
            if new.isEmpty, !mention.meanings.isEmpty { continue }
            var mention = mention
            mention.meanings = new
            result.append(mention)
        }
        return result
    }

    // MARK: Numbers

    private mutating func findNumbersInContext() {
        for (range, digits, family, number) in ErrorContext.openSSL(text) where !isTaken(range) {
            take(range, digits, number: number, family: family)
        }
        for context in ErrorContext.all where context.clues.contains(where: search.contains) {
            for (range, digits) in context.pattern(text) where !isTaken(range) {
                guard let number = Int(digits) else { continue }
                take(range, digits, number: number, family: context.family)
            }
        }
    }

    /// A number of which the family is told; where that family does not have it, the others count.
    private mutating func take(_ range: Range<String.Index>, _ digits: Substring, number: Int, family: ErrorFamily) {
        let own = table.meaning(of: number, in: family)
        let meanings = own.map { [$0] } ?? table.meanings(of: number)
        add(range, digits, number: number, meanings, isAmbiguous: own == nil && meanings.count > 1)
    }

    /// Numbers without context: all of them where the text is nothing else, else those that are called an error or a code.
    private mutating func findBareNumbers() {
        let isNumbersOnly = text.allSatisfy { !$0.isLetter }
        for match in text.matches(of: #/[-\u{2212}]?\d{1,9}/#) where standsAlone(match.range) && !isTaken(match.range) {
            let digits = match.output
            guard let number = Int(digits.replacing("\u{2212}", with: "-")) else { continue }
            let before = text[..<match.range.lowerBound].suffix(16).lowercased()
            let word = before.trimmingCharacters(in: CharacterSet(charactersIn: " :=([#"))
            let isCalled = ["code", "error", "errno", "err", "status"].contains { word.hasSuffix($0) }
            guard isNumbersOnly || isCalled || number < -99 else { continue }
            var meanings = table.meanings(of: number)
            // The sign is lost easily, on a shell's command line and in speech.
            if meanings.isEmpty, isNumbersOnly || isCalled, number > 100 { meanings = table.meanings(of: -number) }
            guard !meanings.isEmpty || isNumbersOnly else { continue }
            add(match.range, digits, number: number, meanings, isAmbiguous: meanings.count > 1)
        }
    }

    /// Whether a number is no part of a word, a date, an address or another number.
    private func standsAlone(_ range: Range<String.Index>) -> Bool {
        let belongs = { (character: Character) in
            character.isLetter || character.isNumber || "_.:/-\u{2212}".contains(character)
        }
        let next = text[range.upperBound...].prefix(2)
        // A full stop or colon at the end of a sentence is none of its parts.
        if let first = next.first, belongs(first) {
            let isEnd = ".:".contains(first) && (next.count == 1 || next.last?.isWhitespace == true)
            if !isEnd { return false }
        }
        return !(text[..<range.lowerBound].last.map(belongs) ?? false)
    }

    // MARK: Names

    private mutating func findNames() {
        var candidates: [(range: Range<String.Index>, meaning: ErrorMeaning)] = []
        // An alert's name counts behind the word alert, or written as the constant it is.
        let alert = search.range(ofPhrase: Self.alert)
        for entry in table.names {
            let found: Range<Int>? =
                switch entry.form {
                case .word: search.range(ofWord: entry.pattern)
                case .code: search.range(ofCode: entry.pattern)
                case .phrase: search.range(ofPhrase: entry.pattern)
                case .alert: alert.flatMap { search.range(ofPhrase: entry.pattern, from: $0.upperBound, within: 120) }
                }
            if let found { candidates.append((search.indices(found), table.meanings[entry.meaning])) }
        }
        // The longest first: "certificate has expired" before a word in it.
        candidates.sort { text[$0.range].count > text[$1.range].count }
        for (range, meaning) in candidates where !isTaken(range, by: meaning.family) {
            add(range, text[range], number: nil, [meaning], isAmbiguous: false)
        }
    }

    private static let alert = TextSearch.Pattern("alert")

    // MARK: What was found

    private func isTaken(_ range: Range<String.Index>, by family: ErrorFamily? = nil) -> Bool {
        found.contains { entry in
            entry.range.overlaps(range) && (family == nil || entry.mention.meanings.contains { $0.family == family })
        }
    }

    private mutating func add(
        _ range: Range<String.Index>,
        _ digits: Substring,
        number: Int?,
        _ meanings: [ErrorMeaning],
        isAmbiguous: Bool
    ) {
        guard found.count < 8 * Self.maximumMentions else { return }
        let mention = ErrorMention(
            text: Sanitizer.line(String(digits.prefix(120))),
            number: number,
            isAmbiguous: isAmbiguous,
            meanings: meanings
        )
        found.append((range, mention))
    }
}
