import Diagnosis
import Foundation

/// A command that is run once for each scenario, its words and environment made for it.
public struct JudgedCommand: Sendable {
    /// How a run ended.
    enum End: Hashable, Sendable {
        /// With its own status; 128 and the number of the signal that ended it.
        case status(Int32)
        /// It was ended when its time was up.
        case timedOut
    }

    let words: [String]
    /// How long it may take.
    let limit: Duration
    private let started = MarkedProcesses()

    /// A command of some words, the program first.
    init(words: [String], limit: Duration) {
        self.words = words
        self.limit = limit
    }

    /// Whether a program is in the search path.
    public static func isThere(_ program: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// Whether a placeholder stands in its words.
    func holds(_ placeholder: String) -> Bool { words.contains { $0.contains("{\(placeholder)}") } }

    /// Runs it: nothing is read, nothing that it prints is kept.
    ///
    /// - Parameter values: what stands for each placeholder.
    /// - Throws: `option.value` when there is no such program.
    func run(_ values: [String: String]) throws(Problem) -> End {
        let arguments = words.map { word in values.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) } }
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in values { environment["COUNTERSIGN_\(name.uppercased())"] = value }
        environment[started.variable.name] = started.variable.value
        let process = try ChildProcess(arguments, environment: environment)
        started.checkIn()
        return process.wait(limit: limit).map { .status($0) } ?? .timedOut
    }

    /// Whether something that it has started still runs.
    var hasLeftSomething: Bool { !started.identifiers.isEmpty }

    /// Ends what it has left behind, daemons too.
    func endWhatIsLeft() { if hasLeftSomething { started.end() } }

    /// Ends it, from any thread, and all that it has started; it cannot run again.
    func close() { started.close() }
}
