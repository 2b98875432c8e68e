import Foundation

/// How values become JSON text: keys in alphabetical order, times in RFC 3339, slashes as they are.
public enum JSONText {
    /// One document, indented for people.
    public static func document(_ value: some Encodable) -> String { text(value, [.prettyPrinted]) }

    /// One line.
    public static func line(_ value: some Encodable) -> String { text(value, []) }

    private static func text(_ value: some Encodable, _ further: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, further]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(.iso8601))
        }
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
