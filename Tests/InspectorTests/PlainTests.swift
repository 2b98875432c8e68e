import EventSamples
import Terminal
import Testing

@testable import Inspector

/// The inspector in lines, from the same commands.
@MainActor @Suite struct PlainTests {
    private func play(_ lines: [String], on backend: FakeBackend = FakeBackend(), urls: [String] = []) -> [String] {
        var printed: [String] = []
        var options = InspectorOptions()
        options.urls = urls
        let session = PlainSession(options, backend, input: PlainInput(lines)) { printed.append($0) }
        #expect(session.run() == 0)
        return printed
    }

    @Test func scenariosAreFiredByTheirNumber() {
        let printed = play(["2", "quit"])
        #expect(printed.contains { $0.hasPrefix("  1 good") })
        #expect(printed.contains { $0.contains("no. 1  GET expired.lab.test/") && $0.contains("cancel") })
        #expect(printed.contains { $0.contains("date: ended") })
    }

    @Test func theEndOfTheInputWaitsForWhatRuns() {
        let printed = play([], urls: ["https://api.example.test"])
        #expect(printed.contains { $0.contains("no. 1  GET api.example.test/  200 use") })
    }

    @Test func commandsAreTypedAsWords() {
        let backend = FakeBackend()
        let printed = play(
            ["inspect good", ":set rules openssl", "requests", "1", "detail", "help", "quit"],
            on: backend
        )
        #expect(backend.calls.contains("fire good"))
        #expect(backend.calls.contains("adopt rules apple -> openssl"))
        #expect(printed.contains { $0.contains("== timeline 1") })
        #expect(printed.contains { $0.contains("SENT CHAIN") })
        #expect(printed.contains { $0.contains("== help") })
    }

    @Test func aHeldChallengeIsAnsweredByNumber() {
        let backend = FakeBackend()
        let printed = play(["hold on", "inspect good", "3", "quit"], on: backend)
        #expect(printed.contains { $0.contains("HELD  1.1  server trust") })
        #expect(printed.contains("  1 do what the policy says"))
        #expect(printed.contains("  3 default handling"))
        #expect(backend.calls.contains("answer 1.1 default"))
    }

    @Test func whatFailedIsAcceptedByTheSecondNumberOnly() {
        let backend = FakeBackend()
        let printed = play(["hold on", "inspect expired", "2", "2", "quit"], on: backend)
        #expect(printed.contains { $0.contains("u again accepts despite FAIL date") })
        #expect(backend.calls.contains("answer 1.1 use"))
        let once = FakeBackend()
        _ = play(["hold on", "inspect expired", "2"], on: once)
        #expect(!once.calls.contains { $0.hasPrefix("answer") })
    }

    @Test func anIdentityIsChosenByNumber() {
        let backend = FakeBackend()
        let printed = play(["hold on", "inspect mutual", "2", "13", "2", "2", "quit"], on: backend)
        #expect(printed.contains { $0.hasSuffix("choose other.p12 bob") }, "\(printed.suffix(60))")
        #expect(backend.calls.contains("answer 1.2 use bob"))
    }

    @Test func switchesAreFlippedByNumber() {
        let backend = FakeBackend()
        let printed = play(["policy", "2", "quit"], on: backend)
        #expect(backend.calls.contains("adopt rules apple -> openssl"))
        #expect(printed.contains { $0.contains("rules: openssl (was apple)") })
    }

    @Test func whatIsTypedWrongIsSaid() {
        let printed = play(["hlep", "99", "inspect ht!tp", "quit"])
        #expect(printed.contains { $0.contains("no command hlep") })
        #expect(printed.contains { $0.contains("there are 1 to 6") })
        #expect(printed.contains { $0.contains("url.malformed") })
    }

    @Test func thereIsNothingButTextInIt() {
        let printed = play(
            ["requests", "1", "detail", "log", "policy", "lab", "quit"],
            on: SnapshotTests.backend(.hostile)
        )
        for line in printed {
            let isPlain = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            #expect(isPlain, "\(line.debugDescription)")
        }
    }
}
