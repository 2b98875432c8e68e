// A program for the tests: shows on a real screen what the terminal delivers, and ends in each way a program can end.
import Diagnosis
import Foundation
import Terminal

let isUTF8 = TextWidth.prepareLocale()
let environment = ProcessInfo.processInfo.environment

func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

/// Overflows a signed number, which traps.
func trap(_ number: Int) -> Int { number * Int.max }

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

do {
    try NcursesScreen.withTerminal(NcursesScreen.Options(environment: environment)) { run($0) }
} catch {
    print(error)
    exit(2)
}
