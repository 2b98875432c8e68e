import Foundation
import TestSupport
import Testing

/// `log`, `lab --list`, `flow`, `--version` and the manual page, as the shell sees them.
@Suite struct LogCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Program.Result { try Countersign.run(arguments, home: home) }

    @Test func whatWasFiredIsFoundAgain() throws {
        #expect(try run("log", "list").status == 0)
        #expect(try run("log", "show").status == 2)
        #expect(try run("fire", "good", "expired").status == 1)

        let list = try run("log", "list")
        #expect(list.output.contains("2 requests"))
        #expect(list.output.contains("countersign fire good expired"))

        let show = try run("log", "show", "host:expired")
        #expect(show.status == 0)
        #expect(show.output.contains("request.failed"))
        #expect(!show.output.contains("good.lab.test"))

        let none = try run("log", "show", "987654321", "--json")
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(none.errors.contains("No event matches \"987654321\". The request of that number: --number 987654321."))

        let lines = try run("log", "show", "--json").output.split(separator: "\n")
        #expect(lines.count > 20)
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }

        let one = try run("log", "show", "--number", "2")
        #expect(one.output.hasPrefix("2  GET https://expired.lab.test/"))
        #expect(one.output.contains("date         FAIL"))
        #expect(try run("log", "show", "--number", "3").status == 2)
    }

    @Test func aNamedLogIsAppendedTo() throws {
        let path = home.file("mine.countersign")
        #expect(try run("fire", "good", "--log", path).status == 0)
        #expect(try run("fire", "good", "--log", path).status == 0)
        let exported = try run("log", "export", path, "--jsonl")
        #expect(exported.status == 0)
        let lines = try exported.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.first?["schema"] as? String == "countersign.log/1")
        #expect(lines.filter { $0["kind"] as? String == "request.started" }.count == 2)
        let one = try run("log", "export", path, "--jsonl", "--number", "1")
        #expect(one.output.contains("request.finished"))

        let page = try run("log", "export", path, "--markdown", "--number", "1")
        #expect(page.status == 0)
        #expect(page.output.hasPrefix("# 1: "))
        #expect(page.output.contains("good.lab.test"))
        #expect(try run("log", "export", path, "--markdown").status == 2)
        #expect(try run("log", "export", path, "--markdown", "--jsonl", "--number", "1").status == 2)
        #expect(try run("log", "list").output.isEmpty)

        let file = home.file("events.jsonl")
        #expect(try run("log", "export", path, "--jsonl", "--output", file).status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // Nothing is ever overwritten.
        #expect(try run("log", "export", path, "--jsonl", "--output", file).status == 2)
        #expect(try run("log", "export", path).status == 2)
    }

    @Test func whatIsNoLogIsSaid() throws {
        let path = try home.write("no.countersign", text: "%PDF-1.4 and more text than a header has, and yet more")
        let result = try run("log", "show", path)
        #expect(result.status == 2)
        #expect(result.errors.contains("[log.not-a-log]"))
        #expect(try run("fire", "good", "--log", path).status == 2)
        #expect(try run("log", "show", home.file("none.countersign")).status == 2)
        #expect(try run("log", "sho").errors.contains("Did you mean show?"))
        #expect(try run("log").status == 2)
        #expect(try run("log", "export").status == 2)
    }

    @Test func theLabListsItsScenarios() throws {
        let list = try run("lab", "--list", "--only", "good", "--port", "12000")
        let last = try #require(list.output.split(separator: "\n").last)
        #expect(last.contains("left out and why: /") && last.hasSuffix("/Documentation/BADSSL.md"))
        #expect(list.status == 0)
        #expect(list.output.contains("https://localhost:12000/"))
        #expect(!list.output.contains("expired"))
        #expect(try run("lab", "--list", "--only", "goood").errors.contains("Did you mean good?"))
        #expect(try run("lab", "good").status == 2)
        #expect(try run("lab", "--port", "70000").status == 2)
    }

    @Test func flowsAreListedAndShownInBothForms() throws {
        let list = try run("flow")
        for id in ["F1", "F2", "F2c", "F3", "F4", "F4t", "F6", "F6n", "F7", "F6r", "system"] {
            #expect(list.output.contains("\n  \(id) "), "\(id)")
        }
        let one = try run("flow", "f6")
        #expect(one.output.contains("F6  ") && one.output.contains("F6r  "))
        #expect(one.output.contains("inverted"))
        #expect(try run("flow", "F99").status == 2)
    }

    @Test func versionAndHelpGoToStandardOutput() throws {
        let version = try run("--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("countersign "))
        #expect(version.errors.isEmpty)
        let help = try run("--help")
        #expect(help.status == 0)
        #expect(help.output.hasPrefix("Usage: countersign"))
        #expect(try run("fier").status == 2)
    }

    /// To renew it: `countersign help --man > Documentation/countersign.1`.
    @Test func theManualPageIsThatOfTheTables() throws {
        let path = Countersign.checkout + "/Documentation/countersign.1"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try run("help", "--man").output == page)
    }
}
