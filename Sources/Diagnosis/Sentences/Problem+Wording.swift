import Foundation

// How values are put into sentences.

extension Problem {
    /// The text in quotation marks, cut in its middle when it is long.
    package static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

    /// A text of at most 120 characters, its middle left out.
    public static func shortened(_ text: String) -> String {
        text.count <= 120 ? text : "\(text.prefix(80))...\(text.suffix(32))"
    }

    /// `1 event`, `3 events`
    static func counted(_ count: Int, _ noun: String) -> String {
        if count == 1 { return "1 \(noun)" }
        if noun.hasSuffix("y"), !noun.hasSuffix("ey") { return "\(count) \(noun.dropLast())ies" }
        return "\(count) \(noun)s"
    }

    /// `a, b and c`; what is over the limit is counted only.
    static func list(_ words: [String], limit: Int = 16) -> String {
        guard words.count > 1 else { return words.first ?? "none" }
        if words.count > limit {
            return words.prefix(limit).joined(separator: ", ") + " and \(words.count - limit) more"
        }
        return words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
    }
}

extension Problem {
    /// `30 82 03 1f`
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}
