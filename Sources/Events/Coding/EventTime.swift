import Foundation

/// Times of events: microseconds since 1970, UTC, and their text in RFC 3339.
public enum EventTime {
    /// The wall clock now, in microseconds.
    public static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// `2026-11-30T09:41:07.000123Z`, always with six digits behind the point.
    public static func text(_ time: Int64) -> String { text(time, fraction: .always) }

    /// `09:41:07`, UTC.
    public static func clock(_ time: Int64) -> String {
        let second = Int(floorDivide(floorDivide(time, 1_000_000).quotient, 86_400).remainder)
        return two(second / 3600) + ":" + two(second / 60 % 60) + ":" + two(second % 60)
    }

    /// Reads RFC 3339 with or without a fraction, `Z` or an offset; nil for anything else.
    public static func time(_ text: some StringProtocol) -> Int64? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip(0x2D), let month = scanner.number(2), scanner.skip(0x2D),
            let day = scanner.number(2), scanner.skip(0x54, 0x74, 0x20), let hour = scanner.number(2),
            scanner.skip(0x3A), let minute = scanner.number(2), scanner.skip(0x3A), let second = scanner.number(2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        guard let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        let seconds = Int64(days * 86_400 + hour * 3600 + minute * 60 + second - offset)
        return seconds * 1_000_000 + Int64(fraction)
    }

    /// A date's text: whole seconds without a fraction, else down to the microsecond.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        // Far outside of any calendar: kept within the range that an Int64 of microseconds has.
        let bounded = max(-9.0e12, min(9.0e12, seconds.isNaN ? 0 : seconds))
        return text(Int64((bounded * 1_000_000).rounded()), fraction: .whereNeeded)
    }

    /// The date at a time.
    public static func date(_ time: Int64) -> Date { Date(timeIntervalSince1970: Double(time) / 1_000_000) }

    private enum Fraction { case always, whereNeeded }

    private static func text(_ time: Int64, fraction: Fraction) -> String {
        let (seconds, micros) = floorDivide(time, 1_000_000)
        let (days, second) = floorDivide(seconds, 86_400)
        let (year, month, day) = civil(Int(days))
        var text = four(year) + "-" + two(month) + "-" + two(day) + "T"
        text += two(Int(second) / 3600) + ":" + two(Int(second) / 60 % 60) + ":" + two(Int(second) % 60)
        if fraction == .always || micros != 0 {
            let digits = String(micros)
            text += "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
        }
        return text + "Z"
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// The proleptic Gregorian date of a day number; the era is 400 years, the year begins in March.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func four(_ value: Int) -> String {
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        return value < 0 ? "-" + padded : padded
    }
}

/// Reads the parts of a time's text, digit by digit.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func number(_ digits: Int) -> Int? {
        guard index + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        index += digits
        return value
    }

    mutating func skip(_ wanted: UInt8...) -> Bool {
        guard index < bytes.count, wanted.contains(bytes[index]) else { return false }
        index += 1
        return true
    }

    /// The microseconds behind the point, 0 without one; digits beyond the sixth are dropped.
    mutating func fraction() -> Int? {
        guard skip(0x2E) else { return 0 }
        var value = 0
        var digits = 0
        while let digit = number(1) {
            if digits < 6 { value = value * 10 + digit }
            digits += 1
        }
        guard digits > 0 else { return nil }
        for _ in 0..<max(0, 6 - digits) { value *= 10 }
        return value
    }

    /// Seconds east of Greenwich.
    mutating func offset() -> Int? {
        if skip(0x5A, 0x7A) { return 0 }
        let sign = skip(0x2B) ? 1 : -1
        guard sign == 1 || skip(0x2D), let hours = number(2), skip(0x3A), let minutes = number(2) else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
