import Diagnosis
import Foundation
import Glibc
import TestSupport
import Testing

/// A whole program on a terminal of its own: sizes, stops, ends and crashes.
@Suite struct TerminalProcessTests {
    init() { TextWidth.prepareLocale(wanted: "C.UTF-8") }

    private static let probe = BuiltProgram.path("TerminalProbe")

    private func withProbe(
        columns: Int = 80,
        rows: Int = 24,
        _ more: [String: String] = [:],
        _ body: (PseudoTerminal, TerminalProcess) throws -> Void
    ) throws {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        defer { terminal.close() }
        let environment = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"].merging(more) { $1 }
        let process = try TerminalProcess(Self.probe, on: terminal, environment: environment)
        do {
            try body(terminal, process)
        } catch {
            process.send(SIGKILL)
            _ = process.waitForEnd()
            throw error
        }
        process.send(SIGKILL)
        _ = process.waitForEnd()
        #expect(terminal.screen.unknown == [])
    }

    /// The first screen again, the cursor seen, keys echoed by the line.
    private func expectRestored(_ terminal: PseudoTerminal) throws {
        try terminal.wait("the first screen") { !$0.isAlternate && $0.isCursorVisible }
        var modes = termios()
        #expect(tcgetattr(terminal.terminal, &modes) == 0)
        #expect(modes.c_lflag & tcflag_t(ICANON) != 0)
        #expect(modes.c_lflag & tcflag_t(ECHO) != 0)
        #expect(modes.c_lflag & tcflag_t(ISIG) != 0)
    }

    @Test func theLocaleChoosesTheSigns() throws {
        let cases: [([String: String], String, String)] = [
            (["LC_ALL": "C.UTF-8"], "probe 80x24 utf-8", "é 日本 e\u{301} \u{1F600}|"),
            // Asked for UTF-8 that is not installed: C.UTF-8 stands in.
            (["LC_ALL": "tlh_QO.UTF-8"], "probe 80x24 utf-8", "é 日本"),
            (["LC_ALL": "", "LC_CTYPE": "", "LANG": "xx_XX.utf8"], "probe 80x24 utf-8", "é 日本"),
            (["LC_ALL": "C"], "probe 80x24 ascii", "\\u{e9} \\u{65e5}\\u{672c} e\\u{301} \\u{1f600}|"),
            (["LC_ALL": ""], "probe 80x24 ascii", "\\u{e9} "),
        ]
        for (environment, title, text) in cases {
            try withProbe(environment) { terminal, process in
                try terminal.wait(for: title)
                try terminal.wait(for: text)
                terminal.type("q")
                #expect(process.waitForEnd() == .exited(0))
                try expectRestored(terminal)
            }
        }
    }

    @Test func theEnvironmentDoesNotDecideTheSize() throws {
        try withProbe(["LINES": "10", "COLUMNS": "20"]) { terminal, _ in try terminal.wait(for: "probe 80x24") }
    }

    @Test func anotherSizeIsFollowedOnce() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            for (count, (columns, rows)) in [(60, 10), (12, 5), (160, 50), (90, 30)].enumerated() {
                terminal.resize(columns: columns, rows: rows)
                try terminal.wait("\(columns)x\(rows)") {
                    $0.lines[0].hasPrefix(String("probe \(columns)x\(rows)".prefix(columns)))
                        && $0.lines[rows - 1].hasSuffix("X")
                }
                if columns > 60 {
                    let expected = "seen:" + String(repeating: " resize", count: count + 1)
                    let line = try terminal.wait(for: expected).lines[2]
                    #expect(line.trimmingCharacters(in: .whitespaces) == expected)
                }
            }
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    /// The session's leader cannot be stopped: the screen must come back by itself.
    @Test func aStopThatNobodyHandlesChangesNothing() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("\u{1A}")
            try terminal.wait("the screen again") { $0.isAlternate && $0.lines[2].contains("back") }
            terminal.type("k")
            try terminal.wait(for: "seen: back k")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
            try expectRestored(terminal)
        }
    }

    /// Under a shell with job control: stopped, the terminal is the shell's; continued, the screen is back.
    @Test(arguments: ["key", "signal", "SIGSTOP"]) func aShellStopsAndContinuesIt(by way: String) throws {
        let terminal = try PseudoTerminal()
        defer { terminal.close() }
        let script = """
            set -m
            "\(Self.probe)"
            echo "stopped with $?"
            read answer
            fg >/dev/null
            echo "ended with $?"
            """
        let shell = try TerminalProcess(
            "/bin/bash",
            ["-c", script],
            on: terminal,
            environment: ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        )
        defer {
            shell.send(SIGKILL)
            _ = shell.waitForEnd()
        }
        try terminal.wait(for: "probe 80x24")
        let foreground = try #require(terminal.foregroundProcessGroup)
        try #require(foreground != shell.id)
        switch way {
        case "key": terminal.type("\u{1A}")
        case "signal": kill(-foreground, SIGTSTP)
        default: kill(-foreground, SIGSTOP)
        }
        try terminal.wait(forOutput: "stopped with ")
        if way != "SIGSTOP" { try expectRestored(terminal) }
        terminal.type("\r\n")
        try terminal.wait("the screen again") {
            $0.isAlternate && $0.lines[0].contains("probe")
                && ($0.lines[2].contains("back") || $0.lines[2].contains("resumed"))
        }
        terminal.type("k")
        try terminal.wait("the key") { $0.lines[2].contains(" k") }
        terminal.type("q")
        try terminal.wait(forOutput: "ended with 0")
        #expect(shell.waitForEnd() == .exited(0))
        // What SIGSTOP left behind the shell took for its own modes, and sets them again.
        if way != "SIGSTOP" { try expectRestored(terminal) }
    }

    @Test func anotherProgramGetsTheTerminal() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("P")
            try terminal.wait(forOutput: "the pager was here")
            try terminal.wait("the screen again") { $0.isAlternate && $0.lines[0].contains("probe") }
            terminal.type("Wk")
            try terminal.wait("both") { $0.lines[2].contains("wake") && $0.lines[2].contains("k") }
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
        }
    }

    /// Standard error is shown within and printed at the end, its escapes made harmless.
    @Test func standardErrorIsKept() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("E")
            try terminal.wait(for: "kept: a library's complaint \\u{1b}[31m")
            terminal.type("q")
            #expect(process.waitForEnd() == .exited(0))
            try expectRestored(terminal)
            try terminal.wait(for: "a library's complaint ?[31m")
        }
    }

    @Test func exitGivesTheTerminalBack() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("Ex")
            #expect(process.waitForEnd() == .exited(3))
            try expectRestored(terminal)
            try terminal.wait(for: "a library's complaint")
        }
    }

    @Test(arguments: [
        ("T", SIGILL, "stopped by a failed check"),
        ("F", SIGILL, "Fatal error: told to"),
        ("A", SIGABRT, "stopped itself (SIGABRT)"),
        ("O", SIGSEGV, "bad memory access (SIGSEGV)"),
        ("B", SIGILL, "stopped by a failed check"),
    ]) func aCrashGivesTheTerminalBack(key: String, signal: Int32, text: String) throws {
        try withProbe(["SWIFT_BACKTRACE": "enable=no"]) { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("E" + key)
            let end = process.waitForEnd()
            // A trap is an illegal instruction on one processor and a breakpoint on another.
            #expect(end == .signaled(signal) || (signal == SIGILL && end == .signaled(SIGTRAP)), "\(end)")
            // Behind the failed check's line comes a trace that may be longer than the screen.
            try terminal.wait(forOutput: text)
            try terminal.wait(forOutput: "a library's complaint ?[31m")
            try terminal.wait(for: "The probe's log is kept.")
            try expectRestored(terminal)
        }
    }

    @Test(arguments: [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE])
    func everyCrashSignalGivesTheTerminalBack(signal: Int32) throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            process.send(signal)
            #expect(process.waitForEnd() == .signaled(signal))
            try terminal.wait(for: "The probe's log is kept.")
            try expectRestored(terminal)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT]) func anEndAskedForIsClean(signal: Int32) throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            process.send(signal)
            #expect(process.waitForEnd() == .exited(0))
            try terminal.wait(for: "asked to end")
            try expectRestored(terminal)
        }
    }

    /// A program that no longer listens is ended by asking twice, and still gives the terminal back.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func whoHangsIsEndedByTheSecondSignal(signal: Int32) throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.type("EH")
            try terminal.wait(for: "hanging")
            let deadline = ContinuousClock.now + .seconds(20)
            while process.ended == nil, ContinuousClock.now < deadline {
                process.send(signal)
                sched_yield()
            }
            #expect(process.waitForEnd() == .signaled(signal))
            try expectRestored(terminal)
            try terminal.wait(for: "a library's complaint")
        }
    }

    /// The window is closed: the program is told, and does not spin.
    @Test func aClosedWindowIsDelivered() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            terminal.close()
            #expect(process.waitForEnd() == .exited(9))
        }
    }

    @Test func aHangUpIsDelivered() throws {
        try withProbe { terminal, process in
            try terminal.wait(for: "probe 80x24")
            process.send(SIGHUP)
            #expect(process.waitForEnd() == .exited(9))
        }
    }

    @Test func aTerminalThatWillNotDo() throws {
        for (term, text) in [("dumb", "TERM is dumb"), ("no-such", "TERM is no-such"), ("", "TERM is not set")] {
            try withProbe(["TERM": term]) { terminal, process in
                #expect(process.waitForEnd() == .exited(2))
                try terminal.wait(for: "terminal.unusable: ")
                try terminal.wait(for: text)
                #expect(!terminal.screen.isAlternate)
            }
        }
    }
}
