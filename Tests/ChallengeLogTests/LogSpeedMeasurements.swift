import EventSamples
import Events
import Foundation
import TestSupport
import Testing

@testable import ChallengeLog

/// Figures, not tests: they run when COUNTERSIGN_MEASURE is set, and print one line each.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["COUNTERSIGN_MEASURE"] != nil))
struct LogSpeedMeasurements {
    /// Durable append, beside SQLite with the same rows prepared beforehand.
    @Test func append() throws {
        let count = 5000
        var events: [Event] = []
        for number in 1...count { events += SampleRequest.mutual(number, host: "host\(number % 2000).lab.test").events }
        var ratios: [Double] = []
        for _ in 0..<5 {
            let fixture = try LogFixture()
            let clock = ContinuousClock()
            let writer = try LogWriter(path: fixture.path, recording: LogFixture.recording)
            let ours = clock.measure {
                for event in events { writer.append(event) }
                writer.flush()
            }
            writer.close()
            let bare = try Self.bare(fixture)
            ratios.append(bare / ours)
            print(
                "P9 append: \(Int(Double(events.count) / (ours / .seconds(1)))) events/s, SQLite \(bare), ours \(ours)"
            )
        }
        print("P9 append: SQLite's time / ours = \(ratios.sorted()[2])")
    }

    /// The rows of the log just made, written again by nothing but SQLite.
    private static func bare(_ fixture: LogFixture) throws -> Duration {
        let source = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readOnly, busyMilliseconds: 0)
        var rows: [([Int64?], [String], [UInt8])] = []
        let read = try source.prepare(
            """
            SELECT e.recording, e.sequence, e.time, e.elapsed, e.session, e.request, e.connection, e.challenge, e.profile,
              e.kind, e.host, e.outcome, e.summary, p.facts FROM events AS e JOIN payloads AS p USING(id) ORDER BY e.id
            """
        )
        while try read.step() {
            rows.append(
                ((0..<9).map { read.optionalInt64($0) }, (9..<13).map { read.text($0) }, read.bytes(13))
            )
        }
        let path = fixture.folder.file("bare.db")
        let target = try LogConnection.forWriting(path, busyMilliseconds: 0)
        return try ContinuousClock().measure {
            for start in stride(from: 0, to: rows.count, by: 512) {
                try target.execute("BEGIN IMMEDIATE")
                for (numbers, texts, facts) in rows[start..<min(rows.count, start + 512)] {
                    let event = try target.prepare(
                        """
                        INSERT INTO events(recording, sequence, time, elapsed, session, request, connection, challenge, profile,
                          kind, host, outcome, summary) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """
                    )
                    for (index, number) in numbers.enumerated() { event.bind(Int32(index + 1), number) }
                    for (index, text) in texts.enumerated() { event.bind(Int32(index + 10), text) }
                    try event.run()
                    let payload = try target.prepare("INSERT INTO payloads(id, facts) VALUES(?, ?)")
                    payload.bind(1, target.lastRow)
                    payload.bindText(2, facts)
                    try payload.run()
                }
                try target.execute("COMMIT")
                if target.logPages > 1000 { try target.checkpoint() }
            }
        }
    }
}

extension LogSpeedMeasurements {
    /// What one event costs before SQLite sees it, kind by kind.
    @Test func coding() throws {
        let events = SampleRequest.mutual(1).events
        let clock = ContinuousClock()
        var size = 0
        let json = try clock.measure {
            for _ in 0..<2000 { for event in events { size += try event.kind.factsJSON().count } }
        }
        var words = 0
        let summaries = clock.measure {
            for _ in 0..<2000 { for event in events { words += event.kind.summary.utf8.count } }
        }
        let folding = clock.measure {
            for _ in 0..<2000 { words += RequestDigest.fold(events)?.challenges.count ?? 0 }
        }
        let count = 2000 * events.count
        print(
            "P9 coding: \(json / count) an event of \(size / count) bytes; summary \(summaries / count), fold \(folding / count)"
        )
        for event in events {
            let time = try clock.measure { for _ in 0..<2000 { size += try event.kind.factsJSON().count } }
            print("P9 \(event.kind.name): \(time / 2000), \(try event.kind.factsJSON().count) bytes")
        }
    }
}
