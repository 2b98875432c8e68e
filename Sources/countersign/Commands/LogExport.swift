import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report

/// `countersign log export`
enum LogExport {
    static func run(_ rest: [String], _ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        guard arguments.has(.jsonl) else { throw .operandMissing("countersign log export", wanted: "--jsonl") }
        let (log, filter) = try LogCommand.open(rest)
        let query = try LogCommand.query(filter)
        guard let path = arguments.value(.output) else {
            try write(log, query, arguments, to: console)
            return .success
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .exportFailed(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let file = Console(descriptor: descriptor)
        try write(log, query, arguments, to: file)
        file.flush()
        if let failure = file.failure { throw .exportFailed(path: path, reason: failure) }
        return .success
    }

    private static func write(
        _ log: LogFile,
        _ query: LogQuery,
        _ arguments: Arguments,
        to output: Console
    ) throws(Problem) {
        if let number = try arguments.number(.request, in: 1...Int.max) {
            for event in try LogCommand.events(of: number, in: log) { output.print(jsonLine: event) }
            return
        }
        try LogPages.run(log, query, output) { (row) throws(Problem) in
            if let event = try log.event(row.sequence, of: row.recording) { output.print(jsonLine: event) }
        }
    }
}

extension Problem {
    fileprivate static func exportFailed(path: String, reason: String) -> Problem {
        Problem(
            .optionValue,
            "--output \(path) cannot be written: \(reason).",
            remedy: "Name a file that does not exist yet, in a folder that can be written."
        )
    }
}
