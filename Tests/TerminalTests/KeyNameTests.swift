import Testing

@testable import Terminal

@Suite struct KeyNameTests {
    /// Every key that a terminal can send has a name that leads back to it.
    @Test func everyKeyIsFoundByItsName() {
        var keys = Key.names.map(\.key)
        keys += (0x20...0x7E).map { .character(Character(Unicode.Scalar($0))) }
        keys += (0..<0x20).map { Key(scalar: Unicode.Scalar($0)) } + [Key(scalar: "\u{7F}"), .character("é")]
        for key in keys {
            #expect(Key(name: key.name) == key, "\(key)")
            #expect((try? Key.keys(key.scriptName)) == [key], "\(key)")
        }
    }

    @Test func noNameIsUsedTwice() {
        let names = Key.names.flatMap(\.names)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() })
    }

    @Test func controlsThatAreKeysAreThoseKeys() {
        let same: [(String, Key)] = [
            ("^M", .enter), ("^J", .enter), ("^I", .tab), ("^H", .backspace), ("^[", .escape), ("^C", .control("C")),
            ("^z", .control("Z")), ("C-l", .control("L")), ("ESC", .escape), ("PgUp", .pageUp),
            ("Space", .character(" ")),
        ]
        for (name, key) in same { #expect(Key(name: name) == key, "\(name)") }
        for bad in ["", "escc", "^1", "c-", "c-é", "^", "f1"] where bad != "^" {
            #expect(Key(name: bad) == nil, "\(bad)")
        }
        #expect(Key(name: "^") == .character("^"))
    }

    @Test func scripts() throws {
        #expect(
            try Key.keys("i good<enter>") == "i good".map { .character($0) } + [.enter]
        )
        #expect(
            try Key.keys("<esc>^D<^U>^x^") == [
                .escape, .control("D"), .control("U"), .character("^"), .character("x"), .character("^"),
            ]
        )
        #expect(try Key.keys("<lt>a<gt>>") == [.character("<"), .character("a"), .character(">"), .character(">")])
        #expect(try Key.keys("") == [])
        #expect(throws: KeyNameError(name: "nope", offset: 3)) { try Key.keys("abc<nope>") }
        #expect(throws: KeyNameError(name: "<esc", offset: 1)) { try Key.keys("a<esc") }
    }

    @Test func aCombinedCharacterIsTypedScalarByScalar() throws {
        #expect(try Key.keys("e\u{301}") == [.character("e"), .character("\u{301}")])
    }
}
