import Foundation
import Glibc
import TestSupport
import Testing

/// The inspector itself on a terminal of its own: kinds and sizes of terminals, stops, ends, crashes, other programs.
@Suite(.serialized) struct InspectorTerminalTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        var variables = Countersign.environment(home: home).compactMapValues { $0 }
        variables["TERM"] = "xterm-256color"
        variables["LC_ALL"] = "C.UTF-8"
        variables["PATH"] = "/usr/bin:/bin"
        return variables.merging(more) { $1 }
    }

    private func withInspector(
        _ arguments: [String] = [],
        columns: Int = 80,
        rows: Int = 24,
        _ more: [String: String] = [:],
        _ body: (PseudoTerminal, TerminalProcess) throws -> Void
    ) throws {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        defer { terminal.close() }
        let process = try TerminalProcess(
            Countersign.path,
            arguments,
            on: terminal,
            environment: environment(more)
        )
        defer {
            process.send(SIGKILL)
            _ = process.waitForEnd()
        }
        try body(terminal, process)
        #expect(terminal.screen.unknown == [])
    }

    /// The first screen again, the cursor seen, keys echoed by the line.
    private func expectRestored(_ terminal: PseudoTerminal) throws {
        try terminal.wait("the first screen") { !$0.isAlternate && $0.isCursorVisible }
        var modes = termios()
        #expect(tcgetattr(terminal.terminal, &modes) == 0)
        #expect(modes.c_lflag & tcflag_t(ICANON) != 0)
        #expect(modes.c_lflag & tcflag_t(ECHO) != 0)
    }

    // MARK: Terminals

    @Test(arguments: ["xterm-256color", "xterm", "screen-256color", "tmux-256color", "linux", "vt220", "vt100"])
    func everyTerminalThatPlacesTheCursorWillDo(_ term: String) throws {
        try withInspector(["inspect", "good"], ["TERM": term]) { terminal, process in
            try terminal.wait(for: "default   200     GET good.lab.test/")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    /// Any other gets lines, and is told why.
    @Test(arguments: ["dumb", "no-such-terminal", ""]) func anyOtherGetsLines(_ term: String) throws {
        try withInspector(["inspect", "good"], ["TERM": term]) { terminal, process in
            try terminal.wait(forOutput: "Going on in lines, as with --plain")
            try terminal.wait(forOutput: "GET good.lab.test/  200 default")
            terminal.type("inspect expired\r")
            try terminal.wait(forOutput: "date: ended")
            terminal.type("quit\r")
            #expect(process.waitForEnd() == .exited(0))
            #expect(!terminal.output.contains("\u{1B}"))
        }
    }

    @Test func withoutUTF8EverythingIsASCII() throws {
        try withInspector(["inspect", "good"], ["LC_ALL": "C"]) { terminal, process in
            let screen = try terminal.wait(for: "default   200", "-- timeline 1")
            #expect(screen.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
            #expect(terminal.output.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    /// NO_COLOR: attributes alone, no colour is ever set.
    @Test func withoutColoursNoneIsSent() throws {
        try withInspector(["inspect", "good"], ["NO_COLOR": "1"]) { terminal, process in
            try terminal.wait(for: "default   200")
            terminal.type("123468pq?q1")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
            let colours = terminal.output.matches(of: /\u{1B}\[[0-9;]*m/).map(\.output).filter { sequence in
                sequence.dropFirst(2).dropLast().split(separator: ";").contains {
                    Int($0).map { 30...37 ~= $0 || $0 == 38 || 40...48 ~= $0 } ?? false
                }
            }
            #expect(colours == [])
        }
    }

    @Test(arguments: [(160, 50), (80, 24), (40, 10), (20, 5), (5, 2), (1, 1)])
    func everySizeWillDo(_ columns: Int, _ rows: Int) throws {
        try withInspector(["inspect", "good"], columns: columns, rows: rows) { terminal, process in
            try terminal.wait("the screen") { $0.isAlternate }
            // Until it is raw the terminal itself echoes what is typed, into the middle of what is written.
            try Waiting.until("a raw terminal") { !terminal.isEchoing }
            terminal.type("12p")
            terminal.type("\u{1B}")
            if columns >= 80 { try terminal.wait(for: "200") }
            terminal.resize(columns: 80, rows: 24)
            try terminal.wait(for: "default   200     GET good.lab.test/")
            terminal.type("1q")
            #expect(process.waitForEnd() == .exited(0))
            try expectRestored(terminal)
        }
    }

    @Test func aStormOfSizesEndsInTheLast() throws {
        try withInspector(["inspect", "good"]) { terminal, process in
            try terminal.wait(for: "default   200")
            for step in 0..<80 {
                terminal.resize(columns: 1 + step * 37 % 200, rows: 1 + step * 13 % 60)
                if step % 8 == 0 { terminal.type("j") }
            }
            terminal.resize(columns: 100, rows: 30)
            try terminal.wait("the last size") { screen in
                screen.lines[0].contains("countersign") && screen.lines[29].contains("help")
                    && screen.lines[1].contains("system trust")
            }
            terminal.type("1q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    // MARK: Ends

    @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS, SIGILL]) func aCrashGivesTheTerminalBack(_ signal: Int32) throws {
        try withInspector(["inspect", "good"]) { terminal, process in
            try terminal.wait(for: "default   200")
            process.send(signal)
            #expect(process.waitForEnd() == .signaled(signal))
            try expectRestored(terminal)
            try terminal.wait(forOutput: "The log is safe: ")
        }
        try expectRecorded()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func anEndFromOutsideIsAnEnd(_ signal: Int32) throws {
        try withInspector(["inspect", "good"]) { terminal, process in
            try terminal.wait(for: "default   200")
            process.send(signal)
            guard case .exited = process.waitForEnd() else {
                Issue.record("it was killed")
                return
            }
            try expectRestored(terminal)
        }
        try expectRecorded()
    }

    /// Nothing can be done about it, and nothing is lost.
    @Test func whatWasRecordedOutlivesAKill() throws {
        try withInspector(["inspect", "good"]) { terminal, process in
            try terminal.wait(for: "default   200")
            process.send(SIGKILL)
            #expect(process.waitForEnd() == .signaled(SIGKILL))
        }
        try expectRecorded()
        let logs = home.file("data/countersign/logs")
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: logs).first { $0.hasSuffix(".countersign") }
        )
        try withInspector(["inspect", "--open", logs + "/" + name]) { terminal, process in
            try terminal.wait("a list that is read-only") { screen in
                screen.lines[0].contains("READ ONLY") && screen.lines.contains { $0.contains("GET good.lab.test/") }
            }
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    private func expectRecorded() throws {
        let list = try Countersign.run(["log", "show"], home: home)
        #expect(list.status == 0)
        #expect(list.output.contains("good.lab.test"), "\(list.output)\(list.errors)")
    }

    // MARK: Other programs

    @Test func aShellStopsAndContinuesIt() throws {
        let terminal = try PseudoTerminal()
        defer { terminal.close() }
        let script = """
            set -m
            "\(Countersign.path)" inspect good
            echo "stopped with $?"
            read answer
            fg >/dev/null
            echo "ended with $?"
            """
        let shell = try TerminalProcess("/bin/bash", ["-c", script], on: terminal, environment: environment())
        defer {
            shell.send(SIGKILL)
            _ = shell.waitForEnd()
        }
        try terminal.wait(for: "default   200")
        terminal.type("\u{1A}")
        try terminal.wait(forOutput: "stopped with ")
        try expectRestored(terminal)
        terminal.type("\n")
        try terminal.wait("the screen again") { screen in
            screen.isAlternate && screen.lines.contains { $0.contains("default   200") }
        }
        terminal.type("1q")
        try terminal.wait(forOutput: "ended with 0")
        try expectRestored(terminal)
    }

    @Test func thePagerGetsTheTerminalAndTheText() throws {
        let seen = home.file("seen.txt")
        let pager = try home.write("pager", text: "#!/bin/sh\ncp \"$1\" '\(seen)'\necho paged; read answer\n")
        chmod(pager, 0o700)
        try withInspector(["inspect", "good"], ["PAGER": pager]) { terminal, process in
            try terminal.wait(for: "default   200")
            terminal.type("e")
            try terminal.wait("the pager") { !$0.isAlternate && $0.lines.contains { $0.contains("paged") } }
            #expect(try String(contentsOfFile: seen, encoding: .utf8).contains("GET good.lab.test/"))
            terminal.type("\r")
            try terminal.wait("the screen again") { screen in
                screen.isAlternate && screen.lines.contains { $0.contains("default   200") }
            }
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    @Test func aCopyGoesToTheTerminalAndToAFile() throws {
        let terminal = try PseudoTerminal()
        defer { terminal.close() }
        let process = try TerminalProcess(
            Countersign.path,
            ["inspect", "good"],
            on: terminal,
            environment: environment()
        )
        defer {
            process.send(SIGKILL)
            _ = process.waitForEnd()
        }
        try terminal.wait(for: "default   200")
        terminal.type("yu")
        try terminal.wait(for: "URL: handed to the terminal")
        let url = try String(contentsOfFile: home.file("state/countersign/copied.txt"), encoding: .utf8)
        #expect(url.hasPrefix("https://good.lab.test"))
        try terminal.wait(forOutput: "\u{1B}]52;c;" + Data(url.utf8).base64EncodedString() + "\u{07}")
        terminal.type("q")
        #expect(process.waitForEnd() == .exited(0))
    }

    @Test func aServerThatDoesNotAnswerBlocksNothing() throws {
        try withInspector(["inspect", "never-answers"]) { terminal, process in
            try terminal.wait(for: "1 running")
            terminal.type("i")
            terminal.type("good\r")
            try terminal.wait(for: "2  default   200")
            terminal.type("q")
            try terminal.wait(for: "quit? 1 running")
            terminal.type("n")
            terminal.type("k")
            terminal.type("x")
            try terminal.wait(for: "stopped")
            try terminal.wait(for: "0 running")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    // MARK: Between runs

    @Test func whatWasTypedComesBackInTheNextRun() throws {
        try withInspector { terminal, process in
            try terminal.wait(for: "lab ready")
            terminal.type("i")
            terminal.type("expired\r")
            try terminal.wait(for: "date: ended")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
        try withInspector { terminal, process in
            try terminal.wait(for: "lab ready")
            terminal.type("i")
            try terminal.wait(for: "inspect:")
            terminal.type("\u{1B}[A")
            try terminal.wait(for: "inspect: expired")
            terminal.type("\u{1B}")
            try terminal.wait("the prompt to go") { !$0.lines.contains { $0.contains("inspect:") } }
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }
}
