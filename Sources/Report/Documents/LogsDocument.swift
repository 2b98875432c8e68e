import ChallengeLog
import Diagnosis
import Events

/// The logs of a folder, as `log list --json` prints them.
public struct LogsDocument: Encodable, Sendable {
    private struct Log: Encodable, Sendable {
        let file: String
        let bytes: Int
        let modified: String
        let requests: Int?
        let events: Int?
        let started: String?
        let command: String?
        let version: String?
        let problem: Problem?
    }

    private let schema = "countersign.logs/1"
    private let folder: String
    private let logs: [Log]

    private enum CodingKeys: String, CodingKey { case schema, folder, logs }

    /// The document of some logs, the newest first.
    public init(folder: String, _ logs: [LogListing]) {
        self.folder = folder
        self.logs = logs.map { log in
            Log(
                file: log.path,
                bytes: log.bytes,
                modified: EventTime.text(log.modified),
                requests: log.counts?.requests,
                events: log.counts?.events,
                started: log.recording.map { EventTime.text($0.started) },
                command: log.recording?.command,
                version: log.recording?.version,
                problem: log.problem
            )
        }
    }
}
