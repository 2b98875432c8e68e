import EventSamples
import Events
import Foundation
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
