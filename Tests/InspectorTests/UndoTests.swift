import ChallengeLog
import EventSamples
import Terminal
import Testing

@testable import Inspector

/// `z` takes back more than switches, from everywhere.
@MainActor @Suite struct UndoTests {
    @Test func aFilterIsTakenBack() throws {
        var played = try Played("A\nwait done\nfanswer:cancel<enter>")
        #expect(played.state.list.page.matching < 6)
        try played.play("z")
        #expect(played.state.list.query.terms.isEmpty)
        #expect(played.state.list.page.matching == 6)
        // And what took the filter away, too.
        try played.play("fexpired<enter><esc>z")
        #expect(played.state.list.filter == "expired")
        #expect(played.state.list.page.matching == 1)
    }

    @Test func marksAndOrderAreTakenBack() throws {
        var played = try Played("A\nwait done\ngms")
        #expect(played.state.list.marks == [FakeBackend.key(1)])
        let order = played.state.list.query.sort
        #expect(order != .number)
        try played.play("z")
        #expect(played.state.list.query.sort == .number)
        try played.play("z")
        #expect(played.state.list.marks.isEmpty)
        try played.play("z")
        #expect(played.lines[22].contains("nothing to undo"))
    }

    @Test func holdingIsTakenBack() throws {
        var played = try Played("1H\nwait hold ON")
        #expect(played.state.overview.holding == .all)
        try played.play("z\nwait hold off")
        #expect(played.state.overview.holding == .off)
    }

    @Test func anAnswerThatStandsIsTakenBack() throws {
        var played = try Played("H\ni expired<enter>\nwait HELD\nasc\nwait you: expired")
        #expect(played.state.overview.hostAnswers.count == 1)
        try played.play("z\nwait taken back")
        #expect(played.state.overview.hostAnswers.isEmpty)
    }

    @Test func aClientIsTakenBackFromTheList() throws {
        var played = try Played("p<down><enter>1")
        #expect(played.state.profile.name == "F2c")
        try played.play("z")
        #expect(played.state.profile.name == "system")
    }

    @Test func aColumnAndADateAreTakenBack() throws {
        var played = try Played("p<down><down>m<esc>")
        #expect(played.state.matrix.presets.contains("F6"))
        try played.play("z")
        #expect(!played.state.matrix.presets.contains("F6"))
        try played.play(":at 2031-01-01<enter>")
        #expect(played.state.judgedAt != nil)
        try played.play("z")
        #expect(played.state.judgedAt == nil)
    }
}
