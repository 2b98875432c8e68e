/// A stable name for one kind of finding, in the form `area.what`; for programs, beside a sentence for people.
public struct DiagnosisCode: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The code as it stands in JSON, in the log and on screen.
    public let rawValue: String

    /// A code by its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The part before the dot.
    public var area: Substring { rawValue.prefix { $0 != "." } }

    /// Whether this names an alert that the peer sent (`wire.alert-40`).
    public var isAlert: Bool { rawValue.hasPrefix("wire.alert-") }

    /// The code's text.
    public var description: String { rawValue }

    /// Alphabetical order of the texts.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension DiagnosisCode: Codable {
    /// Reads the bare text.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
