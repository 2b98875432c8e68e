import EventSamples
import Events
import TestSupport

@testable import ChallengeLog

/// A folder for one test's logs, and the ways in which tests fill them.
struct LogFixture {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.file("test.countersign") }

    static var recording: RecordingFacts { RecordingFacts(version: "0.1", command: "countersign inspect") }

    /// A writer that loses no time.
    func writer(_ path: String? = nil, change: (inout LogWriter.Settings) -> Void = { _ in }) throws -> LogWriter {
        var settings = LogWriter.Settings()
        settings.pace = 0
        settings.patience = 100
        settings.retry = 0.02
        change(&settings)
        return try LogWriter(path: path ?? self.path, recording: Self.recording, settings: settings)
    }

    /// One request of each typical kind, numbered from 1 on, and a change of policy behind the third.
    static var typical: [Event] {
        let requests: [SampleRequest] = [
            .accepted(1), .letBy(2), .refused(3), .held(4), .resumed(5), .mutual(6), .wantsIdentity(7),
            .refusedIdentity(8), .unreachable(9),
        ]
        var events = requests.prefix(3).flatMap(\.events)
        let change = PolicyChange(name: "identity", from: "client.p12", to: "none", by: "you")
        events.append(Event(.policyChanged(change), time: EventSamples.start))
        return events + requests.dropFirst(3).flatMap(\.events)
    }

    /// A log with those requests, closed.
    func typicalLog() throws -> String {
        let writer = try writer()
        for event in Self.typical { writer.append(event) }
        writer.close()
        return path
    }
}

extension LogFile {
    /// The numbers of the requests that a filter lists.
    func numbers(_ filter: String, sort: LogQuery.Sort = .number, descending: Bool = false) throws -> [Int] {
        var query = try LogQuery(filter)
        query.sort = sort
        query.isDescending = descending
        return try requests(query, limit: 1000).rows.map(\.key.number)
    }
}
