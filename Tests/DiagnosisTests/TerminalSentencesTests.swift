import Testing

@testable import Diagnosis

@Suite struct TerminalSentencesTests {
    @Test(arguments: Problem.TerminalLack.allCases, ["", "dumb", "x\u{1B}]0;y\u{7}"])
    func anUnusableTerminalIsNamed(lack: Problem.TerminalLack, term: String) {
        let problem = Problem.terminalUnusable(term: term, lacks: lack)
        #expect(problem.code == .terminalUnusable)
        #expect(problem.sentence.contains(term.isEmpty ? "TERM is" : "TERM is " + Sanitizer.line(term)))
        #expect(problem.remedy?.contains("countersign fire") == true)
        #expect(!problem.description.unicodeScalars.contains("\u{1B}"))
    }

    @Test func aThemesLineIsNamedAndItsWord() {
        let faults: [(Problem.ThemeFault, String)] = [
            (.role("hold"), "hold"), (.color("yelow"), "yelow"), (.attribute("blod"), "blod"),
            (.incomplete("held"), "held"), (.repeated("held"), "held"), (.base("none"), "none"),
        ]
        for (fault, word) in faults {
            let problem = Problem.themeLine(file: "my.theme", line: 7, fault: fault)
            #expect(problem.code == .themeLine)
            #expect(problem.sentence.hasPrefix("my.theme, line 7: "))
            #expect(problem.sentence.contains("\"\(word)\""))
            #expect(problem.sentence.contains("the rest of the theme applies"))
        }
    }

    @Test func aThemeThatIsNotThereIsSaidWithThoseThatAre() {
        let problem = Problem.themeUnknown("lihgt", known: ["dark", "light"], nearest: "light")
        #expect(problem.code == .optionUnknown)
        #expect(problem.sentence.contains("\"lihgt\"") && problem.sentence.contains("dark, light"))
        #expect(problem.remedy == "Perhaps \"light\" was meant.")
        let unreadable = Problem.themeUnreadable(path: "/t.theme", reason: "it is no UTF-8 text")
        #expect(unreadable.code == .fileUnreadable)
        #expect(unreadable.sentence.contains("/t.theme") && unreadable.sentence.contains("UTF-8"))
    }
}
