import Foundation
import Synchronization

/// Asks a person on the terminal, whatever standard input and output are; never where there is none.
enum TerminalPrompt {
    /// The settings to be restored when the program is interrupted while nothing is echoed.
    private static let hidden = Mutex<(descriptor: Int32, settings: termios)?>(nil)

    /// The line that a person types; nil without a terminal, at its end, or in the background.
    ///
    /// - Parameter echo: whether what is typed can be seen; a pass phrase must not.
    static func ask(_ question: String, echo: Bool = true) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // Reading in the background would stop the program until somebody notices.
        guard tcgetpgrp(terminal) == getpgrp() else { return nil }
        // Before the question: who answers at once is not to be seen, nor to lose what was typed.
        if !echo { hide(terminal) }
        say(question, to: terminal)
        defer {
            if !echo {
                restore()
                say("\n", to: terminal)
            }
        }
        return line(from: terminal)
    }

    /// Gives the terminal its settings back; safe to call at any time.
    static func restore() {
        hidden.withLock { state in
            guard var saved = state else { return }
            tcsetattr(saved.descriptor, TCSAFLUSH, &saved.settings)
            state = nil
        }
    }

    private static func hide(_ terminal: Int32) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return }
        hidden.withLock { $0 = (terminal, settings) }
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal, TCSAFLUSH, &settings)
    }

    private static func say(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = write(terminal, bytes, bytes.count)
    }

    private static func line(from terminal: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == 0x0A { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
