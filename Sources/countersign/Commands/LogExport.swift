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
        try LogPages.run(log, query, console) { (row) throws(Problem) in
            guard let event = try log.event(row.sequence, of: row.recording) else { return }
            console.print(jsonLine: event)
        }
        return .success
    }
}
