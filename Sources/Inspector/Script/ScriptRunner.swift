import Diagnosis
import Foundation
import Terminal

/// Runs a script without a terminal: the screen is a cell buffer of a fixed size.
@MainActor struct ScriptRunner {
    let loop: Loop
    let script: Script
    let file: String
    /// Waits until the loop is woken, at most so long; true when it was.
    let sleep: (Duration) -> Bool
    /// Takes a saved screen.
    let save: (String, CellBuffer) throws(Problem) -> Void
    /// Seconds that a wait lasts at most.
    var patience = 30

    /// Runs all lines, or until the script quits.
    func run() throws(Problem) {
        for line in script.lines {
            if loop.hasEnded { return }
            switch line.step {
            case .keys(let keys):
                for key in keys {
                    settle()
                    loop.take(.key(key))
                    if loop.hasEnded { return }
                }
                settle()
            case .waitDone:
                try wait(line, for: "the end of all requests") {
                    loop.isSettled && loop.state.overview.running == 0 && loop.state.overview.held.isEmpty
                        && loop.state.loadingPage == nil
                }
            case .waitFor(let text):
                try wait(line, for: text) { Frame(loop.state).buffer.lines.contains { $0.contains(text) } }
            case .saveScreen(let name):
                settle()
                try save(name, Frame(loop.state).buffer)
            }
        }
        settle()
    }

    private func wait(_ line: Script.Line, for wanted: String, _ isDone: () -> Bool) throws(Problem) {
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            loop.takePosted()
            // What came to rest has posted what it found before; a screen that has not taken it is an old one.
            if isDone(), !loop.takePosted() { return }
            guard ContinuousClock.now < end else {
                throw .scriptWaited(file: file, line: line.number, wanted: wanted, seconds: patience)
            }
            if !sleep(.milliseconds(50)) { loop.post(.changed) }
        }
    }

    /// Lets the back end come to rest, so that a key meets the screen that a person would see.
    private func settle() {
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
            loop.takePosted()
            if loop.isSettled, !loop.takePosted() { return }
            _ = sleep(.milliseconds(20))
        }
    }
}
