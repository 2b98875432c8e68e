import Terminal
import Testing

@testable import Inspector

/// The demo: a story is chosen, typed at its pace, and stopped by any key; the tour goes on when the person says.
@MainActor @Suite struct DemoTests {
    /// Lets time pass until something holds, a minute of it at most.
    private func pass(_ played: inout Played, until isDone: (State) -> Bool) throws {
        for _ in 0..<3000 where !isDone(played.state) { try played.pass(milliseconds: 20) }
        let isThere = isDone(played.state)
        try #require(isThere, "\(played.text)")
    }

    @Test func everyStepIsMadeOfCommandsThatExist() throws {
        let played = try Played()
        let stories = DemoStory.all(played.state)
        #expect(stories.map(\.name) == ["1", "2", "3", "4"])
        for step in stories.flatMap(\.steps) {
            #expect(!(try Key.keys(step.keys)).isEmpty, "\(step.keys)")
            for part in step.keys.split(separator: ":").dropFirst() where !part.hasPrefix("//") {
                #expect(Command.forWord(String(part.prefix { $0 != " " && $0 != "<" })) != nil, "\(step.keys)")
            }
        }
        // A sentence fits into its line, so that the keys stand below it.
        for step in stories.prefix(3).flatMap(\.steps) { #expect(step.sentence.count <= 66, "\(step.sentence)") }
        #expect(stories[2].title.contains("with curl"))
        // Of the flows only those that are there.
        #expect(stories[3].steps.contains { $0.client == "F2c" })
        #expect(!stories[3].steps.contains { $0.client == "F8" })
    }

    @Test func aStoryIsChosenTypedAndTold() throws {
        var played = try Played(":demo<enter>")
        #expect(played.text.contains("2     Two-way TLS and a pinned CA") || played.text.contains("2  Two-way TLS"))
        #expect(played.lines[22].contains("which story?"))
        try played.play("3")
        try pass(&played) { $0.demo?.told?.phase == .reading }
        #expect(played.lines[22].contains("demo 1/4: Every scenario has a port of its own"))
        #expect(played.lines[23].contains("typed 8"))
        #expect(played.lines[23].contains("any other key stops"))
        // It types into the prompt, a key at a time, and waits for what it announces.
        try pass(&played) { $0.prompt != nil }
        let text = played.state.prompt?.string ?? ""
        try pass(&played) { ($0.prompt?.string ?? "").count > text.count }
        try pass(&played) { $0.demo?.told?.index == 2 }
        #expect(played.backend.calls.contains("judge curl|-sk|{url}"))
    }

    /// The choice is there at once; a story chosen before the lab is up begins when it is.
    @Test func aStoryWaitsForALabThatStarts() throws {
        let backend = FakeBackend()
        backend.content.withLock { ($0.hasLab, $0.isLabStarting) = (false, true) }
        var played = try Played(":demo 3<enter>", on: backend)
        try played.pass(milliseconds: 1000)
        #expect(played.state.demo?.told?.phase != .reading)
        #expect(!played.text.contains("the lab is off"))
        backend.content.withLock { ($0.hasLab, $0.isLabStarting) = (true, false) }
        played.loop.post(.changed)
        try pass(&played) { $0.demo?.told?.phase == .reading }
        #expect(played.lines[22].contains("demo 1/4"))
    }

    @Test func anyKeyStopsItAndSpaceGoesOn() throws {
        var played = try Played(":demo 3<enter>")
        try pass(&played) { $0.demo?.told?.phase == .reading }
        try played.play("<space>")
        #expect(played.state.demo?.told?.index == 1)
        try pass(&played) { $0.prompt?.string.isEmpty == false }
        try played.play("x")
        #expect(played.state.demo == nil && played.state.prompt == nil)
        #expect(played.text.contains("the story stops here"))
        // Nothing goes on by itself afterwards, and keys are the person's again.
        try played.pass(milliseconds: 10_000)
        #expect(played.backend.calls.allSatisfy { !$0.hasPrefix("judge") })
        try played.play("8?")
        #expect(played.state.overlay == .help)
    }

    @Test func aPaceIsChosenByItsName() throws {
        func seconds(_ pace: String) throws -> Int64 {
            var played = try Played(":demo 3 \(pace)<enter>")
            let start = played.state.now
            try pass(&played) { $0.demo?.told?.index == 1 }
            return played.state.now - start
        }
        let (slow, normal, fast) = (try seconds("slow"), try seconds("normal"), try seconds("fast"))
        #expect(slow > normal && normal > fast)
        #expect(try Played(":demo 9<enter>").text.contains("a story from 1 to 4"))
    }

    /// What does not come is said, and the story ends.
    @Test func aStoryThatWaitsInVainEnds() throws {
        var played = try Played(":demo 1<enter>")
        for _ in 0..<200 where played.state.demo != nil { try played.pass(milliseconds: 1000) }
        #expect(played.state.demo == nil)
        #expect(played.text.contains("waited in vain for"))
    }

    @Test func theTourGoesOnWhenThePersonSays() throws {
        var played = try Played(":demo 4<enter>")
        try pass(&played) { $0.demo?.told?.phase == .reading }
        #expect(played.lines[22].contains("demo 1/"))
        #expect(played.text.contains("GET good.lab.test/"))
        try played.pass(milliseconds: 60_000)
        #expect(played.state.demo?.told?.index == 0)
        try played.play("<space>")
        try pass(&played) { $0.demo?.told?.phase == .reading }
        #expect(played.lines[22].contains("demo 2/"))
        #expect(played.text.contains("expired.lab.test"))
        // The program's own keys still count.
        try played.play("3")
        #expect(played.state.pane == .detail)
        try played.play("<esc>")
        #expect(played.state.demo == nil)
    }

    @Test func anotherClientIsJudged() throws {
        let played = try Played(":judge curl -s '{url}' \"a b\"<enter>")
        #expect(played.backend.calls.contains("judge curl|-s|{url}|a b"))
        #expect(played.state.pane == .lab)
        #expect(played.text.contains("accepted 3 of 22 bad servers"))
        #expect(try Played(":judge missing<enter>").text.contains("cannot be run"))
        #expect(try Played(":judge 'open<enter>").text.contains("judge: a command"))
    }
}
