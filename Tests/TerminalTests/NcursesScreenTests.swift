import Diagnosis
import TestSupport
import Testing

@testable import Terminal

/// The screen within the test's own process: one at a time, since ncurses knows one.
@MainActor @Suite(.serialized) struct NcursesScreenTests {
    init() { TextWidth.prepareLocale(wanted: "C.UTF-8") }

    private func onTerminal(
        _ term: String = "xterm-256color",
        columns: Int = 80,
        rows: Int = 24,
        _ body: (NcursesScreen, PseudoTerminal) throws -> Void
    ) throws {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        defer { terminal.close() }
        let options = NcursesScreen.Options(
            input: terminal.terminal,
            output: terminal.terminal,
            term: term,
            ownsProcess: false
        )
        try NcursesScreen.withTerminal(options) { try body($0, terminal) }
        #expect(terminal.screen.unknown == [])
    }

    private static func hostile(_ size: TerminalSize) -> CellBuffer {
        var buffer = CellBuffer(size)
        for row in 0..<size.rows {
            buffer.put(
                "row \(row) é日本語e\u{301}\u{1F468}\u{200D}\u{1F469}\u{1B}[31m\u{202E}",
                row: row,
                column: row % 7 - 3
            )
            buffer.put("日", row: row, column: size.columns - 1 - row % 2, style: Style(.held))
        }
        return buffer
    }

    /// What is drawn stands on the terminal, cell by cell, and a second buffer replaces the first.
    @Test(arguments: [
        ("xterm-256color", 80, 24), ("xterm-256color", 160, 50), ("xterm-256color", 40, 10), ("xterm-256color", 1, 1),
        ("xterm-256color", 2, 1), ("xterm-256color", 300, 100), ("screen-256color", 80, 24), ("tmux-256color", 80, 24),
        ("linux", 80, 24), ("xterm", 80, 24), ("rxvt-unicode-256color", 80, 24), ("vt220", 80, 24), ("vt100", 80, 24),
    ]) func whatIsDrawnIsSeen(term: String, columns: Int, rows: Int) throws {
        try onTerminal(term, columns: columns, rows: rows) { screen, terminal in
            #expect(screen.size == TerminalSize(columns: columns, rows: rows))
            #expect(screen.glyphs == .unicode)
            let first = Self.hostile(screen.size)
            screen.draw(first, theme: .mono, cursor: (0, 0))
            try terminal.wait("the first screen") { $0.lines == first.lines }
            var second = CellBuffer(screen.size)
            second.put("second", row: 0, column: 0, style: Style(.key))
            screen.draw(second, theme: .mono, cursor: (rows - 1, columns - 1))
            let seen = try terminal.wait("the second screen") { $0.lines == second.lines }
            #expect(seen.cursor == (rows - 1, columns - 1))
        }
    }

    @Test func noSizeTraps() throws {
        let sizes = [(1, 1), (1, 5), (5, 1), (2, 2), (3, 7), (20, 5), (300, 1), (1, 100), (299, 100)]
        try onTerminal { screen, terminal in
            for (columns, rows) in sizes {
                // A buffer of another size than the terminal, as while a resize is under way.
                screen.draw(
                    Self.hostile(TerminalSize(columns: columns, rows: rows)),
                    theme: .mono,
                    cursor: (rows, columns)
                )
            }
        }
        for (columns, rows) in sizes {
            try onTerminal(columns: columns, rows: rows) { screen, terminal in
                let buffer = Self.hostile(screen.size)
                screen.draw(buffer, theme: .mono, cursor: nil)
                try terminal.wait("\(columns)x\(rows)") { $0.lines == buffer.lines }
            }
        }
    }

    @Test func theTerminalIsGivenBack() throws {
        let terminal = try PseudoTerminal()
        defer { terminal.close() }
        let options = NcursesScreen.Options(
            input: terminal.terminal,
            output: terminal.terminal,
            term: "xterm-256color",
            ownsProcess: false
        )
        try NcursesScreen.withTerminal(options) { screen in
            screen.draw(CellBuffer(screen.size), theme: .mono, cursor: nil)
            try terminal.wait("the second screen") { $0.isAlternate && !$0.isCursorVisible }
        }
        try terminal.wait("the first screen") { !$0.isAlternate && $0.isCursorVisible }
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try NcursesScreen.withTerminal(options) { _ in throw Failure() }
        }
        try terminal.wait("the first screen") { !$0.isAlternate && $0.isCursorVisible }
        #expect(terminal.screen.unknown == [])
    }

    @Test(arguments: [
        ("dumb", "TERM is dumb, a terminal that cannot place the cursor"),
        ("nothing-known", "TERM is nothing-known, and no description"),
        ("", "TERM is not set"),
        ("\u{1B}[31m", "TERM is \\u{1b}[31m, and no description"),
        ("../../etc/passwd", "no description"),
    ]) func aTerminalThatWillNotDoIsNamed(term: String, sentence: String) throws {
        let problem = #expect(throws: Problem.self) { try onTerminal(term) { _, _ in } }
        #expect(problem?.code == .terminalUnusable)
        #expect(problem?.sentence.contains(sentence) == true, "\(String(describing: problem))")
        #expect(problem?.remedy?.contains("countersign fire") == true)
    }

    @Test func noTerminalAtAllIsSaid() throws {
        let terminal = try PseudoTerminal()
        defer { terminal.close() }
        let pipe = NcursesScreen.Options(input: -1, output: terminal.terminal, term: "xterm", ownsProcess: false)
        let problem = #expect(throws: Problem.self) { try NcursesScreen.withTerminal(pipe) { _ in } }
        #expect(problem?.code == .terminalUnusable)
        #expect(problem?.sentence.contains("is none") == true)
        #expect(terminal.byteCount == 0)
    }

    @Test func aKnownEmulatorWithoutDescriptionIsXterm() throws {
        for term in ["xterm-kitty", "foot", "alacritty", "xterm-ghostty", "wezterm"] {
            try onTerminal(term) { screen, _ in
                // Where ncurses-term is installed there is nothing to say.
                #expect(
                    screen.notice == nil
                        || screen.notice == "TERM is \(term), which is not known here: drawn as xterm-256color"
                )
                #expect(screen.colorDepth >= .eight)
            }
        }
        #expect(TerminalName.substitute(for: "xterm-kitty") == "xterm-256color")
        #expect(TerminalName.substitute(for: "xterm-256color") == nil)
        #expect(TerminalName.substitute(for: "vt320-unheard") == nil)
    }

    @Test func coloursAreThoseOfTheTheme() throws {
        var theme = Theme(name: "t")
        theme[.held] = .init(foreground: Paint(.rgb(255, 0, 0)), background: Paint(.indexed(4)), attributes: .bold)
        var buffer = CellBuffer(columns: 80, rows: 24)
        buffer.put("HELD", row: 2, column: 3, style: Style(.held))
        let expected: [(String, Set<Int>)] = [
            ("xterm-256color", [1, 1196, 44]), ("linux", [1, 31, 44]), ("vt100", [1, 7]), ("vt220", [1, 7]),
        ]
        for (term, rendition) in expected {
            try onTerminal(term) { screen, terminal in
                screen.draw(buffer, theme: theme, cursor: nil)
                let seen = try terminal.wait(for: "HELD")
                #expect(seen.rendition(row: 2, column: 3) == rendition, "\(term)")
                #expect(seen.rendition(row: 2, column: 2) == [])
            }
        }
    }

    /// More pairs than an attribute has bits for, each in its own colours.
    @Test func manyColourPairs() throws {
        try onTerminal { screen, terminal in
            for start in stride(from: 0, to: 400, by: Role.allCases.count) {
                var theme = Theme(name: "\(start)")
                var buffer = CellBuffer(columns: 80, rows: 24)
                for (index, role) in Role.allCases.enumerated() {
                    let number = start + index
                    theme[role] = .init(
                        foreground: Paint(.indexed(UInt8(16 + number % 200))),
                        background: Paint(.indexed(UInt8(20 + number / 200)))
                    )
                    buffer.put("\(number)", row: index, column: 0, style: Style(role))
                }
                screen.draw(buffer, theme: theme, cursor: nil)
                let seen = try terminal.wait("row \(start)") { $0.lines == buffer.lines }
                for index in Role.allCases.indices {
                    let number = start + index
                    #expect(seen.rendition(row: index, column: 0) == [1016 + number % 200, 2020 + number / 200])
                }
            }
        }
    }

    struct Typed: Sendable, CustomTestStringConvertible {
        let bytes: String
        let keys: [Key]
        var testDescription: String { bytes.debugDescription }
    }

    @Test(arguments: [
        Typed(bytes: "a", keys: [.character("a")]),
        Typed(bytes: "é日\u{1F600}", keys: [.character("é"), .character("日"), .character("\u{1F600}")]),
        Typed(bytes: "e\u{301}", keys: [.character("e"), .character("\u{301}")]),
        Typed(bytes: "\r\n\t", keys: [.enter, .enter, .tab]),
        Typed(
            bytes: "\u{3}\u{4}\u{15}\u{C}\u{1A}",
            keys: [.control("C"), .control("D"), .control("U"), .control("L"), .control("Z")]
        ),
        Typed(bytes: "\u{13}\u{11}\u{1C}\u{0}", keys: [.control("S"), .control("Q"), .control("\\"), .control("@")]),
        Typed(bytes: "\u{7F}\u{8}", keys: [.backspace, .backspace]),
        Typed(bytes: "\u{1B}OA\u{1B}OB\u{1B}OD\u{1B}OC", keys: [.up, .down, .left, .right]),
        Typed(bytes: "\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[2~", keys: [.pageUp, .pageDown, .delete, .insert]),
        Typed(bytes: "\u{1B}OH\u{1B}OF\u{1B}[Z", keys: [.home, .end, .backTab]),
        Typed(bytes: "\u{1B}", keys: [.escape]),
        Typed(bytes: "\u{1B}q", keys: [.escape, .character("q")]),
        Typed(bytes: "\u{1B}[", keys: [.escape, .character("[")]),
        Typed(bytes: "\u{1B}\u{1B}", keys: [.escape, .escape]),
        Typed(bytes: "\u{1B}[A\u{1B}[D\u{1B}[F", keys: [.up, .left, .end]),
        // Sequences of other terminals' keys: nothing of them may be typed as commands.
        Typed(bytes: "\u{1B}[200~x", keys: [.character("x")]),
        Typed(bytes: "\u{1B}[1;5A\u{1B}[27;5;13~A", keys: [.character("A")]),
        Typed(bytes: "\u{1B}OPx", keys: [.character("x")]),
        Typed(bytes: "\u{1B}[?1;2cx", keys: [.character("x")]),
        Typed(bytes: "\u{1B}[<0;10;10Mx", keys: [.character("x")]),
    ]) func keys(_ typed: Typed) throws {
        try onTerminal { screen, terminal in
            terminal.type(typed.bytes)
            for key in typed.keys { #expect(screen.next(timeout: .seconds(10)) == .key(key)) }
            #expect(screen.next(timeout: .zero) == .timeout)
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0x61], "a"), ([0xC3, 0x28, 0x61], "(a"), ([0x80, 0x61], "a"), ([0xC0, 0xAF, 0x61], "a"),
            ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xF4, 0x90, 0x80, 0x80, 0x61], "a"), ([0xE2, 0xC3, 0xA9], "é"),
            ([0xF5, 0x61], "a"), ([0xE0, 0x80, 0x80, 0x61], "a"), ([0xC3, 0x1B, 0x5B, 0x41, 0x61], "<up>a"),
        ] as [([UInt8], String)]
    ) func bytesThatAreNoTextAreIgnored(bytes: [UInt8], script: String) throws {
        try onTerminal { screen, terminal in
            terminal.type(bytes)
            for key in try Key.keys(script) { #expect(screen.next(timeout: .seconds(10)) == .key(key)) }
            #expect(screen.next(timeout: .zero) == .timeout)
        }
    }

    /// A character that comes in two pieces is one key, however long the second takes within the moment given.
    @Test func aCharacterInPiecesIsOneKey() throws {
        try onTerminal { screen, terminal in
            for byte in Array("日".utf8) { terminal.type([byte]) }
            #expect(screen.next(timeout: .seconds(10)) == .key(.character("日")))
        }
    }

    @Test func waitingEnds() throws {
        try onTerminal { screen, terminal in
            let clock = ContinuousClock()
            let start = clock.now
            #expect(screen.next(timeout: .milliseconds(30)) == .timeout)
            #expect(clock.now - start >= .milliseconds(29))
            #expect(screen.next(timeout: .zero) == .timeout)
            #expect(screen.next(timeout: .seconds(-5)) == .timeout)

            NcursesScreen.wake()
            NcursesScreen.wake()
            #expect(screen.next() == .wake)
            #expect(screen.next(timeout: .zero) == .timeout, "wakes are one until they are seen")

            Task.detached { NcursesScreen.wake() }
            #expect(screen.next() == .wake)

            NcursesScreen.wake()
            terminal.type("k")
            try terminal.wait("nothing") { _ in true }
            let both = [screen.next(timeout: .seconds(10)), screen.next(timeout: .seconds(10))]
            #expect(Set(both) == [.wake, .key(.character("k"))])
        }
    }

    @Test func theBellRings() throws {
        try onTerminal { screen, terminal in
            screen.beep()
            try terminal.wait("the bell") { $0.bells == 1 }
        }
    }

    @Test func anUnchangedScreenSendsNothing() throws {
        try onTerminal { screen, terminal in
            let buffer = Self.hostile(screen.size)
            screen.draw(buffer, theme: .mono, cursor: (3, 3))
            try terminal.wait("the screen") { $0.lines == buffer.lines && $0.cursor == (3, 3) }
            let before = terminal.byteCount
            for _ in 0..<5 { screen.draw(buffer, theme: .mono, cursor: (3, 3)) }
            screen.beep()
            try terminal.wait("the bell") { $0.bells == 1 }
            #expect(terminal.byteCount == before + 1)
            screen.repaint()
            screen.draw(buffer, theme: .mono, cursor: (3, 3))
            screen.beep()
            try terminal.wait("the bell") { $0.bells == 2 }
            #expect(terminal.byteCount > before + 80 * 10)
            #expect(terminal.screen.lines == buffer.lines)
        }
    }
}
