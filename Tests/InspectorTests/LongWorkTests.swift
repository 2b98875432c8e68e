import ChallengeLog
import EventSamples
import Terminal
import Testing
import Trust
import Workbench

@testable import Inspector

/// What takes long says how far it is and can be stopped.
@MainActor @Suite struct LongWorkTests {
    @Test func progressHasAWordABarARateAndWhatIsLeft() {
        let progress = Progress(word: "firing", done: 20, total: 80, since: 0)
        let text = progress.text(now: 10_000_000, columns: 80)
        #expect(text == "firing  [###.........]  20 of 80  2.0/s  30 s left  X stops it")
        // Nothing is guessed from nothing.
        let begun = Progress(word: "firing", done: 0, total: 80, since: 0).text(now: 10_000_000, columns: 40)
        #expect(begun == "firing  [......]  0 of 80  X stops it")
        let ended = Progress(word: "x", done: 80, total: 80, since: 0).text(now: 10_000_000, columns: 80)
        #expect(ended == "x  [############]  80 of 80  X stops it")
    }

    @Test func bytesAreCountedInMegabytes() {
        let progress = Progress(word: "saving", done: 12_300_000, total: 450_000_000, since: 0, unit: .bytes)
        let text = progress.text(now: 2_000_000, columns: 80)
        #expect(text == "saving  [............]  12.3 of 450.0 MB  6.1 MB/s  72 s left  X stops it")
    }

    @Test func aLongSearchIsShownAndStopped() throws {
        let backend = FakeBackend([.accepted(1)])
        backend.content.withLock { $0.isSlow = true }
        var played = try Played("1", on: backend)
        played.type("/nowhere<enter>")
        try played.wait("searching  [")
        #expect(played.state.progress?.total == 100)
        #expect(Command.forKey("X", in: .requests)?.whyNot(played.state) == nil)
        played.type("X")
        try played.play("\nwait stopped; what was recorded stays")
        #expect(played.state.progress == nil)
        #expect(!played.text.contains("not found"))
    }

    /// A filter that must look at every row says how far it is; stopped, it is taken back.
    @Test(arguments: ["1", "6"]) func filteringIsShownAndStopped(_ view: String) throws {
        let backend = FakeBackend([.accepted(1), .refused(2)])
        backend.content.withLock { $0.isSlow = true }
        var played = try Played(view, on: backend)
        played.type("fexpired<enter>")
        try played.wait("filtering  [")
        // Others are answered meanwhile.
        played.type("3")
        try played.wait("server trust")
        played.type(view + "X")
        try played.play("\nwait stopped; what was recorded stays")
        #expect(played.state.progress == nil)
        #expect(played.state.list.filter.isEmpty && played.state.log.filter.isEmpty)
        #expect(played.state.list.page.matching == 2)
    }

    @Test(arguments: ["w/tmp/copy.countersign<enter>", "o/logs/big.countersign<enter>"])
    func savingAndOpeningAreShownAndStopped(_ keys: String) throws {
        let backend = FakeBackend([.accepted(1)])
        backend.content.withLock { $0.isSlow = true }
        var played = try Played("1", on: backend)
        played.type(keys)
        try played.wait(keys.hasPrefix("w") ? "saving  [" : "opening  [")
        #expect(played.text.contains(" MB"))
        played.type("X")
        try played.play("\nwait stopped; what was recorded stays")
        #expect(played.state.progress == nil)
        #expect(!played.state.isReadOnly)
    }

    /// A filter that takes long is not waited for when another is asked for.
    @Test func aFilterIsOvertakenByTheNext() throws {
        let size = TerminalSize(columns: 80, rows: 24)
        var state = State(size: size)
        state.pane = .requests
        state.hasStarted = true
        func loads(_ keys: String, _ state: inout State) throws -> [String] {
            try Key.keys(keys).flatMap { Update.apply(.key($0), to: &state) }.compactMap { effect in
                guard case .loadRequests(let query, _, _) = effect else { return nil }
                return query.terms.isEmpty ? "all" : "filtered"
            }
        }
        let first = try loads("fa", &state)
        #expect(first.last == "filtered")
        // The first has not come back.
        let second = try loads("b", &state)
        #expect(second == ["filtered"])
        let third = try loads("<esc>", &state)
        #expect(third == ["all"])
        // What comes late of an older one changes nothing, and ends nothing.
        let old = try LogQuery("a")
        _ = Update.apply(.requests(old, RequestWindow()), to: &state)
        #expect(state.loads.running.contains(.requests))
        _ = Update.apply(.requests(LogQuery(), RequestWindow()), to: &state)
        #expect(!state.loads.running.contains(.requests))
    }

    @Test func firingAllIsShownAndStopped() throws {
        var played = try Played("H\nA\nwait HELD")
        #expect(played.state.salvo?.count == 6)
        try played.play("X\nwait stopped; what was recorded stays")
        #expect(played.backend.calls.contains("stop all"))
        #expect(played.state.overview.held.isEmpty)
        #expect(played.state.salvo == nil)
        try played.play("X")
        #expect(played.lines[22].contains("nothing runs"))
    }

    @Test func aSalvoThatRunsIsAProgress() throws {
        var state = State(size: TerminalSize(columns: 80, rows: 24))
        state.salvo = Salvo(count: 10, since: 0)
        state.overview.running = 4
        state.now = 3_000_000
        #expect(state.progress == Progress(word: "firing", done: 6, total: 10, since: 0))
        #expect(state.shownMessage.text.hasPrefix("firing  [#######.....]  6 of 10  2.0/s"))
        // What waits for the person is more urgent.
        state.overview.held = try Played("H\ni good<enter>\nwait HELD").state.overview.held
        #expect(state.shownMessage.text.hasPrefix("held 1"))
    }

    @Test func provingIsAProgressThatCanBeStopped() throws {
        var played = try Played("5\nwait stopped")
        let sheet = try #require(played.state.matrix.sheets[Matrix.now])
        var state = played.state
        state.matrix.proving = Matrix.now
        state.matrix.provingSince = 0
        state.matrix.provable[Matrix.now] = sheet.provable
        #expect(state.progress?.word == "proving now")
        #expect(state.progress?.total == sheet.provable)
        #expect(sheet.provable > 20)
        #expect(Command.forKey("X", in: .matrix)?.whyNot(state) == nil)
        try played.play("P\nwait proven")
        #expect(played.state.progress == nil)
    }

    @Test func aColumnThatCannotBeComputedIsNotAskedForAgain() throws {
        var state = try Played("5\nwait stopped").state
        state.matrix.sheets = [:]
        let effects = Update.apply(.audited(nil, name: Matrix.now), to: &state)
        #expect(!effects.contains { if case .audit(Matrix.now, _) = $0 { true } else { false } })
        #expect(state.matrix.givenUp.contains(Matrix.now))
    }
}
