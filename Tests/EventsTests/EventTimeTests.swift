import Foundation
import Testing

@testable import Events

@Suite struct EventTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000000Z", 0), ("1969-12-31T23:59:59.999999Z", -1),
        ("2000-02-29T12:00:00.000001Z", 951_825_600_000_001), ("2026-11-30T09:41:07.123456Z", 1_796_031_667_123_456),
        ("2100-03-01T00:00:00.000000Z", 4_107_542_400_000_000),
        ("0001-01-01T00:00:00.000000Z", -62_135_596_800_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ]) func textAndTime(text: String, time: Int64) {
        #expect(EventTime.text(time) == text)
        #expect(EventTime.time(text) == time)
    }

    @Test(arguments: [
        ("2026-11-30T09:41:07Z", 1_796_031_667_000_000), ("2026-11-30t09:41:07.5z", 1_796_031_667_500_000),
        ("2026-11-30T10:41:07+01:00", 1_796_031_667_000_000), ("2026-11-30T09:11:07-00:30", 1_796_031_667_000_000),
        ("2026-11-30T09:41:07.1234567Z", 1_796_031_667_123_456),
    ]) func otherForms(text: String, time: Int64) { #expect(EventTime.time(text) == time) }

    @Test(arguments: [
        "", "2026", "2026-11-30", "2026-13-01T00:00:00Z", "2026-11-30T09:41:07", "2026-11-30T09:41:07.Z",
        "2026-11-30T24:41:07Z", "2026-11-30T09:41:07ZZ", "x026-11-30T09:41:07Z", "2026-11-30T09:41:07+1:00",
        "99999999999999999999-11-30T09:41:07Z",
    ]) func noTimes(text: String) { #expect(EventTime.time(text) == nil) }

    @Test func everyDayOfFourCenturiesComesBack() {
        for day in -146_097..<146_097 {
            let time = Int64(day) * 86_400_000_000
            #expect(EventTime.time(EventTime.text(time)) == time)
        }
    }

    @Test func clockIsTheTimeOfDay() {
        #expect(EventTime.clock(1_796_031_667_123_456) == "09:41:07")
        #expect(EventTime.clock(-1) == "23:59:59")
    }

    @Test func datesOutsideOfAnyCalendarDoNotTrap() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(!EventTime.text(Date(timeIntervalSince1970: seconds)).isEmpty)
        }
        #expect(EventTime.text(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        #expect(EventTime.text(Date(timeIntervalSince1970: 0.25)) == "1970-01-01T00:00:00.250000Z")
    }
}
