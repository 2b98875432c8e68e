import Foundation
import Trust

/// Counts, dates and times as the screens write them.
enum Words {
    /// `1 issuer`, `2 issuers`.
    static func count(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// `09:41:07` in local time.
    static func clock(_ microseconds: Int64, secondsFromUTC: Int) -> String {
        let seconds = Int(microseconds / 1_000_000) + secondsFromUTC
        let day = ((seconds % 86_400) + 86_400) % 86_400
        return [day / 3600, day / 60 % 60, day % 60].map(twoDigits).joined(separator: ":")
    }

    /// `0:24`.
    static func countdown(_ microseconds: Int64) -> String {
        let seconds = max(0, Int((microseconds + 999_999) / 1_000_000))
        return "\(seconds / 60):\(twoDigits(seconds % 60))"
    }

    /// `2.1 s`.
    static func tenths(_ microseconds: Int64) -> String {
        let tenths = max(0, microseconds / 100_000)
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// `2026-01-10`, UTC.
    static func day(_ date: Date?) -> String {
        guard let date else { return "?" }
        let (year, month, day) = civil(Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
        let years = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - years.count)) + years
        return "\(padded)-\(twoDigits(month))-\(twoDigits(day))"
    }

    /// The proleptic Gregorian date of a day number since 1970.
    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `3f:9a:61:0d..c2`: the first bytes and the last of a digest.
    static func short(_ digest: SHA256Digest) -> String {
        let hex = Array(digest.hex)
        guard hex.count == 64 else { return digest.hex }
        let pairs = stride(from: 0, to: 8, by: 2).map { String(hex[$0..<$0 + 2]) }
        return pairs.joined(separator: ":") + ":..:" + String(hex[62...])
    }

    /// `77:10:4e:..` of some bytes.
    static func short(_ bytes: [UInt8]?) -> String {
        guard let bytes, !bytes.isEmpty else { return "none" }
        let digits = bytes.prefix(3).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
        return bytes.count > 3 ? digits + ":.." : digits
    }
}
