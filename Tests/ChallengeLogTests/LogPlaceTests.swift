import Diagnosis
import EventSamples
import Events
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChallengeLog

/// Logs that a process left behind, and folders that cannot be written.
@Suite struct LogPlaceTests {
    /// A log as a killed process leaves it: the newest rows in a `-wal` beside the file.
    static func leftBehind(_ fixture: LogFixture) throws -> (path: String, folder: TemporaryFolder, events: Int) {
        let writer = try fixture.writer()
        for event in LogFixture.typical { writer.append(event) }
        writer.flush()
        let left = try TemporaryFolder()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.path + suffix,
                toPath: left.file("test.countersign" + suffix)
            )
        }
        writer.close()
        return (left.file("test.countersign"), left, LogFixture.typical.count)
    }

    @Test(arguments: [true, false]) func whatWasCommittedIsThere(canWrite: Bool) throws {
        let fixture = try LogFixture()
        let (path, folder, events) = try Self.leftBehind(fixture)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let log = try LogFile(opening: path, canWrite: canWrite)
        #expect(try log.counts().events == events)
        #expect((log.note != nil) == !canWrite)
        if !canWrite {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
        }
    }

    @Test func theCopyGoesAwayWithTheLog() throws {
        let fixture = try LogFixture()
        let (path, folder, _) = try Self.leftBehind(fixture)
        let copy = try LogPrivateCopy(of: path).path
        #expect(!FileManager.default.fileExists(atPath: copy))
        withExtendedLifetime(folder) {}
    }

    @Test func theCopyIsGivenUpWhenItIsStopped() throws {
        let fixture = try LogFixture()
        let (path, folder, _) = try Self.leftBehind(fixture)
        let heard = Mutex<[Int]>([])
        #expect {
            try LogFile(opening: path, canWrite: false) { done, total in
                heard.withLock { $0 = [done, total] }
                return false
            }
        } throws: { ($0 as? Problem)?.sentence.contains("given up") == true }
        let (done, total) = heard.withLock { ($0.first ?? 0, $0.last ?? 0) }
        #expect(done > 0 && done < total)
        withExtendedLifetime(folder) {}
    }

    @Test func aSavedCopyIsWholeOrNotThere() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        for number in 0..<5000 { writer.append(Event(.note(ProblemFacts(note: "note \(number)")), time: 0)) }
        writer.close()
        let log = try LogFile.open(fixture.path)
        let total = Mutex(0)
        let whole = fixture.folder.file("whole.countersign")
        try log.save(as: whole) { done, all in
            total.withLock { $0 = all }
            return done <= all
        }
        #expect(try LogFile.open(whole).counts().events == 5000)
        #expect(total.withLock { $0 } > 100_000)
        let part = fixture.folder.file("part.countersign")
        #expect(throws: Problem.self) { try log.save(as: part) { _, _ in false } }
        #expect(!FileManager.default.fileExists(atPath: part))
        // The connection is of use afterwards.
        try log.save(as: part)
        #expect(try LogFile.open(part).counts().events == 5000)
    }

    @Test func aClosedLogIsReadWhereItLies() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let log = try LogFile(opening: path, canWrite: false)
        #expect(log.note == nil)
        #expect(try log.counts().requests == 9)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["test.countersign"])
    }

    @Test func whatRanWhenItsRecordingEndedRunsNoMore() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let held = try #require(try log.requests(limit: 10).rows.first { $0.key.number == 4 })
        #expect(held.digest.resultColumn(now: 0) == "stopped")
        #expect(held.digest.whyColumn(now: 0) == "recording ended first")
        #expect(try log.numbers("is:running") == [])
        #expect(try log.numbers("is:held") == [])
        #expect(try log.numbers("result:stopped") == [4])
        #expect(try log.numbers("is:failed").contains(4))
        let counts = try log.counts()
        #expect(counts.held == 0 && counts.running == 0)
    }

    @Test func aFileOfSomebodyElsesMakingShowsCleanText() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let evil = "\u{1B}[2J\u{202E}"
        let database = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        for column in ["kind", "host", "outcome", "summary"] {
            try database.execute("UPDATE events SET \(column) = '\(evil)'")
        }
        let statement = try database.prepare("UPDATE digests SET digest = replace(digest, 'lab.test', ?)")
        statement.bind(1, evil)
        try statement.run()
        let log = try LogFile.open(path)
        func isClean(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F } }
        let events = try log.events(limit: 1000).rows
        #expect(
            events.allSatisfy { isClean($0.kind) && isClean($0.host) && isClean($0.outcome) && isClean($0.summary) }
        )
        for row in try log.requests(limit: 100).rows {
            #expect(isClean(row.digest.requestColumn) && isClean(row.digest.host) && isClean(row.digest.url))
        }
    }

    @Test func aDigestThatDoesNotDecodeIsMadeAnew() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let before = try LogFile.open(path).requests(limit: 100)
        let database = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        try database.execute("UPDATE digests SET digest = '{}' WHERE id < 5")
        try database.execute("DELETE FROM digests WHERE id > 7")
        #expect(try LogFile.open(path).requests(limit: 100) == before)
    }

    @Test func aCopyHoldsEverything() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let copy = fixture.folder.file("it's a copy?.countersign")
        try log.save(as: copy)
        #expect(try LogFile.open(copy).requests(limit: 100) == log.requests(limit: 100))
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(throws: (any Error).self) { try log.save(as: copy) }
        #expect(throws: (any Error).self) { try log.save(as: "/nonexistent/copy") }
    }
}
