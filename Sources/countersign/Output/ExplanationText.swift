import Diagnosis
import Report

/// What a text says, as `explain` prints it for people.
enum ExplanationText {
    static func lines(_ explanation: Explanation) -> [String] {
        var lines: [String] = []
        for mention in explanation.mentions {
            if mention.meanings.isEmpty {
                lines += ["\(mention.text)  is in none of the tables", ""]
                continue
            }
            if mention.isAmbiguous {
                let count = mention.meanings.count
                lines += ["\(mention.text)  may be any of \(count): nothing beside it tells the family", ""]
            }
            for meaning in mention.meanings { lines += self.lines(meaning, of: mention) + [""] }
        }
        return lines.dropLast()
    }

    private static func lines(_ meaning: ErrorMeaning, of mention: ErrorMention) -> [String] {
        let number = meaning.number.map { "\($0)  " } ?? ""
        var lines = [Sanitizer.line("\(number)\(meaning.name)  (\(meaning.familyTitle))")]
        if let number = mention.number, number != meaning.number { lines.append(row("in the text", mention.text)) }
        lines.append(row("says", meaning.says))
        for (index, cause) in meaning.causes.enumerated() {
            lines.append(row(index == 0 ? "led to by" : "", "\(index + 1). \(cause)"))
        }
        if !meaning.untold.isEmpty { lines.append(row("not told", meaning.untold)) }
        if let remedy = meaning.remedy { lines.append(row("what helps", remedy)) }
        if !meaning.look.isEmpty { lines.append(row("look here", meaning.look)) }
        if let reproduction = meaning.reproduction {
            lines.append(row("in the lab", reproduction.command))
            lines.append(row("", "ends with \(reproduction.ends)"))
        }
        lines.append(row("source", meaning.source))
        return lines
    }

    private static func row(_ label: String, _ text: String) -> String {
        Sanitizer.line("  " + TextWidth.pad(label, columns: 12) + " " + text)
    }
}
