import Testing

@testable import Trust

@Suite struct PassPhraseTests {
    @Test func showsItselfNowhere() {
        let phrase = PassPhrase("hunter2")
        let options = IdentityFile.Options(passPhrase: phrase, keyPassPhrase: phrase)
        var dumped = ""
        dump(options, to: &dumped)
        dump(phrase, to: &dumped)
        for text in ["\(phrase)", String(reflecting: phrase), "\(options)", String(reflecting: options), dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect("\(phrase)" == "(pass phrase)")
    }

    @Test(arguments: [
        ("secret\n", "secret"), ("secret\r\nmore", "secret"), ("\u{FEFF}secret", "secret"), ("", ""), ("\n", ""),
        (" a ", " a "),
    ]) func firstLine(file: String, expected: String) {
        let phrase = PassPhrase(firstLineOf: Array(file.utf8))
        #expect(phrase.bytes == Array(expected.utf8))
        #expect(phrase.isEmpty == expected.isEmpty)
    }

    @Test func formsOfASCIIAreFew() {
        #expect(PassPhraseForm.utf16(PassPhrase("abc")).map(\.name) == ["UTF-16"])
        #expect(PassPhraseForm.bytes(PassPhrase("abc")).count == 3)
        #expect(PassPhraseForm.utf16(nil).map(\.isNull) == [false, true])
        #expect(PassPhraseForm.utf16(PassPhrase("")).map(\.isNull) == [false, true])
    }
}
