import Terminal
import Testing

@testable import Inspector

@Suite struct CommandTableTests {
    @Test(arguments: Place.allCases)
    func aKeyMeansOneThingInAPlace(_ place: Place) {
        var seen: [Key: Intent] = [:]
        for command in Command.all(in: place) {
            for key in command.keys {
                // The first row of the table counts; a second one for the same key would never be reached.
                #expect(
                    seen[key] == nil,
                    "\(key.name) in \(place) means \(command.intent) and \(String(describing: seen[key]))"
                )
                seen[key] = command.intent
            }
        }
    }

    @Test func wordsAreUnique() {
        let words = Command.table.filter { !$0.word.isEmpty }
        for command in words {
            for other in words where other.word == command.word { #expect(other.intent == command.intent) }
        }
    }

    @Test func onlyViewsThatExistHaveDigits() {
        let digits = Pane.allCases.compactMap(\.digit)
        #expect(digits == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
        for digit in "123456789" { #expect(Command.forKey(.character(digit), in: .requests) != nil) }
    }

    /// A key typed for something else must not answer a challenge.
    @Test func theHoldPanelKnowsItsOwnKeysAlone() {
        #expect(Command.forKey(.enter, in: .hold) == nil)
        #expect(Command.forKey(.tab, in: .hold) == nil)
        for digit in "0123456789" { #expect(Command.forKey(.character(digit), in: .hold) == nil) }
        let letters = "pudcrnsvtA"
        for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" where !letters.contains(letter) {
            #expect(Command.forKey(.character(letter), in: .hold) == nil, "\(letter)")
        }
    }

    @Test func theHoldPanelOpensByOneKeyAlone() {
        for place in Place.allCases {
            let keys = Command.all(in: place).filter { $0.intent == .answerHeld }.flatMap(\.keys)
            #expect(keys.isEmpty || keys == [.character("a")])
        }
    }

    @Test(arguments: Place.allCases)
    func footersComeFromTheTable(_ place: Place) {
        let footer = Command.footer(of: place)
        #expect(!footer.isEmpty)
        for command in footer {
            #expect(!command.keys.isEmpty || command.intent == .quit)
            #expect(Command.all(in: place).contains { $0.intent == command.intent })
        }
    }

    @Test func keysThatCannotBeTypedEverywhereAreAvoided() {
        for command in Command.table {
            for key in command.keys {
                guard case .control(let letter) = key else { continue }
                #expect("CDLUZ".contains(letter))
            }
        }
    }

    @Test(arguments: [
        ("h", nil), ("hel", Intent.help), ("help", Intent.help), ("ho", Intent.holdMode), ("inv", Intent.invalidate),
        ("repeat", Intent.fireAgain), ("nonsense", nil), ("set", Intent.set), ("log", Intent.view(.log)),
    ])
    func aWordMayBeBegun(_ word: String, _ intent: Intent?) {
        #expect(Command.forWord(word)?.intent == intent)
    }

    @Test func helpSaysWhyAKeyIsOff() {
        var state = State(size: TerminalSize(columns: 80, rows: 24))
        state.pane = .requests
        state.helpFor = .requests
        state.overlay = .help
        let text = HelpView.content(state, state.size).body.map(\.text).joined(separator: "\n")
        #expect(text.contains("nothing is held"))
        #expect(text.contains("no request yet"))
        state.overview.log.isReadOnly = true
        let readOnly = HelpView.content(state, state.size).body.map(\.text).joined(separator: "\n")
        #expect(readOnly.contains("read-only"))
    }
}
