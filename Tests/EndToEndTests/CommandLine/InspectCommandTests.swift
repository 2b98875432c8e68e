import Foundation
import TestSupport
import Testing

/// `countersign inspect` without a terminal: what it says, and the script runner.
@Suite struct InspectCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Program.Result {
        try Program.run(
            Countersign.path,
            arguments,
            environment: Countersign.environment(home: home),
            folder: home.path
        )
    }

    private func screen(_ name: String) throws -> String {
        try String(contentsOfFile: home.file(name + ".txt"), encoding: .utf8)
    }

    @Test func withoutATerminalTheScreenNeverStarts() throws {
        for arguments in [[], ["inspect"], ["--no-log"]] {
            let result = try Countersign.run(arguments, home: home)
            #expect(result.status == 2)
            #expect(result.errors.contains("[terminal.unusable]"))
            #expect(result.output.isEmpty)
        }
        // Nothing was begun that would have to be ended.
        #expect(!FileManager.default.fileExists(atPath: home.file("data/countersign/logs")))
    }

    @Test func theClientOfTheOptionsIsTheOneOnScreen() throws {
        let script = try home.write("keys", text: "save-screen first\n")
        let result = try run("inspect", "--flow", "F2c", "--no-log", "--script", script)
        #expect(result.status == 0, "\(result.errors)")
        let first = try screen("first")
        #expect(first.contains("countersign  F2c"))
        #expect(first.contains("AF 4.0  certificate (1 CA)  allowInvalid ON!  domain OFF!"))
    }

    @Test func aLogIsOpenedReadOnly() throws {
        let log = home.file("mine.countersign")
        #expect(try run("fire", "good", "--log", log).status == 0)
        let script = try home.write("keys", text: "save-screen opened\n")
        let result = try run("inspect", "--open", log, "--script", script)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try screen("opened").contains("READ ONLY mine.countersign"))
        #expect(try screen("opened").contains("GET good.lab.test/"))
    }

    @Test(arguments: [
        (["inspect", "--open", "/nonexistent.countersign"], "file.missing"),
        (["inspect", "--theme", "terminl"], "option.unknown"),
        (["inspect", "--color", "17"], "option.value"),
        (["inspect", "--script", "/nonexistent"], "file.unreadable"),
        (["inspect", "--open", "a.countersign", "good"], "option.conflict"),
        (["inspect", "--open", "a.countersign", "--log", "b.countersign"], "option.conflict"),
    ])
    func badInputIsSaid(arguments: [String], code: String) throws {
        let script = try home.write("keys", text: "save-screen none\n")
        let words = arguments.contains("--script") ? arguments : arguments + ["--script", script]
        let result = try Countersign.run(words + (words.contains("--log") ? [] : ["--no-log"]), home: home)
        #expect(result.status == 2)
        #expect(result.errors.contains("[\(code)]"), "\(result.errors)")
    }
}
