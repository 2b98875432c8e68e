import Foundation

/// A regular expression of a filter, compiled once; case does not count.
struct LogPattern {
    private let expression: NSRegularExpression

    /// nil where the text is no regular expression.
    init?(_ text: String) {
        guard let expression = try? NSRegularExpression(pattern: text, options: .caseInsensitive) else { return nil }
        self.expression = expression
    }

    /// Whether it finds something in the text.
    func finds(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }
}

/// Text within text, in upper or lower case.
enum LogText {
    static func contains(_ text: String, _ part: String) -> Bool {
        text.lowercased().contains(part.lowercased())
    }
}
