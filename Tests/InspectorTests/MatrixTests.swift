import Terminal
import Testing
import Trust

@testable import Inspector

/// View 5 and the findings: what is computed about clients, and what closes it.
@MainActor @Suite struct MatrixTests {
    @Test func clientsStandBesideEachOther() throws {
        let played = try Played("5")
        let header = try #require(played.lines.first { $0.contains("PRESENTED") })
        // Four columns fit beside the titles; "any" is the fifth.
        #expect(header.contains("[now]") && header.contains("system") && header.contains("F2c"))
        #expect(played.state.matrix.columns.last == "any")
        let row = try #require(played.lines.first { $0.contains("self-signed, same name") })
        #expect(row.contains("stopped"))
        #expect(played.text.contains("attacker"))
        #expect(played.state.matrix.sheets["F2c"] != nil)
        #expect(played.state.matrix.wanted.isEmpty)
        // A preset that there is not has no column to fill.
        #expect(played.state.matrix.sheets["F2"] == nil)
    }

    @Test func theCellUnderTheCursorSaysWhy() throws {
        var played = try Played(":set rules openssl<enter>5/stolen<enter>")
        #expect(played.text.contains("~THROUGH because"))
        #expect(played.text.contains("no date is checked"))
        #expect(played.text.contains("closed by"))
        #expect(played.text.contains("rules strict     space switches it"))
        try played.play("<space>")
        #expect(played.state.profile.rules == .strict)
        #expect(played.text.contains("stopped because"))
        #expect(played.backend.calls.contains("adopt rules openssl -> strict"))
    }

    @Test func aColumnBecomesTheClient() throws {
        var played = try Played("5<right><right><right>")
        #expect(played.state.matrix.chosen == "F2c")
        try played.play("<space>")
        #expect(played.lines[22].contains("switches are those of the client in force"))
        try played.play("U")
        #expect(played.state.profile.name == "F2c")
        try played.play("<left><left><left><left><left>U")
        #expect(played.lines[22].contains("this column is the client in force"))
    }

    @Test func theChooserAddsAndTakesColumns() throws {
        var played = try Played("p<down><down>m")
        #expect(played.state.matrix.presets.contains("F6"))
        #expect(played.lines[22].contains("F6 is a column of 5 matrix"))
        try played.play("m<esc>5")
        #expect(!played.state.matrix.presets.contains("F6"))
    }

    @Test func findingsAreListedWorstFirstAndClosed() throws {
        var played = try Played(":set rules openssl<enter>!")
        #expect(played.state.overlay == .findings)
        #expect(played.text.contains("1 medium, 1 info"))
        #expect(played.text.contains("an expired certificate is accepted"))
        #expect(played.text.contains("closed by"))
        try played.play("<space>")
        #expect(played.state.profile.rules == .strict)
        #expect(!played.text.contains("an expired certificate is accepted"))
        try played.play("<esc>z")
        #expect(played.state.overlay == nil)
    }

    @Test func aColumnIsProvenByRequests() throws {
        var played = try Played("5P\nwait each as computed")
        let row = try #require(played.lines.first { $0.contains("self-signed, same name") })
        #expect(row.contains("stopped p"))
        #expect(played.state.matrix.proving == nil)
        try played.play("/installed<enter>")
        #expect(played.text.contains("the server read Cookie"))
    }

    @Test func theSwitchboardCountsThem() throws {
        let played = try Played(":client F6<enter>4\nwait findings: 1 critical, 1 info")
        #expect(played.text.contains("!: read them"))
    }
}
