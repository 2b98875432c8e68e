import Dispatch
import Foundation
import Synchronization

/// What happens when a sub-command is interrupted (`^C`) or asked to end: it gives the terminal back, closes what has to
/// be closed, and ends with 130.
final class Interruption: Sendable {
    private let cleanUps = Mutex<[@Sendable () -> Void]>([])
    // The sources live as long as this object; nobody else touches them.
    private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

    /// Takes over SIGINT, SIGTERM and SIGHUP.
    init() {
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            source.setEventHandler { [self] in end() }
            source.resume()
        }
    }

    /// Adds something to do before the program ends; the last one added comes first.
    func before(ending action: @escaping @Sendable () -> Void) { cleanUps.withLock { $0.append(action) } }

    private func end() -> Never {
        TerminalPrompt.restore()
        for action in cleanUps.withLock({ $0 }).reversed() { action() }
        exit(RunStatus.interrupted.rawValue)
    }
}
