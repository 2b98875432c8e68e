/// The one gate that all foreign text passes before a terminal, a report or a log line.
public enum Sanitizer {
    /// Text on one line: every control, bidirectional mark and line break becomes a visible escape.
    public static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHostile) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isHostile(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
