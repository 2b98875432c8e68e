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

    @Test(arguments: ["yesterday", "2040-13-01", "2040-01-01T25:00:00Z", "12"])
    func aDateThatIsNoneIsSaid(_ text: String) throws {
        let played = try Played(":at \(text)<enter>")
        #expect(played.lines[22].contains("at takes 2027-01-31"))
        #expect(played.state.judgedAt == nil)
    }
}
