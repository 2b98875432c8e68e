import Foundation

/// Points in time and spans as text, always in UTC.
public enum UTC {
    /// `2026-11-30 09:41:07 UTC`.
    public static func text(_ date: Date) -> String {
        let (day, second) = split(date)
        let (year, month, dayOfMonth) = civil(day)
        return "\(pad(year, 4))-\(pad(month))-\(pad(dayOfMonth)) "
            + "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60)) UTC"
    }

    /// `2026-11-30`, UTC.
    public static func day(_ date: Date) -> String {
        let (year, month, dayOfMonth) = civil(split(date).day)
        return "\(pad(year, 4))-\(pad(month))-\(pad(dayOfMonth))"
    }

    /// RFC 3339 in UTC, with a fraction only where there is one: `2026-11-30T09:41:07Z`.
    public static func rfc3339(_ date: Date) -> String {
        let (day, second) = split(date)
        let (year, month, dayOfMonth) = civil(day)
        let whole =
            "\(pad(year, 4))-\(pad(month))-\(pad(dayOfMonth))T"
            + "\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
        let seconds = date.timeIntervalSince1970
        let micros = Int(((seconds - seconds.rounded(.down)) * 1_000_000).rounded())
        guard micros > 0, micros < 1_000_000 else { return whole + "Z" }
        var fraction = pad(micros, 6)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(whole).\(fraction)Z"
    }

    /// The instant that an RFC 3339 text names (`Z` or an offset, with or without a fraction); nil for anything else.
    public static func date(rfc3339 text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[4] == 0x2d, bytes[7] == 0x2d, bytes[10] == 0x54 || bytes[10] == 0x74,
            bytes[13] == 0x3a, bytes[16] == 0x3a,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            1...12 ~= month, 1...daysIn(month, of: year) ~= day, hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == 0x2e {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return nil }
            fraction = digits.reversed().reduce(0.0) { ($0 + Double($1 - 0x30)) / 10 }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(rest) else { return nil }
        let seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// A span in its largest fitting unit: `412 days`, `3 hours`, `5 minutes`, `1 second`.
    public static func span(_ seconds: TimeInterval) -> String {
        let value = Int(seconds.magnitude)
        let (count, unit) =
            value >= 172_800
            ? (value / 86_400, "day")
            : value >= 7200 ? (value / 3600, "hour") : value >= 120 ? (value / 60, "minute") : (value, "second")
        return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }

    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        if bytes == [0x5a] || bytes == [0x7a] { return 0 }
        guard bytes.count == 6, bytes[0] == 0x2b || bytes[0] == 0x2d, bytes[3] == 0x3a,
            let hours = number(bytes[1..<3]), let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        return (bytes[0] == 0x2d ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { 0x30...0x39 ~= $0 } ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }

    private static func pad(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (value < 0 ? "-" : "") + zeros + digits
    }

    private static func split(_ date: Date) -> (day: Int, second: Int) {
        // Dates out of any calendar's reach are shown at its edge rather than trapped on.
        let seconds = Int(min(max(date.timeIntervalSince1970.rounded(.down), -1e14), 1e14))
        let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        return (day, seconds - day * 86_400)
    }

    /// Days since 1970-01-01 as a date of the Gregorian calendar.
    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
