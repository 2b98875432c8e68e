import ChallengeLog
import Diagnosis
import Events
import Foundation
import Trust

/// A log as JSON Lines: an object a line, each with its `type`.
///
/// * `log`: the first line: `schema` (`countersign.log/1`).
/// * `recording`: a process that recorded: `recording` (32 hexadecimal digits), `started`, `ended`, `version`, `host`,
///   `command`.
/// * `policy`: the exact client behind decisions: `sha256`, `profile`. It stands before the first event that names it.
/// * `certificate`: `sha256`, `pem`. It stands before the first event that names it.
/// * `event`: `recording` and the event as `--json` has it: `sequence`, `time` (RFC 3339, microseconds), `elapsed`
///   (microseconds since the request began), `session`, `request`, `connection`, `challenge`, `host`, `kind`, `outcome`,
///   `summary`, `facts`, `profile`.
public struct JSONLines {
    /// The value of `schema`.
    public static let schema = "countersign.log/1"

    private let log: LogFile
    private let query: LogQuery
    /// Events are read in pages of this many.
    private static let page = 500

    /// The events of a log that match a query, and what they name.
    public init(_ log: LogFile, query: LogQuery = LogQuery()) {
        self.log = log
        self.query = query
    }

    /// Gives line after line, without line ends, until `write` says false; memory does not grow with the log.
    public func write(to write: (String) -> Bool) throws(Problem) {
        guard write(#"{"type":"log","schema":"\#(Self.schema)"}"#) else { return }
        for recording in try log.recordings() {
            guard write(Self.line(RecordingLine(recording))) else { return }
        }
        var named = Named()
        var offset = 0
        while true {
            let events = try log.storedEvents(query, offset: offset, limit: Self.page)
            if events.isEmpty { return }
            for event in events {
                for line in try before(event, &named) where !write(line) { return }
                guard write(Self.line(event)) else { return }
            }
            offset += events.count
        }
    }

    private struct Named {
        var policies: Set<SHA256Digest> = []
        var certificates: Set<SHA256Digest> = []
    }

    /// The lines of what the event is the first to name.
    private func before(_ event: StoredEvent, _ named: inout Named) throws(Problem) -> [String] {
        var lines: [String] = []
        if let hash = event.profile, named.policies.insert(hash).inserted, let profile = try log.profile(hash) {
            lines.append(Self.line(PolicyLine(type: "policy", sha256: hash, profile: profile)))
        }
        guard event.row.kind == EventName.challengeReceived.rawValue,
            let facts = try? EventJSON.decode(ChallengeFacts.self, from: event.facts)
        else { return lines }
        let question = facts.question.map { $0.systemAnchors + $0.appAnchors + $0.userAnchors } ?? []
        let wanted = (facts.chain + question).filter { named.certificates.insert($0).inserted }
        let found = try log.certificates(wanted)
        for hash in wanted {
            guard let certificate = found[hash] else { continue }
            let pem = CertificateText.pem(certificate.encoded)
            lines.append(Self.line(CertificateLine(type: "certificate", sha256: hash, pem: pem)))
        }
        return lines
    }

    /// The facts stand as they were stored: they are not coded anew.
    private static func line(_ event: StoredEvent) -> String {
        let head = line(EventLine(event))
        let facts = String(decoding: event.facts, as: UTF8.self)
        return "\(head.dropLast()),\"facts\":\(facts)}"
    }

    private static func line(_ value: some Encodable) -> String {
        (try? EventJSON.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

private struct RecordingLine: Encodable {
    let type = "recording"
    let recording: String
    let started: String
    let ended: String?
    let version: String
    let host: String
    let command: String

    init(_ facts: RecordingFacts) {
        recording = facts.id.description
        started = EventTime.text(facts.started)
        ended = facts.ended.map { EventTime.text($0) }
        version = facts.version
        host = facts.host
        command = facts.command
    }
}

private struct PolicyLine: Encodable {
    let type: String
    let sha256: SHA256Digest
    let profile: ClientProfile
}

private struct CertificateLine: Encodable {
    let type: String
    let sha256: SHA256Digest
    let pem: String
}

private struct EventLine: Encodable {
    let type = "event"
    let recording: String
    let sequence: Int64
    let time: String
    let elapsed: Int64?
    let session: Int?
    let request: Int?
    let connection: Int?
    let challenge: Int?
    let host: String?
    let kind: String
    let outcome: String?
    let summary: String
    let profile: SHA256Digest?

    init(_ event: StoredEvent) {
        let row = event.row
        recording = row.recording.description
        sequence = row.sequence
        time = EventTime.text(row.time)
        elapsed = row.elapsed
        session = row.session
        request = row.request
        connection = row.connection
        challenge = row.challenge
        host = row.host.isEmpty ? nil : row.host
        kind = row.kind
        outcome = row.outcome.isEmpty ? nil : row.outcome
        summary = row.summary
        profile = event.profile
    }
}
