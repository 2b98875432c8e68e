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

    /// The rows of the log just made, all tables, written again by nothing but SQLite, in batches as large as the
    /// writer's.
    private static func bare(_ fixture: LogFixture) throws -> Duration {
        let source = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readOnly, busyMilliseconds: 0)
        var tables: [(insert: String, rows: [[Value]])] = []
        for table in LogSchema.tables {
            let read = try source.prepare("SELECT * FROM \(table) ORDER BY rowid")
            var rows: [[Value]] = []
            while try read.step() { rows.append((0..<read.columns).map { Value(read, $0) }) }
            let marks = Array(repeating: "?", count: rows.first?.count ?? 1).joined(separator: ", ")
            tables.append(("INSERT INTO \(table) VALUES(\(marks))", rows))
        }
        let target = try LogConnection.forWriting(fixture.folder.file("bare.db"), busyMilliseconds: 0)
        let batches = (tables.first { $0.insert.contains("events") }?.rows.count ?? 0) / 512 + 1
        let statements = try tables.map { try target.prepare($0.insert) }
        return try ContinuousClock().measure {
            for batch in 0..<batches {
                try target.execute("BEGIN IMMEDIATE")
                for (statement, table) in zip(statements, tables) {
                    let part = table.rows.count * batch / batches..<table.rows.count * (batch + 1) / batches
                    for row in table.rows[part] {
                        for (index, value) in row.enumerated() { value.bind(statement, Int32(index + 1)) }
                        try statement.run()
                    }
                }
                try target.execute("COMMIT")
                if target.logPages > 1000 { try target.checkpoint() }
            }
        }
    }

    private enum Value {
        case null
        case number(Int64)
        case text([UInt8])
        case blob([UInt8])

        init(_ statement: SQLiteStatement, _ column: Int32) {
            if statement.isNull(column) {
                self = .null
            } else if statement.isBlob(column) {
                self = .blob(statement.bytes(column))
            } else if statement.isText(column) {
                self = .text(statement.bytes(column))
            } else {
                self = .number(statement.int64(column))
            }
        }

        func bind(_ statement: SQLiteStatement, _ index: Int32) {
            switch self {
            case .null: statement.bindNull(index)
            case .number(let value): statement.bind(index, value)
            case .text(let bytes): statement.bindText(index, bytes)
            case .blob(let bytes): statement.bind(index, bytes)
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

extension LogSpeedMeasurements {
    /// A log of a million events beside one of a few thousand: opening, pages, filters, memory.
    @Test func million() throws {
        let fixture = try LogFixture()
        for requests in [500, 62_500] {
            let path = fixture.folder.file("\(requests).countersign")
            let events = try Self.fill(path, requests: requests)
            let clock = ContinuousClock()
            for _ in 0..<3 {
                let before = Self.residentKilobytes()
                var log: LogFile?
                let open = try clock.measure {
                    log = try LogFile.open(path)
                    _ = try log?.requests(limit: 40)
                    _ = try log?.events(offset: events - 40, limit: 40)
                }
                guard let log else { return }
                let page = try clock.measure {
                    for part in 0..<100 {
                        _ = try log.requests(offset: requests * part / 100, limit: 40)
                        _ = try log.events(offset: events * part / 100, limit: 40)
                    }
                }
                var found = 0
                let host = try clock.measure { found = try log.requests(LogQuery("host:host7."), limit: 40).matching }
                let text = try clock.measure { found += try log.requests(LogQuery("ost17"), limit: 40).matching }
                let kind = try clock.measure { found += try log.events(LogQuery("kind:alert"), limit: 40).matching }
                let expression = try clock.measure {
                    found += try log.requests(LogQuery("/host1?3\\./"), limit: 40).matching
                }
                let memory = Self.residentKilobytes() - before
                print(
                    "P7m \(events) events: open and first page \(open), a page of each \(page / 100), host \(host), "
                        + "text \(text), kind \(kind), expression \(expression), memory \(memory) kB, \(found) found"
                )
            }
        }
    }

    private static func fill(_ path: String, requests: Int) throws -> Int {
        let writer = try LogWriter(path: path, recording: LogFixture.recording)
        var count = 0
        for number in 1...requests {
            for event in SampleRequest.mutual(number, host: "host\(number % 2000).lab.test").events {
                writer.append(event)
                count += 1
            }
            if number % 1000 == 0 { writer.flush() }
        }
        writer.close()
        return count
    }

    private static func residentKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
