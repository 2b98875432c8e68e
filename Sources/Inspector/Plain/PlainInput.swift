import Diagnosis
import Foundation
import Synchronization

/// Lines from standard input, read on a thread of their own, and whatever else wakes the main thread.
final class PlainInput: Sendable {
    enum Event: Sendable {
        case line(String)
        case wake
        case end
    }

    private let events = Mutex<[Event]>([])
    private let signal = DispatchSemaphore(value: 0)
    private let woken = DispatchSemaphore(value: 0)
    private let given: [String]?

    /// Whether lines come without a person who waits for what they do: from a file, a pipe, a test.
    var isScripted: Bool { given != nil || isatty(0) == 0 }

    /// Lines from standard input, or those given.
    init(_ given: [String]? = nil) { self.given = given }

    /// Begins to read.
    func start() {
        if let given {
            for line in given { post(.line(line)) }
            return post(.end)
        }
        Thread.detachNewThread { [self] in
            while let line = readLine(strippingNewline: true) { post(.line(line)) }
            post(.end)
        }
    }

    /// Wakes the main thread; from any thread.
    func wake() {
        woken.signal()
        post(.wake)
    }

    /// Waits until something changed, at most so long; lines that came meanwhile stay where they are.
    func waitForWake(_ duration: Duration) { _ = woken.wait(timeout: .now() + Clock.seconds(duration)) }

    /// The next line, the end of the input, or that something changed; nil when nothing came in time.
    func next(within duration: Duration) -> Event? {
        guard signal.wait(timeout: .now() + Clock.seconds(duration)) == .success else { return nil }
        return events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    private func post(_ event: Event) {
        events.withLock { $0.append(event) }
        signal.signal()
    }
}

/// Keeps what is typed off the terminal while a pass phrase is asked for.
struct Echo {
    private var before: termios?

    /// Switches the terminal's echo off or on again; nothing happens where there is no terminal.
    mutating func hide(_ isHidden: Bool) {
        if isHidden, before == nil {
            var modes = termios()
            guard tcgetattr(0, &modes) == 0 else { return }
            before = modes
            modes.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSANOW, &modes)
        } else if !isHidden, var modes = before {
            tcsetattr(0, TCSANOW, &modes)
            before = nil
        }
    }
}
