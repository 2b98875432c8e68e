import Diagnosis

/// A pane's lines as plain text: no cursor, no colour, nothing cut.
enum PlainLine {
    /// A line with its pieces at their columns; one that is too long for its place pushes the next on.
    static func text(_ line: Line) -> String {
        if let rule = line.rule {
            return "-- \(Sanitizer.line(rule.title))" + (rule.right.isEmpty ? "" : "  \(Sanitizer.line(rule.right))")
        }
        var text = ""
        var column = 0
        for piece in line.pieces {
            let gap = max(text.isEmpty ? 0 : 1, piece.column - Line.indent - column)
            let clean = Sanitizer.line(piece.text)
            text += String(repeating: " ", count: max(0, gap)) + clean
            column = TextWidth.columns(of: text)
        }
        return (line.mark.map { "\($0) " } ?? "") + text
    }

    /// What a pane shows, the lines that can be chosen numbered from 1 on; with the lines behind the numbers.
    static func lines(_ content: PaneContent) -> (text: [String], choices: [Int]) {
        var text: [String] = []
        if let title = content.title { text.append("== \(Sanitizer.line(title))  \(Sanitizer.line(content.right))") }
        text += content.header.map { "    " + Self.text($0) }
        var choices: [Int] = []
        for (index, line) in content.body.enumerated() {
            guard isChoice(line.target) else {
                text.append("    " + Self.text(line))
                continue
            }
            choices.append(index)
            let number = String(choices.count)
            text.append(String(repeating: " ", count: max(0, 3 - number.count)) + number + " " + Self.text(line))
        }
        text += content.foot.map { "    " + Self.text($0) }
        return (text, choices)
    }

    private static func isChoice(_ target: Line.Target?) -> Bool {
        switch target {
        case nil, .remark, .commands, .event(nil), .certificate, .message, .offer,
            .matrixRow, .finding:
            false
        default: true
        }
    }
}
