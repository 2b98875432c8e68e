import Diagnosis
import Testing

@testable import countersign

@Suite struct OptionParserTests {
    private func parse(_ words: String...) throws(Problem) -> Arguments {
        try OptionParser(command: .fire).parse(words)
    }

    @Test func valuesComeInEitherForm() throws {
        for words in [["--min-tls=1.3"], ["--min-tls", "1.3"]] {
            #expect(try OptionParser(command: .fire).parse(words).value(.minimumTLS) == "1.3")
        }
        let short = try parse("-H", "A: 1", "-HB: 2", "-X", "PUT", "--header=C: =3")
        #expect(short.values(.header) == ["A: 1", "B: 2", "C: =3"])
        #expect(short.value(.method) == "PUT")
        #expect(try parse("--data=").value(.body) == "")
    }

    @Test func optionsAndOperandsMix() throws {
        let arguments = try parse("good", "--json", "expired", "--", "--json", "-x")
        #expect(arguments.operands == ["good", "expired", "--json", "-x"])
        #expect(arguments.has(.json))
        #expect(try parse("-").operands == ["-"])
    }

    @Test func aValueMayBeginWithADash() throws {
        #expect(try parse("--pin", "-strange").values(.pin) == ["-strange"])
    }

    @Test func theSameValueTwiceIsNoConflict() throws {
        #expect(try parse("--rules", "apple", "--rules=apple").value(.rules) == "apple")
    }

    @Test(arguments: [
        (["--anchor", "x"], DiagnosisCode.optionUnknown, "There is no option \"--anchor\"."),
        (["-Z"], .optionUnknown, "There is no option \"-Z\"."),
        (["--chain", "x"], .optionUnknown, "countersign fire does not take --chain."),
        (["--min-tls", "1.4"], .optionValue, "--min-tls does not take \"1.4\"."),
        (["--min-tls="], .optionValue, "--min-tls does not take \"\"."),
        (["--pin"], .optionValue, "--pin stands without its value."),
        (["--json=yes"], .optionValue, "--json is a switch and takes no value, but \"yes\" was given."),
        (
            ["--rules", "apple", "--rules", "openssl"], .optionConflict,
            "--rules apple and --rules openssl exclude each other."
        ),
    ])
    func saysWhatIsWrong(words: [String], code: DiagnosisCode, sentence: String) {
        let problem = #expect(throws: Problem.self) { try OptionParser(command: .fire).parse(words) }
        #expect(problem?.code == code)
        #expect(problem?.sentence == sentence)
    }

    @Test func theUnknownNamesTheNearestAndTheHelp() {
        let problem = #expect(throws: Problem.self) { try OptionParser(command: .fire).parse(["--anchor"]) }
        #expect(problem?.remedy == "Did you mean --anchors? \"countersign fire --help\" shows all there are.")
        let other = #expect(throws: Problem.self) { try OptionParser(command: .lab).parse(["--chain"]) }
        #expect(other?.remedy == "It is an option of evaluate, matrix.")
    }

    @Test func numbersHaveARange() throws {
        let parser = OptionParser(command: .lab)
        #expect(try parser.parse(["--port", "0"]).number(.port, in: 0...65535) == 0)
        #expect(try parser.parse([]).number(.port, in: 0...65535) == nil)
        for text in ["65536", "-1", "x", "", "9443.0", "99999999999999999999"] {
            let arguments = try parser.parse(["--port", text])
            #expect(throws: Problem.self) { try arguments.number(.port, in: 0...65535) }
        }
    }
}
