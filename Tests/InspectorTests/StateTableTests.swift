import EventSamples
import Terminal
import Testing

@testable import Inspector

/// The states that every view has: empty, read-only, filtered to nothing, not saved.
@MainActor @Suite struct StateTableTests {
    nonisolated static let views = Pane.allCases.filter { $0.digit != nil }
    nonisolated static let sizes = [(40, 10), (80, 24), (160, 50)]

    /// Nothing is recorded yet: a sentence, not a blank.
    @Test(arguments: views, sizes) func anEmptyViewSaysSomething(_ pane: Pane, _ size: (Int, Int)) throws {
        let digit = try #require(pane.digit)
        let played = try Played(String(digit), size: TerminalSize(columns: size.0, rows: size.1))
        let area = try #require(Layout(played.state.size, played.state.layoutWish).area(of: pane))
        let content = pane.view.content(played.state, area.size)
        #expect(content.body.contains { !$0.text.isEmpty }, "\(pane)")
    }

    /// An opened log says so in every view, and what would send something says why it does not.
    @Test(arguments: views) func anOpenedLogIsReadOnlyEverywhere(_ pane: Pane) throws {
        let backend = FakeBackend([.accepted(1), .refused(2)])
        backend.content.withLock { $0.log.isReadOnly = true }
        let digit = try #require(pane.digit)
        let played = try Played("1\(digit)", on: backend)
        #expect(played.lines[0].contains("READ ONLY today.countersign"))
        let sending: Set<Intent> = [
            .inspect, .fireAgain, .fireScenario, .fireAll, .holdMode, .invalidate, .prove, .exportLab, .keyLog,
            .dropConnection, .stop, .loadPage,
        ]
        for command in Command.all(in: Place(pane)) where sending.contains(command.intent) {
            guard let key = command.keys.first else { continue }
            played.loop.take(.key(key))
            #expect(played.lines[22].contains("read-only: nothing is sent"), "\(pane) \(key.name)")
        }
        #expect(backend.calls.isEmpty)
    }

    @Test(arguments: views) func aLogThatIsNotSavedSaysSoEverywhere(_ pane: Pane) throws {
        let backend = FakeBackend([.accepted(1)])
        backend.content.withLock { $0.log.trouble = "disk full" }
        let digit = try #require(pane.digit)
        let played = try Played("1\(digit)", on: backend)
        #expect(played.lines[0].contains("NOT SAVED: disk full"), "\(pane)")
    }

    /// A filter that matches nothing leaves no request on screen that is not there.
    @Test(arguments: [
        ("2", "No request is selected."), ("3", "No request is selected."), ("7", "No request is selected."),
    ])
    func filteredToNothing(_ digit: String, _ words: String) throws {
        let played = try Played("1fnothing<enter>\(digit)", on: FakeBackend([.accepted(1), .refused(2)]))
        #expect(played.text.contains(words), "\(digit)")
        #expect(played.state.list.query.terms.isEmpty == false)
    }

    /// While what is typed does not parse, the filter from before is in force.
    @Test func aFaultyFilterChangesNothing() throws {
        var played = try Played("1fhots", on: FakeBackend([.accepted(1), .refused(2)]))
        #expect(played.state.list.page.matching == 0)
        try played.play(":x")
        #expect(played.state.list.page.matching == 2)
        #expect(played.lines[23].contains("^ no such field"))
    }
}
