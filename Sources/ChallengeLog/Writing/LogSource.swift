import Events
import Synchronization

/// Where the rows of a log that is being written are: in its file, in memory, or in both.
final class LogSource: Sendable {
    /// One state of it.
    struct Place: Sendable {
        /// The database with the rows that were saved.
        var main: String
        /// The database in memory with the rows that were not; nil when all are saved.
        var memory: String?
        /// Grows with every change, so that a reader opens anew.
        var generation: Int
    }

    private let state: Mutex<Place>
    private let readers = Mutex<[@Sendable () -> Void]>([])
    /// The recording that writes it.
    let recording: RecordingID

    init(main: String, recording: RecordingID) {
        state = Mutex(Place(main: main, memory: nil, generation: 0))
        self.recording = recording
    }

    var place: Place { state.withLock { $0 } }

    /// Calls `letGo` when the writer brings the log into one file, which no reader may keep open meanwhile.
    func whenMoved(_ letGo: @escaping @Sendable () -> Void) { readers.withLock { $0.append(letGo) } }

    func move(main: String, memory: String?) {
        state.withLock { place in
            place.main = main
            place.memory = memory
            place.generation += 1
        }
    }

    /// The writer brings the log into one file: readers let go, and open it anew with their next question.
    func letGo() {
        state.withLock { $0.generation += 1 }
        for letGo in readers.withLock({ $0 }) { letGo() }
    }
}
