import Diagnosis
import TestSupport
import Foundation
import Terminal
import Testing

@testable import Inspector

@MainActor @Suite struct ScriptTests {
    @Test func linesAreKeysWaitsAndScreens() throws {
        let script = try Script("# a comment\n\ni good<enter>\nwait done\nwait 200\nsave-screen one\r\n", file: "s")
        #expect(script.lines.map(\.number) == [3, 4, 5, 6])
        #expect(
            script.lines.map(\.step) == [
                .keys(["i", " ", "g", "o", "o", "d", .enter]), .waitDone, .waitFor("200"), .saveScreen("one"),
            ]
        )
    }

    @Test(arguments: [
        ("a\n<nokey>", 2, "<nokey>"), ("save-screen ../x", 1, "no plain file name"),
        ("save-screen .hidden", 1, "no plain"),
        ("<open", 1, "<<open>"),
    ])
    func faultsNameTheirLine(_ text: String, _ line: Int, _ words: String) {
        let problem = #expect(throws: Problem.self) { try Script(text, file: "demo.script") }
        #expect(problem?.sentence.contains("demo.script, line \(line)") == true)
        #expect(problem?.sentence.contains(words) == true)
    }

    @Test func aWaitInVainIsSaid() throws {
        let played = try Played()
        var runner = ScriptRunner(
            loop: played.loop,
            script: try Script("wait never shown", file: "s"),
            file: "s",
            sleep: { _ in true },
            save: { _, _ in }
        )
        runner.patience = 0
        let problem = #expect(throws: Problem.self) { try runner.run() }
        #expect(problem?.sentence.contains("line 1: never shown did not come") == true)
    }

    /// The product's own way: a script file in, screens out, no terminal.
    @Test func theProgramRunsAScriptFile() throws {
        let folder = try TemporaryFolder()
        var options = InspectorOptions()
        options.script = try folder.write("demo.script", text: "i good<enter>\nwait done\nsave-screen after\n")
        options.scriptOutput = folder.path
        options.isUTF8 = false
        #expect(try InspectorMain.run(options, backend: FakeBackend()) == 0)
        let screen = try String(contentsOfFile: folder.file("after.txt"), encoding: .utf8)
        #expect(screen.contains("GET good.lab.test/"))
        #expect(screen.hasPrefix("+--------"))
    }

    @Test func aMissingScriptIsAnError() {
        var options = InspectorOptions()
        options.script = "/nonexistent/demo.script"
        let problem = #expect(throws: Problem.self) { try InspectorMain.run(options, backend: FakeBackend()) }
        #expect(problem?.code == .fileUnreadable)
    }
}
