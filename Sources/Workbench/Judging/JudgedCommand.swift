import Diagnosis
import Foundation

/// A command that is run once for each scenario, its words and environment made for it.
struct JudgedCommand: Sendable {
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
        let process = try ChildProcess(arguments, environment: environment)
        return process.wait(limit: limit).map { .status($0) } ?? .timedOut
    }
}
