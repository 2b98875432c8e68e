import Diagnosis

/// Text for Markdown (CommonMark, with GitHub's tables): nothing in it is taken for mark-up, a link or a mention.
enum MarkdownText {
    /// Foreign text as a code span, in which nothing has a meaning; in a table the bar is escaped all the same.
    static func code(_ text: String) -> String {
        let clean = Sanitizer.line(text)
        guard !clean.isEmpty else { return "" }
        let fence = String(repeating: "`", count: longestRun(of: "`", in: clean) + 1)
        // A blank on both sides keeps backticks at the ends apart from the fence; CommonMark takes it away again.
        let pad = clean.hasPrefix("`") || clean.hasSuffix("`") || clean.allSatisfy { $0 == " " } ? " " : ""
        return fence + pad + clean.replacing("|", with: "\\|") + pad + fence
    }

    /// Our own words with what has a meaning in Markdown escaped. A word that some readers make a link or a mention of,
    /// however it is escaped, becomes a code span.
    static func plain(_ text: String) -> String {
        let words = Sanitizer.line(text).split(separator: " ", omittingEmptySubsequences: false)
        return words.map { isLinked($0) ? code(String($0)) : escaped($0) }.joined(separator: " ")
    }

    private static func isLinked(_ word: Substring) -> Bool {
        word.contains("@") || word.contains("://") || word.lowercased().contains("www.")
    }

    private static func escaped(_ word: Substring) -> String {
        var result = ""
        for character in word {
            switch character {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "!": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return result
    }

    /// Lines as a block of code.
    static func block(_ lines: [String]) -> String {
        let clean = lines.map(Sanitizer.line)
        let longest = clean.map { longestRun(of: "`", in: $0) }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return ([fence + "text"] + clean + [fence]).joined(separator: "\n")
    }

    /// A table; cells are Markdown already.
    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let lines = [header, header.map { _ in "---" }] + rows
        return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private static func longestRun(of character: Character, in text: String) -> Int {
        var longest = 0
        var run = 0
        for next in text {
            run = next == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
