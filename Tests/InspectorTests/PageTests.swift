import EventSamples
import Terminal
import Testing

@testable import Inspector

/// A page that is loaded with everything that it needs: `:page`, key `L`.
@MainActor @Suite struct PageTests {
    @Test func aPageIsLoadedByItsWordAndListed() throws {
        var played = try Played(":page good<enter>\nwait 3 resources, 2 asked for, 1 finding   :page shows them")
        #expect(played.backend.calls.first == "page good")
        #expect(played.state.pane == .requests)
        // Each request is a row of the list.
        #expect(played.text.contains("GET good.lab.test/"))
        #expect(played.text.contains("GET cdn.example.test/"))
        try played.play(":page<enter>")
        #expect(played.state.focus == .page)
        #expect(played.lines[2].contains("page: good"))
        #expect(played.lines.contains { $0.contains("1   page    new       server trust use") })
        #expect(played.lines.contains { $0.contains("2   script  reused") && $0.contains("https://cdn.example.test") })
        #expect(played.lines.contains { $0.contains("reused connection, answer of no. 1") })
        #expect(played.lines.contains { $0.contains("-   image   not asked") })
        #expect(played.lines.contains { $0.contains("page.mixed-content: something comes without TLS.") })
    }

    @Test(arguments: SnapshotTests.sizes) func itIsDrawnAsBefore(_ columns: Int, _ rows: Int) throws {
        let size = TerminalSize(columns: columns, rows: rows)
        let played = try Played(":page good<enter>\nwait 3 resources\n:page<enter><down>", size: size)
        try Snapshot.check(played.buffer, "page-\(columns)x\(rows)")
    }

    @Test func aResourceLeadsToItsRequest() throws {
        var played = try Played(":page good<enter>\nwait shows them\n:page<enter><down><enter>")
        #expect(played.state.focus == .requests)
        #expect(played.state.list.selected == FakeBackend.key(2))
        try played.play(":page<enter><end><enter>")
        #expect(played.lines[22].contains("it was not asked for"))
        try played.play("<esc>")
        #expect(played.state.focus == .requests)
    }

    @Test func theKeyAsksForTheAddress() throws {
        var played = try Played("L")
        #expect(played.state.prompt?.kind == .page)
        try played.play("exp<tab>")
        #expect(played.state.prompt?.string == "expired ")
        try played.play("<enter>\nwait shows them")
        #expect(played.backend.calls.first == "page expired")
        // With nothing loaded the word asks as the key does.
        #expect(try Played(":page<enter>").state.prompt?.kind == .page)
    }

    @Test func helpAndFooterNameIt() throws {
        let played = try Played("1?")
        #expect(played.lines.contains { $0.contains("L") && $0.contains("load a page") })
        #expect(Command.forWord("page")?.intent == .loadPage)
        #expect(Command.forWord("pager")?.intent == .pager)
    }

    @Test func oneIsLoadedAtATimeAndMayBeStopped() throws {
        let backend = FakeBackend { $0.pageWaits = true }
        var played = try Played(":page good<enter>", on: backend)
        #expect(played.state.loadingPage == "good")
        try played.play("\nwait is loaded with what it needs\n:page expired<enter>")
        #expect(played.lines[22].contains("good is being loaded: X stops it"))
        try played.play("X\nwait done")
        #expect(backend.calls.contains("stop all"))
        #expect(played.state.loadingPage == nil)
        #expect(played.state.loadedPage?.address == "good")
    }

    /// A person's answers are not waited for by the keys that give them.
    @Test func itsChallengesAreHeldAndAnswered() throws {
        let backend = FakeBackend { $0.pageWaits = true }
        var played = try Played("H\n:page good<enter>\nwait HELD\na", on: backend)
        #expect(played.state.hold != nil)
        try played.play("d")
        #expect(backend.calls.contains { $0.hasPrefix("answer ") && $0.hasSuffix(" default") })
        backend.content.withLock { $0.pageWaits = false }
        try played.play("wait shows them")
    }

    @Test func whatIsNoAddressIsSaid() throws {
        var played = try Played(":page ht!tp<enter>\nwait url.malformed")
        #expect(played.state.loadingPage == nil)
        #expect(played.state.loadedPage == nil)
        try played.play(":page good<enter>\nwait shows them")
    }

    @Test func itIsPrintedInLines() {
        var printed: [String] = []
        let lines = ["page good", "2", "page", "quit"]
        let session = PlainSession(InspectorOptions(), FakeBackend(), input: PlainInput(lines)) { printed.append($0) }
        #expect(session.run() == 0)
        let text = printed.joined(separator: "\n")
        #expect(printed.count { $0.hasPrefix("== page: good") } == 2, "\(text)")
        #expect(printed.contains { $0.contains("1 1   page") && $0.contains("server trust use") }, "\(text)")
        #expect(text.contains("page.mixed-content: something comes without TLS."))
        #expect(printed.contains { $0.contains("== timeline 2") }, "\(text)")
        #expect(printed.contains { $0.contains("* good: 3 resources, 2 asked for, 1 finding") })
    }
}
