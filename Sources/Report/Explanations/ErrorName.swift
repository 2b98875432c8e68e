/// A name or phrase by which a row of the table is found in a text.
struct ErrorName: Sendable {
    /// How it has to stand there.
    enum Form: Sendable {
        /// By itself, its case as given.
        case word
        /// By itself and no part of a longer code: `pin.ends`, not `pin.ends-soon`.
        case code
        /// Anywhere.
        case phrase
        /// Soon behind the word alert.
        case alert
    }

    let form: Form
    let pattern: TextSearch.Pattern
    /// The row's place in the table.
    let meaning: Int

    /// Every name and phrase of a row.
    static func all(of meaning: ErrorMeaning, at place: Int) -> [ErrorName] {
        let isCode = !ErrorFamily.inFile.contains(meaning.family)
        var all = words(of: meaning).map {
            ErrorName(form: isCode ? .code : .word, pattern: .init($0), meaning: place)
        }
        all += meaning.phrases.map { ErrorName(form: .phrase, pattern: .init($0), meaning: place) }
        if meaning.family == .alert {
            if meaning.name.contains("_") {
                all.append(ErrorName(form: .word, pattern: .init(meaning.name), meaning: place))
            }
            let spaced = meaning.name.replacing("_", with: " ")
            all.append(ErrorName(form: .alert, pattern: .init(spaced), meaning: place))
        }
        return all
    }

    /// The constant, and what is left of it without prefix or package.
    private static func words(of meaning: ErrorMeaning) -> [String] {
        var names = [meaning.name]
        switch meaning.family {
        case .nsurl:
            // As URLError has it; those of one word (unknown, cancelled) are said for other reasons too.
            let short = meaning.name.dropFirst("NSURLError".count)
            if short.dropFirst().contains(where: \.isUppercase) {
                names.append(short.prefix(1).lowercased() + short.dropFirst())
            }
        case .java, .android:
            if let last = meaning.name.split(separator: ".").last, !meaning.name.contains(" ") {
                names.append(String(last))
            }
        case .alert, .http: names = []
        default: break
        }
        return names
    }
}
