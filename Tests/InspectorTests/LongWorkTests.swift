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
