import Foundation

/// Points in time as text, always in UTC.
public enum UTC {
    /// `2026-11-30 09:41:07 UTC`
    public static func text(_ date: Date) -> String { date.formatted(style) + " UTC" }

    /// `2026-11-30`
    public static func day(_ date: Date) -> String { date.formatted(dayStyle) }

    private static let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
        .year().month().day().time(includingFractionalSeconds: false)
    private static let dayStyle = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
}
