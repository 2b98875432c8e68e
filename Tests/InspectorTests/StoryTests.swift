import ChallengeLog
import EventSamples
import Events
import Terminal
import Testing
import Trust

@testable import Inspector

/// What a user sets out to do, typed as keys.
@MainActor @Suite struct StoryTests {
    @Test func firesGoodExpiredAndMutualFromTheFirstScreen() throws {
        var played = try Played("<enter>\nwait done")
        #expect(played.state.pane == .requests)
        #expect(played.lines[3].contains("1  use       200     GET good.lab.test/"))
        #expect(played.text.contains("CHALLENGE    server trust"))
        try played.play("8<down><enter>\nwait done")
        #expect(played.lines[4].contains("2  cancel    failed  GET expired.lab.test/    1.3  date: ended 412 d ago"))
        try played.play("i mutual<enter>\nwait done")
        #expect(played.lines[5].contains("3  use/use   200     GET mutual.lab.test/"))
        #expect(played.text.contains("CHALLENGE 2  client certificate"))
    }

    @Test func firesAllOfThem() throws {
        let played = try Played("A\nwait done")
        #expect(played.state.overview.requests == 6)
        #expect(played.state.pane == .requests)
    }

    @Test func aURLOnTheCommandLineIsFiredAtOnce() throws {
        let played = try Played("wait done", urls: ["https://api.example.test"])
        #expect(played.backend.calls == ["fire https://api.example.test"])
        #expect(played.lines[3].contains("GET api.example.test/"))
    }

    /// Select, S, flip, r: old row, what changed, new row and its challenges in one picture, in at most five keys.
    @Test func flipsASwitchAndSeesOldAndNewInOnePicture() throws {
        var played = try Played("A\nwait done\ng<down>")
        #expect(played.state.list.selected == FakeBackend.key(2))
        try played.play("S<space>r\nwait done")
        let text = played.text
        #expect(text.contains("2  cancel    failed  GET expired.lab.test/"))
        #expect(text.contains("rules apple -> openssl  (you)"))
        #expect(text.contains("7  use       200     GET expired.lab.test/"))
        #expect(text.contains("timeline 7"))
        #expect(text.contains("let by: date"))
        #expect(played.state.list.selected == FakeBackend.key(7))
    }

    /// The same with the old row long out of view.
    @Test func theOldRowComesAlongFromFarAway() throws {
        let many = (1...60).map { SampleRequest.refused($0, host: "host\($0).test") }
        var played = try Played("1g", on: FakeBackend(many))
        #expect(played.state.list.selected == FakeBackend.key(1))
        try played.play("S<space>r\nwait done")
        #expect(played.state.list.selected == FakeBackend.key(61))
        #expect(played.lines[3].contains(" 1  cancel    failed  GET host1.test/"))
        #expect(played.text.contains("61  "))
        #expect(played.text.contains("timeline 61"))
    }

    @Test func undoAndResetTakeAFlipBack() throws {
        var played = try Played("4<down><space>")
        #expect(played.state.profile.rules == .openssl)
        #expect(played.lines[0].contains("system+1"))
        try played.play("z")
        #expect(played.state.profile.rules == .apple)
        try played.play("<space><space>0")
        #expect(played.state.profile == ClientProfile())
        try played.play("0")
        #expect(played.lines[22].contains("nothing differs from the preset"))
        #expect(played.backend.calls.first == "adopt rules apple -> openssl")
        #expect(played.backend.calls.dropFirst().first == "adopt rules openssl -> apple")
    }

    @Test func theSwitchboardShowsWhatWouldChangeWithoutTraffic() throws {
        var played = try Played("A\nwait done\n4<down>")
        #expect(played.text.contains("0 of 6 would change"))
        try played.play("<space>\nwait 1 of 6 would change")
        #expect(played.text.contains("2  expired.lab.test       cancel  ->  use"))
        #expect(played.backend.calls.filter { $0.hasPrefix("fire") }.count == 6)
    }

    @Test func choosesAClient() throws {
        var played = try Played("p<down><enter>")
        #expect(played.state.profile.name == "F2c")
        #expect(played.lines[0].contains(" F2c  "))
        try played.play("p<down>b")
        #expect(ChooserView.selected(in: played.state)?.identifier == "F6r")
        try played.play("<esc>:client system<enter>")
        #expect(played.state.profile.name == "system")
    }

    @Test func savesAClientAndChoosesItAgain() throws {
        var played = try Played("4<down><space>wmine<enter>\nwait saved as /policies/mine.json5")
        #expect(played.state.profile.name == "mine")
        #expect(played.lines[0].contains(" mine  "))
        #expect(played.state.differences == 0)
        try played.play(":client system<enter>:client mine<enter>")
        #expect(played.state.profile.rules == .openssl)
        try played.play("4wF2c<enter>\nwait option.value")
        #expect(played.state.profile.name == "mine")
    }

    @Test func setsASwitchByItsName() throws {
        var played = try Played(":set answers kept reuse<enter>")
        #expect(played.state.profile.answersKept == .reuse)
        try played.play(":set rul strict<enter>")
        #expect(played.state.profile.rules == .strict)
        try played.play(":set identity other.p12<enter>")
        #expect(played.state.profile.identity == .file("other.p12"))
        try played.play(":set rules nonsense<enter>")
        #expect(played.lines[22].contains("rules takes apple | openssl | strict"))
        try played.play(":set nosuch x<enter>")
        #expect(played.lines[22].contains("the switches here:"))
    }

    @Test func findsItInTheLog() throws {
        var played = try Played("A\nwait done\n6g/certificate_expired<enter>")
        let cursor = try #require(played.lines.first { $0.hasPrefix("|") || $0.hasPrefix(">") })
        #expect(cursor.contains("no. 2"))
        try played.play("<enter>")
        #expect(played.state.pane == .requests)
        #expect(played.state.list.selected == FakeBackend.key(2))
    }

    @Test func filtersAndComesBack() throws {
        var played = try Played("A\nwait done\nfanswer:cancel<enter>")
        #expect(played.lines[2].contains("1 of 6"))
        #expect(played.lines[4].contains("expired.lab.test"))
        try played.play("<esc>")
        #expect(played.state.list.query == LogQuery())
        try played.play("fhots:x")
        #expect(played.lines[23].contains("^ no such field"))
        try played.play("<esc>fnothing<enter>")
        #expect(played.text.contains("0 of 6 match  nothing   esc clears the filter"))
    }

    @Test func searchesTheList() throws {
        var played = try Played("A\nwait done\ng/wrong-host<enter>")
        #expect(played.state.list.selected == FakeBackend.key(3))
        try played.play("/lab.test<enter>n")
        #expect(played.state.list.selected == FakeBackend.key(4))
        try played.play("N")
        #expect(played.state.list.selected == FakeBackend.key(3))
        // At the end, where the list follows, what stands above is found, too.
        try played.play("G/wrong-host<enter>")
        #expect(played.state.list.selected == FakeBackend.key(3))
        try played.play("6G/certificate_expired<enter>")
        #expect(played.lines.contains { $0.hasPrefix(">") && $0.contains("no. 2") })
        try played.play("1/nowhere<enter>")
        #expect(played.lines[22].contains("not found: nowhere"))
    }

    @Test func quitsWithoutAQuestionWhenNothingWaits() throws {
        var played = try Played("1q")
        #expect(played.loop.hasEnded)
        played = try Played("H\ni good<enter>\nwait HELD\nq")
        #expect(!played.loop.hasEnded)
        #expect(played.lines[22].contains("quit? 1 held    y quits"))
        try played.play("n")
        #expect(!played.loop.hasEnded)
        try played.play("qy")
        #expect(played.loop.hasEnded)
    }

    @Test func theWishToLeaveStandsWhenWhatWasAskedAboutHasEnded() async throws {
        var played = try Played("H\ni good<enter>\nwait HELD\nq")
        #expect(played.state.asksToQuit)
        #expect(await played.backend.stop(FakeBackend.key(1)))
        try played.play("wait done")
        #expect(played.loop.hasEnded)
    }

    @Test func invalidatingAsksWhenSomethingIsHeld() throws {
        var played = try Played("I")
        #expect(played.backend.calls == ["invalidate cancel"])
        played = try Played("H\ni good<enter>\nwait HELD\nI")
        #expect(played.lines[22].contains("drop the session?"))
        #expect(played.lines[22].contains("y cancels it   f lets it finish"))
        try played.play("y")
        #expect(played.backend.calls.contains("invalidate cancel"))
    }

    @Test func whatRunsMayFinishBeforeTheSessionEnds() throws {
        var played = try Played("H\ni good<enter>\nwait HELD\nIn")
        #expect(!played.backend.calls.contains { $0.hasPrefix("invalidate") })
        try played.play("If\nwait the session ends with the last of what runs")
        #expect(played.backend.calls.contains("invalidate finish"))
        #expect(played.state.overview.held.count == 1)
    }

    @Test(arguments: [("finish", "invalidate finish"), ("cancel", "invalidate cancel")])
    func theEndOfASessionIsChosenByWord(_ word: String, _ call: String) throws {
        var played = try Played("H\ni good<enter>\nwait HELD\n:invalidate \(word)<enter>")
        #expect(played.backend.calls.last == call)
        try played.play(":invalidate f<tab>")
        #expect(played.state.prompt?.string == "invalidate finish ")
        played = try Played(":invalidate never<enter>")
        #expect(played.lines[22].contains("takes nothing, cancel, or finish"))
        #expect(played.backend.calls.isEmpty)
    }

    @Test func aReadOnlyLogExplainsWhyNothingIsSent() throws {
        let backend = FakeBackend([.accepted(1)])
        backend.content.withLock { $0.log.isReadOnly = true }
        var played = try Played("1", on: backend)
        #expect(played.lines[0].contains("READ ONLY"))
        for key in ["r", "i", "H", "I"] {
            try played.play(key)
            #expect(played.lines[22].contains("opened read-only: nothing is sent"), "\(key)")
        }
        #expect(backend.calls.isEmpty)
    }

    @Test func aLogThatIsNotSavedIsSaidOnTheTopLine() throws {
        let backend = FakeBackend()
        backend.content.withLock { content in
            content.log.trouble = "disk full"
            content.log.kept = 10_000
            content.log.dropped = 312
        }
        let played = try Played("6", on: backend)
        #expect(played.lines[0].contains("NOT SAVED: disk full"))
        #expect(played.lines[2].contains("10000 kept, 312 dropped"))
    }

    @Test func whatIsTypedWrongIsSaidWithItsCode() throws {
        var played = try Played("i ht!tp<enter>\nwait url.malformed")
        try played.play(":hlep<enter>")
        #expect(played.lines[22].contains("no command hlep; did you mean help?"))
        try played.play(":open x.txt<enter>\nwait log.not-a-log")
        try played.play(":save /nowhere/x<enter>\nwait file.missing")
        try played.play(":save copy.countersign<enter>\nwait saved as copy.countersign")
    }

    @Test func stopsARequest() throws {
        var played = try Played("H\ni good<enter>\nwait HELD\nx\nwait stopped")
        #expect(played.state.overview.held.isEmpty)
        try played.play("x")
        #expect(played.lines[22].contains("it has ended"))
    }

    @Test func marksAndShowsOnlyMarked() throws {
        var played = try Played("A\nwait done\ngmm")
        #expect(played.state.list.marks == [FakeBackend.key(1), FakeBackend.key(2)])
        try played.play("M")
        #expect(played.state.list.page.matching == 2)
        try played.play("M")
        #expect(played.state.list.page.matching == 6)
    }

    @Test func theHistoryOfAPromptComesBack() throws {
        let played = try Played("i good<enter>\nwait done\ni<up>")
        #expect(played.lines[22].contains("inspect: good"))
    }

    @Test func tabCompletes() throws {
        var played = try Played("iexp<tab>")
        #expect(played.state.prompt?.string == "expired ")
        try played.play("<esc>:cli<tab>F6<tab>")
        #expect(played.state.prompt?.string == "client F6")
        #expect(played.state.prompt?.choices == ["F6", "F6r"])
        try played.play("<esc>:set answers kept r<tab>")
        #expect(played.state.prompt?.string == "set answers kept reuse ")
    }

    @Test func widePanesAreReachedByTab() throws {
        var played = try Played("A\nwait done\n1", size: TerminalSize(columns: 160, rows: 50))
        var seen: [Pane] = []
        for _ in 0..<5 {
            seen.append(played.state.pane)
            try played.play("<tab>")
        }
        #expect(seen == Pane.tiled)
        #expect(played.state.pane == .requests)
    }
}
