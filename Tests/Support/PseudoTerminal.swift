import CLinux
import Foundation
import Glibc

// Unchecked: everything that changes is behind `condition`.

/// A terminal without a window: what a program draws on it is read by a thread of its own and kept as a screen.
///
/// A test types, then waits for the screen to show something; it never sleeps.
public final class PseudoTerminal: @unchecked Sendable {
    /// What was waited for did not come; the screen as it was.
    public struct Timeout: Error, CustomStringConvertible {
        /// What was waited for, and the screen.
        public let description: String
    }

    /// The terminal's device, for a program that opens it by name.
    public let path: String
    /// The terminal end, for drawing from within the test's own process.
    public let terminal: Int32

    private let controller: Int32
    private let stop: Int32
    private let condition = NSCondition()
    private var state: State
    private var readerIsDone = false
    private var isClosed = false

    private struct State {
        var screen: TerminalEmulator
        var bytes: [UInt8] = []
    }

    /// Opens a terminal of a size.
    public init(columns: Int = 80, rows: Int = 24) throws {
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        var locked: Int32 = 0
        let (getNumber, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)
        guard controller >= 0, ioctl(controller, getNumber, &number) == 0, ioctl(controller, setLock, &locked) == 0
        else { throw CocoaError(.fileReadUnknown) }
        path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        stop = cl_eventfd()
        state = State(screen: TerminalEmulator(columns: columns, rows: rows))
        guard terminal >= 0, stop >= 0 else { throw CocoaError(.fileReadUnknown) }
        setSize(columns: columns, rows: rows)
        Thread { [self] in read() }.start()
    }

    /// Ends the reading thread and closes the terminal; programs on it get a hang-up. A second time does nothing.
    public func close() {
        condition.lock()
        defer { condition.unlock() }
        guard !isClosed else { return }
        isClosed = true
        var one: UInt64 = 1
        _ = Glibc.write(stop, &one, 8)
        while !readerIsDone { condition.wait() }
        for descriptor in [controller, terminal, stop] { _ = Glibc.close(descriptor) }
    }

    /// Types text, controls included.
    public func type(_ text: String) { type(Array(text.utf8)) }

    /// Types bytes.
    public func type(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(controller, $0.baseAddress, $0.count) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Changes the size; a program whose controlling terminal this is gets SIGWINCH.
    public func resize(columns: Int, rows: Int) {
        condition.withLock { state.screen.resize(columns: columns, rows: rows) }
        setSize(columns: columns, rows: rows)
    }

    /// Whether the terminal writes what is typed by itself, as it does until a program makes it raw.
    public var isEchoing: Bool {
        var modes = termios()
        return tcgetattr(controller, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// The process group that gets the keys' signals, nil if there is none.
    public var foregroundProcessGroup: pid_t? {
        let group = tcgetpgrp(controller)
        return group > 1 ? group : nil
    }

    /// The screen now.
    public var screen: TerminalEmulator { condition.withLock { state.screen } }

    /// All that was written, as text.
    public var output: String { condition.withLock { String(decoding: state.bytes, as: UTF8.self) } }

    /// All that was written, in bytes.
    public var byteCount: Int { condition.withLock { state.bytes.count } }

    /// Waits until the screen is as wanted.
    @discardableResult
    public func wait(
        _ what: String,
        seconds: Double = 20,
        until isThere: (TerminalEmulator) -> Bool
    ) throws -> TerminalEmulator {
        try wait(what, seconds: seconds, untilState: { isThere($0.screen) }).screen
    }

    /// Waits until the screen shows all of the texts at once: its parts are loaded one after the other.
    @discardableResult
    public func wait(for texts: String..., seconds: Double = 20) throws -> TerminalEmulator {
        try wait("\(texts)", seconds: seconds) { screen in
            texts.allSatisfy { text in screen.lines.contains { $0.contains(text) } }
        }
    }

    /// Waits until a text was written, wherever on the screen.
    public func wait(forOutput text: String, seconds: Double = 20) throws {
        let wanted = Array(text.utf8)
        _ = try wait(text.debugDescription, seconds: seconds) { (state: State) in state.bytes.contains(wanted) }
    }

    private func wait(_ what: String, seconds: Double, untilState isThere: (State) -> Bool) throws -> State {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while !isThere(state) {
            guard condition.wait(until: deadline) else {
                throw Timeout(
                    description: "no \(what) after \(seconds) s:\n" + state.screen.lines.joined(separator: "\n")
                )
            }
        }
        return state
    }

    private func setSize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(clamping: columns)
        size.ws_row = UInt16(clamping: rows)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var descriptors = [
            pollfd(fd: controller, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            if poll(&descriptors, 2, -1) < 0, errno == EINTR { continue }
            if descriptors[1].revents != 0 { break }
            let count = Glibc.read(controller, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            condition.withLock {
                state.bytes += buffer[..<count]
                state.screen.receive(buffer[..<count])
                condition.broadcast()
            }
        }
        condition.withLock {
            readerIsDone = true
            condition.broadcast()
        }
    }
}
