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
    private let given: [String]?

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
    func wake() { post(.wake) }

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
