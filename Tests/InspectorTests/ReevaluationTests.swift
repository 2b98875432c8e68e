import EventSamples
import Foundation
import Terminal
import Testing
import Trust

@testable import Inspector

/// Opened logs, judged again under other clients, rules and dates; nothing is sent.
@MainActor @Suite struct ReevaluationTests {
    private func opened() -> FakeBackend {
        let backend = FakeBackend([.accepted(1), .refused(2), .mutual(3)])
        backend.content.withLock { $0.log.isReadOnly = true }
        return backend
    }

    @Test func anotherRuleShowsWhatWouldChangeInTheList() throws {
        var played = try Played("1", on: opened())
        #expect(!played.text.contains("now "))
        try played.play("S<space><esc>")
        #expect(played.state.profile.rules == .openssl)
        try played.play("\nwait now use")
        let row = try #require(played.lines.first { $0.contains("expired.lab.test") })
        #expect(row.contains("now use"))
        #expect(played.lines.first { $0.contains("good.lab.test") }?.contains("now") == false)
        #expect(!played.backend.calls.contains { $0.hasPrefix("fire") })
    }

    @Test func anotherDateIsJudgedInDetailAndSwitchboard() throws {
        var played = try Played("A\nwait done\n1g3")
        #expect(!played.text.contains("NOW"))
        try played.play(":at 2040-01-01<enter>\nwait NOW")
        let line = try #require(played.lines.first { $0.contains("NOW") })
        #expect(line.contains("cancel"))
        #expect(played.text.contains("2040-01-01"))
        try played.play("4\nwait as of 2040-01-01")
        try played.play("\nwait 5 of 6 would change")
        try played.play(":at recorded<enter>\nwait 0 of 6 would change")
        #expect(played.state.judgedAt == nil)
    }

    @Test func ofVeryManyTheNewestAreJudgedAndThatIsSaid() throws {
        var whatIf = WhatIf(total: 500, recorded: 37_000)
        let lines = (0..<500).map { number in
            WhatIf.Line(
                key: FakeBackend.key(number),
                host: "a.test",
                from: "use",
                to: number < 2 ? "cancel" : "use",
                why: ""
            )
        }
        whatIf.lines = lines
        #expect(whatIf.count == "2 of the newest 500")
        whatIf.recorded = 500
        #expect(whatIf.count == "2 of 500")
        var state = try Played("4\nwait would change", on: FakeBackend([.accepted(1)])).state
        state.whatIf.lines = lines
        (state.whatIf.total, state.whatIf.recorded) = (500, 37_000)
        #expect(Frame(state).buffer.lines.contains { $0.contains("2 of the newest 500 would change") })
    }

    @Test(arguments: ["yesterday", "2040-13-01", "2040-01-01T25:00:00Z", "12"])
    func aDateThatIsNoneIsSaid(_ text: String) throws {
        let played = try Played(":at \(text)<enter>")
        #expect(played.lines[22].contains("at takes 2027-01-31"))
        #expect(played.state.judgedAt == nil)
    }

    @Test func theDetailSaysWhatTheClientInForceWouldDo() throws {
        var played = try Played("i expired<enter>\nwait done\n:set rules openssl<enter>3\nwait NOW")
        let line = try #require(played.lines.first { $0.contains("NOW") })
        #expect(line.contains("use"))
        #expect(line.contains("system+1"))
        try played.play(":set rules apple<enter>")
        #expect(!played.text.contains("NOW"))
    }
}
