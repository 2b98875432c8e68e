import EventSamples
import Terminal
import Testing
import Trust
import Workbench

@testable import Inspector

/// What is typed: files, values of switches, filters of either list, help's own commands.
@MainActor @Suite struct PromptTests {
    @Test func pathsAreCompleted() throws {
        var played = try Played("olo<tab>")
        #expect(played.state.prompt?.string == "logs/")
        try played.play("<tab>")
        #expect(played.state.prompt?.string == "logs/old")
        #expect(played.state.prompt?.choices == ["old.countersign", "older.countersign"])
        try played.play("er<tab>")
        #expect(played.state.prompt?.string == "logs/older.countersign")
        try played.play("<esc>:save nothing<tab>")
        #expect(played.lines[23].contains("no file begins so"))
        #expect(played.state.prompt?.string == "save nothing")
    }

    @Test func pinsAreEditedInTheSwitchboard() throws {
        var played = try Played(":client F2c<enter>4/pins<enter><enter>")
        #expect(played.state.prompt?.kind == .value("pins"))
        let hash = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        try played.play(" \(hash)<enter>\nwait 2 keys")
        #expect(played.lines[1].contains("(2 keys)"))
        #expect(played.backend.calls.contains { $0.hasPrefix("adopt pins") && $0.contains(hash) })
        try played.play("<enter><^U>nonsense.cer<enter>\nwait file.missing")
        try played.play("<enter><^U>sha256//short<enter>\nwait pin.format")
        #expect(played.lines[1].contains("(2 keys)"))
        try played.play("<enter><^U>\(hash)<enter>\nwait 1 key")
        try played.play("zz")
        #expect(played.lines[1].contains("(1 key)"))
    }

    @Test func anotherNameIsChecked() throws {
        var played = try Played("4/name checked<enter><enter>api.example.test<enter>")
        #expect(played.state.profile.nameChecked == .other("api.example.test"))
        try played.play("<enter><^U><enter>")
        #expect(played.state.profile.nameChecked == .urlHost)
        try played.play("/anchors<enter><enter>one.cer two.cer<enter>")
        #expect(played.state.profile.anchors.files == ["one.cer", "two.cer"])
    }

    @Test func eventsAreFilteredAndSearched() throws {
        var played = try Played("A\nwait done\n6fexpired<enter>")
        #expect(played.lines[2].contains("filter expired"))
        #expect(played.state.log.page.matching < played.state.log.page.total)
        #expect(played.state.list.query.terms.isEmpty)
        try played.play("<esc>")
        #expect(played.state.log.query.terms.isEmpty)
        try played.play("g/certificate_expired<enter>")
        #expect(played.lines.contains { $0.hasPrefix(">") && $0.contains("certificate_expired") })
        try played.play("/nowhere to be seen<enter>")
        #expect(played.lines[22].contains("not found"))
        try played.play("fhots:x")
        #expect(played.lines[23].contains("^ no such field"))
    }

    @Test func helpRunsTheCommandUnderItsCursor() throws {
        var played = try Played("A\nwait done\n1?/fire it again<enter>")
        #expect(played.state.overlay == .help)
        let column = try #require(
            HelpView.content(played.state, played.state.size).body.first { $0.text.contains("fire it again") }?
                .commands.firstIndex { $0?.intent == .fireAgain }
        )
        for _ in 0..<column { try played.play("<right>") }
        try played.play("<enter>\nwait done")
        #expect(played.state.overlay == nil)
        #expect(played.backend.calls.last == "fire mutual")
        #expect(played.backend.calls.contains("again 6"))
    }

    @Test func helpSaysWhyACommandCannotRun() throws {
        var played = try Played("1?/nothing is held<enter>")
        let line = try #require(
            HelpView.content(played.state, played.state.size).body.first { $0.text.contains("nothing is held") }
        )
        let column = try #require(line.commands.firstIndex { $0?.intent == .answerHeld || $0?.intent == .answerAll })
        for _ in 0..<column { try played.play("<right>") }
        try played.play("<enter>")
        #expect(played.lines[22].contains("nothing is held"))
    }

    @Test func longLinesGoOnWhereAskedTo() throws {
        let backend = SnapshotTests.backend(.hostile)
        var played = try Played("1g", on: backend)
        let before = RequestsView.content(played.state, played.state.size).body.count
        try played.play("W")
        let after = RequestsView.content(played.state, played.state.size).body.count
        #expect(after >= before)
        try played.play("6")
        let log = LogView.content(played.state, played.state.size).body
        #expect(log.contains { $0.target == .remark })
        try played.play("g<down><down><down>")
        let cursor = played.state.scroll(of: .log, LogView.content(played.state, played.state.size), height: 19).cursor
        guard case .event = log.indices.contains(cursor) ? log[cursor].target : nil else {
            Issue.record("the cursor is on no event")
            return
        }
    }
}
