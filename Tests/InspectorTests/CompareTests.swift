import EventSamples
import Events
import Terminal
import Testing
import Trust

@testable import Inspector

/// Two challenges side by side.
@MainActor @Suite struct CompareTests {
    @Test func differencesComeFirst() throws {
        let played = try Played("A\nwait done\n1gmm=", size: TerminalSize(columns: 160, rows: 50))
        #expect(played.state.overlay == .compare)
        let content = CompareView.content(played.state, played.state.size)
        #expect(content.title == "compare 1.1 with 2.1")
        let rule = try #require(content.body.firstIndex { $0.rule != nil })
        let differing = content.body[..<rule].map(\.text)
        let same = content.body[(rule + 1)...].map(\.text)
        #expect(differing.contains { $0.hasPrefix("check date") })
        #expect(differing.contains { $0.hasPrefix("decision") })
        #expect(same.contains { $0.hasPrefix("check host") })
        #expect(!differing.contains { $0.hasPrefix("rules ") })
        #expect(same.contains { $0.hasPrefix("rules") })
        #expect(content.body[..<rule].allSatisfy { $0.mark == "*" || $0.pieces.count < 3 })
    }

    @Test func aRequestIsComparedWithTheOneItRepeats() throws {
        var played = try Played("A\nwait done\n1g<down>r\nwait done")
        try played.play("=")
        #expect(CompareView.content(played.state, played.state.size).title == "compare 2.1 with 7.1")
        try played.play("<esc>")
        #expect(played.state.overlay == nil)
    }

    @Test func theNextChallengeOfBothIsAKeyAway() throws {
        let backend = FakeBackend([.mutual(1), .mutual(2)])
        var played = try Played("1=", on: backend)
        #expect(CompareView.content(played.state, played.state.size).title == "compare 1.1 with 2.1")
        try played.play("]")
        #expect(CompareView.content(played.state, played.state.size).title == "compare 1.2 with 2.2")
        #expect(played.text.contains("client certificate"))
        try played.play("]][[[")
        #expect(CompareView.content(played.state, played.state.size).title == "compare 1.1 with 2.1")
    }

    @Test func withNothingToCompareWithItIsSaid() throws {
        let played = try Played("i good<enter>\nwait done\n=")
        #expect(played.state.overlay == nil)
        #expect(played.lines[22].contains("mark another request with  m"))
    }

    /// Real certificates: a renewal is another serial under the same key.
    @Test func everyCertificateOfTheChainIsAFact() {
        let events = SampleChain.refused(1).events
        var exchange = Exchange(key: FakeBackend.key(1), events: events)
        for event in events { for found in event.certificates { exchange.certificates[found.sha256] = found } }
        let facts = ComparedFacts.facts(of: Comparison.Side(exchange: exchange, challenge: 1))
        #expect(facts.contains { $0.name == "leaf pin" && $0.value.hasPrefix("sha256//") })
        #expect(facts.contains { $0.name == "cert 2 subject" && $0.value.contains("Test Root A") })
        #expect(facts.contains { $0.name == "check pin" && $0.value.hasPrefix("FAIL") })
    }
}
