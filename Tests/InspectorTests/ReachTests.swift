import EventSamples
import Terminal
import Testing
import Trust

@testable import Inspector

/// Keys that reach beyond the list: client code, combinations, the lab's files, TLS secrets, a single connection.
@MainActor @Suite struct ReachTests {
    @Test func clientCodeOfTheClientInForce() throws {
        var played = try Played("4c\nwait URLSession.shared")
        #expect(played.lines[2].contains("client code: system"))
        #expect(played.text.contains("// system for urlsession"))
        try played.play("<right>\nwait system for alamofire")
        try played.play("<left><esc>")
        #expect(played.state.focus == .policy)
    }

    @Test func clientCodeFromTheListOfClientsComesBackToIt() throws {
        var played = try Played("p<down>c\nwait F2c for urlsession")
        try played.play("<esc>")
        #expect(played.state.focus == .chooser)
        #expect(played.state.profile.name == "system")
    }

    @Test func theChooserSaysWhatEachClientLetsThrough() throws {
        let played = try Played("A\nwait done\np<down>\nwait critical")
        let lines = played.lines
        #expect(lines[3].contains("THROUGH   WORST FINDING"))
        #expect(lines.contains { $0.contains("F6 ") && $0.contains("critical: ") })
        #expect(lines.contains { $0.contains("what is recorded would change: ") })
    }

    @Test func theMatrixTurnsToAllCombinations() throws {
        var played = try Played("5\nwait stopped\nt\nwait cert")
        #expect(played.lines[2].contains("rows: combinations   columns: presented"))
        #expect(played.state.matrix.combinations.count == 3)
        #expect(played.text.contains("honest server: good"))
        let first = AuditWords.first
        try played.play(String(repeating: "<right>", count: first))
        #expect(played.text.contains("attack: "))
        try played.play("<down>U\nwait the client is AF-none")
        #expect(played.state.profile.name == "AF-none")
        try played.play("t")
        #expect(!played.state.matrix.isTurned)
        #expect(played.lines[2].contains("columns: clients"))
    }

    @Test func theLabsFilesAreExported() throws {
        var played = try Played("8w/tmp/out<enter>\nwait 2 files written to /tmp/out")
        try played.play(":export /nowhere<enter>\nwait cannot be written")
        #expect(played.lines[22].contains("option.value"))
    }

    @Test func theLabIsStopped() throws {
        let played = try Played(":lab stop<enter>\nwait stopped")
        #expect(played.state.overview.lab == nil)
    }

    @Test func tlsSecretsGoToAFile() throws {
        var played = try Played("i good<enter>\nwait done\n7K/tmp/keys<enter>\nwait TLS secrets go to /tmp/keys")
        #expect(played.lines[2].contains("key log ON"))
        try played.play("K")
        #expect(played.state.prompt?.string == "/tmp/keys")
        try played.play("<c-u><enter>\nwait no TLS secrets are kept")
        #expect(!played.lines[2].contains("key log"))
    }

    @Test func oneConnectionIsDropped() throws {
        var played = try Played("i good<enter>\nwait done\n9x\nwait the connection is closed")
        #expect(played.backend.calls.contains { $0.hasPrefix("drop ") })
        played = try Played("9x")
        #expect(played.lines[22].contains("no connection is chosen"))
    }

    private enum AuditWords {
        /// The place of the first attack among what is presented.
        static let first = 5
    }
}
