/// The one gate that all foreign text passes before a terminal, a report or a log line.
///
/// Whatever could move the cursor, hide, reorder or imitate other text becomes a visible escape `\u{…}`: controls (C0,
/// DEL, C1, and with them every CSI, OSC and DCS sequence), bidirectional marks, format and other invisible characters,
/// blanks other than U+0020, private-use and unassigned scalars, marks piled on one base. Applying it twice changes nothing.
public enum Sanitizer {
    /// Marks that may stand on one base character; ncurses keeps five scalars a cell.
    public static let marksPerBase = 4

    /// Text on one line: every line break, too, becomes a visible escape.
    public static func line(_ text: String) -> String {
        if isPrintableASCII(text) { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var gate = SanitizerGate()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let previous { gate.pass(previous, next: scalar, into: &result) }
            previous = scalar
        }
        if let previous { gate.pass(previous, next: nil, into: &result) }
        return result
    }

    /// What of a text could stand in one line of a screen: of a megabyte no more is looked at than that.
    public static func lineStart(_ text: String) -> String {
        line(text.utf8.count > 8192 ? String(text.unicodeScalars.prefix(2048)) : text)
    }

    /// Text of several lines: line feeds stay, CR LF counts as one, tabs become blanks up to the next multiple of 8 columns.
    public static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 == 0x0A || (0x20...0x7E).contains($0) }) { return text }
        return text.unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { expandTabs(String($0.last == "\r" ? $0.dropLast() : $0)) }
            .joined(separator: "\n")
    }

    /// The visible form of a scalar that is not shown as itself: `\u{202e}`.
    public static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16) + "}"
    }

    /// Whether the text can be shown as it stands without a closer look.
    static func isPrintableASCII(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func expandTabs(_ line: String) -> String {
        guard line.unicodeScalars.contains("\t") else { return Self.line(line) }
        var result = ""
        var column = 0
        for (index, part) in line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                let blanks = 8 - column % 8
                result += String(repeating: " ", count: blanks)
                column += blanks
            }
            let clean = Self.line(String(part))
            result += clean
            column += TextWidth.columns(of: clean)
        }
        return result
    }
}
