import ChallengeLog
import Diagnosis
import Events
import Foundation
import Report

/// `countersign log export`
enum LogExport {
    static func run(_ rest: [String], _ arguments: Arguments, _ console: Console) throws(Problem) -> RunStatus {
        try arguments.exclude(.jsonl, .markdown, drop: "One form at a time: drop one of them.")
        guard arguments.has(.jsonl) || arguments.has(.markdown) else {
            throw .operandMissing("countersign log export", wanted: "--jsonl or --markdown")
        }
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
        let number = try arguments.number(.request, in: 1...Int.max)
        if arguments.has(.markdown) {
            guard let number else {
                throw .operandMissing(
                    "countersign log export --markdown",
                    wanted: "--number ID, the request it is about"
                )
            }
            return output.write(try page(of: number, in: log))
        }
        var query = query
        if let number { query.only = [try LogCommand.key(of: number, in: log)] }
        try JSONLines(log, query: query).write { line in
            output.print(line)
            return !output.isClosed
        }
    }

    private static func page(of number: Int, in log: LogFile) throws(Problem) -> String {
        let key = try LogCommand.key(of: number, in: log)
        let events = try log.events(of: key)
        let certificates = try log.certificates(MarkdownReport.certificatesNamed(by: events))
        let recording = try log.recordings().first { $0.id == key.recording }
        return MarkdownReport(events, certificates: certificates, version: recording?.version ?? "unknown").text
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
