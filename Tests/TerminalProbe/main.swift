// A program for the tests: shows on a real screen what the terminal delivers, and ends in each way a program can end.
import Diagnosis
import Foundation
import Terminal

let isUTF8 = TextWidth.prepareLocale()
let environment = ProcessInfo.processInfo.environment

func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

nonisolated(unsafe) var seenElsewhere = 0

/// Overflows a signed number, which traps.
func trap(_ number: Int) -> Int { number * Int.max }

@MainActor func buffer(_ text: String, on screen: NcursesScreen) {
    var buffer = CellBuffer(screen.size)
    buffer.put(text, row: 0, column: 0)
    screen.draw(buffer, theme: .mono, cursor: nil)
}

@MainActor func draw(_ screen: NcursesScreen, seen: [String]) {
    let size = screen.size
    var buffer = CellBuffer(size)
    let bounds = buffer.bounds
    buffer.put(
        "probe \(size.columns)x\(size.rows) \(isUTF8 ? "utf-8" : "ascii")",
        row: 0,
        column: 0,
        style: Style(.title)
    )
    buffer.put("é 日本 e\u{301} \u{1F600}|", row: 1, column: 0)
    buffer.put("seen: " + seen.joined(separator: " "), row: 2, column: 0, style: Style(.text, on: .selected))
    buffer.put("notice: \(screen.notice ?? "-")", row: 3, column: 0)
    buffer.put("kept: " + Sanitizer.line(screen.errorOutput().text), row: 4, column: 0, style: Style(.held))
    buffer.put("X", row: bounds.rows - 1, column: bounds.columns - 1)
    screen.draw(buffer, theme: .mono, cursor: (2, 0))
}

@MainActor func run(_ screen: NcursesScreen) {
    screen.setCrashNote("The probe's log is kept.")
    var seen: [String] = []
    while true {
        draw(screen, seen: seen)
        switch screen.next() {
        case .key(.character("q")): return
        case .key(.character("x")): exit(3)
        case .key(.character("T")): seen.append("\(trap(seen.count + 2))")
        case .key(.character("F")): fatalError("told to")
        case .key(.character("A")): abort()
        case .key(.character("O")): seen.append("\(overflow(seen.count))")
        case .key(.character("B")):
            Thread { seenElsewhere = trap(2) }.start()
            while true { pause() }
        case .key(.character("H")):
            buffer("hanging", on: screen)
            while true { pause() }
        case .key(.character("E")): write("a library's complaint \u{1B}[31m\n")
        case .key(.character("W")):
            Thread { NcursesScreen.wake() }.start()
        case .key(.character("P")): screen.leave { print("the pager was here") }
        case .key(.control("Z")):
            screen.suspend()
            seen.append("back")
        case .key(.control("L")): screen.repaint()
        case .key(let key): seen.append(key.name)
        case .resize: seen.append("resize")
        case .wake: seen.append("wake")
        case .timeout: seen.append("timeout")
        case .resumed: seen.append("resumed")
        case .terminate:
            write("asked to end\n")
            return
        case .hangup: exit(9)
        }
    }
}

/// Uses up the stack.
func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + overflow(depth + 2) + 1 }

/// One text a row, another for each turn.
func patterns(_ turn: Int, _ size: TerminalSize) -> [String] {
    (0..<size.rows).map { row in
        let bytes = (0..<size.columns).map { column -> UInt8 in UInt8(33 + (column * 7 + row * 3 + turn) % 90) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Draws a full screen again and again, each time with other text: microseconds of a frame, filling and sending.
@MainActor func measure(_ screen: NcursesScreen) -> String {
    let theme = try? ThemeLibrary.standard(environment: [:], executable: CommandLine.arguments[0]).load("terminal")
        .theme
    let rows = [patterns(0, screen.size), patterns(1, screen.size)]
    let clock = ContinuousClock()
    let frames = 400
    var (filling, sending) = (Duration.zero, Duration.zero)
    for frame in 0..<frames {
        var start = clock.now
        var buffer = CellBuffer(screen.size)
        for (row, text) in rows[frame % 2].enumerated() {
            let cut = text.index(text.startIndex, offsetBy: text.count / 2)
            buffer.put(text[..<cut], row: row, column: 0, style: Style(row % 5 == 0 ? .held : .text))
            buffer.put(
                text[cut...],
                row: row,
                column: text.count / 2,
                style: Style(.dim, on: row == 3 ? .selected : nil)
            )
        }
        filling += clock.now - start
        start = clock.now
        screen.draw(buffer, theme: theme ?? .mono, cursor: (3, 0))
        sending += clock.now - start
    }
    return "\(screen.size.columns)x\(screen.size.rows): filling \(filling / frames), sending \(sending / frames)"
}

do {
    var figures: String?
    try NcursesScreen.withTerminal(NcursesScreen.Options(environment: environment)) { screen in
        if CommandLine.arguments.dropFirst().first == "measure" { figures = measure(screen) } else { run(screen) }
    }
    if let figures { print(figures) }
} catch {
    print(error)
    exit(2)
}
