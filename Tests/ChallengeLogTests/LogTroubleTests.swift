import Diagnosis
import EventSamples
import Events
import Foundation
import TestSupport
import Testing

@testable import ChallengeLog

/// What happens when the file cannot be written.
@Suite struct LogTroubleTests {
    @Test func aFolderThatTakesNoFileIsGoneOnWithoutAndSaid() throws {
        let writer = try LogWriter(path: "/proc/countersign/test.countersign", recording: LogFixture.recording)
        defer { writer.close() }
        for event in LogFixture.typical { writer.append(event) }
        writer.flush()
        let saving = writer.saving
        #expect(saving.problem?.code == .logNotSaved)
        #expect(saving.trouble == "no such folder")
        #expect(saving.kept == LogFixture.typical.count)
        #expect(try writer.reader().numbers("is:letby") == [2])
    }

    @Test func aFullDiskLosesNothingAndIsLeftBehind() throws {
        let fixture = try LogFixture()
        try fixture.writer().close()
        let writer = try fixture.writer { $0.pageLimit = 60 }
        let reader = try writer.reader()
        var number = 0
        while writer.saving.problem == nil, number < 500 {
            number += 1
            for event in SampleRequest.accepted(number).events { writer.append(event) }
            writer.flush()
        }
        let full = number
        #expect(writer.saving.trouble == "disk full")
        for event in SampleRequest.refused(number + 1).events { writer.append(event) }
        writer.flush()
        #expect(writer.saving.kept > 0)
        // What is on disk and what is in memory are one list.
        let window = try reader.requests(limit: 1000)
        #expect(window.rows.map(\.key.number) == Array(1...(full + 1)))
        #expect(try reader.numbers("is:failed") == [full + 1])
        let counts = try reader.counts()
        #expect(counts.events == (try reader.events(limit: 100_000).rows.count))
        // It is moved to where there is room, with everything.
        let elsewhere = fixture.folder.file("elsewhere.countersign")
        try writer.move(to: elsewhere)
        #expect(writer.saving.problem == nil && writer.saving.path == elsewhere)
        for event in SampleRequest.letBy(full + 2).events { writer.append(event) }
        writer.flush()
        #expect(try reader.requests(limit: 1000).rows.map(\.key.number) == Array(1...(full + 2)))
        writer.close()
        let log = try LogFile.open(elsewhere)
        #expect(try log.requests(limit: 1000).rows.map(\.key.number) == Array(1...(full + 2)))
        let rows = try log.events(limit: 100_000).rows
        #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
    }

    @Test func aFileHeldByAnotherIsWrittenWhenItIsFree() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        var running = SampleRequest(1)
        for event in running.events { writer.append(event) }
        writer.flush()
        let reader = try writer.reader()
        let other = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readWrite, busyMilliseconds: 30_000)
        try other.execute("BEGIN IMMEDIATE")
        let before = running.events.count
        running.connect()
        running.serverTrust()
        running.answer(.useCredential, proceeds: true)
        running.finish()
        for event in running.events.dropFirst(before) { writer.append(event) }
        for event in SampleRequest.letBy(2).events { writer.append(event) }
        let change = PolicyChange(name: "identity", from: "a", to: "b", by: "you")
        writer.append(Event(.policyChanged(change), time: EventSamples.start))
        writer.flush()
        #expect(writer.saving.trouble == "held by another process")
        #expect(try reader.requests(limit: 10).rows.map(\.digest.answerColumn) == ["use", "use"])
        #expect(try reader.requests(limit: 10).changesAfter.map(\.change) == [change])
        try other.execute("ROLLBACK")
        try Waiting.until("the file to be written") { writer.saving.problem == nil }
        #expect(writer.saving.kept == 0)
        #expect(try reader.requests(limit: 10).rows.map(\.digest.answerColumn) == ["use", "use"])
        for event in SampleRequest.refused(3).events { writer.append(event) }
        writer.close()
        let log = try LogFile.open(fixture.path)
        let window = try log.requests(limit: 10)
        #expect(window.rows.map(\.key.number) == [1, 2, 3])
        #expect(window.rows.map { $0.changesBefore.count } == [0, 0, 1])
        let rows = try log.events(limit: 1000).rows
        #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
    }

    @Test func memoryKeepsTheNewestAndCountsWhatItDrops() throws {
        let writer = try LogWriter(
            path: "/proc/countersign/test.countersign",
            recording: LogFixture.recording,
            settings: {
                var settings = LogWriter.Settings()
                settings.keptInMemory = 50
                return settings
            }()
        )
        defer { writer.close() }
        for number in 1...20 { for event in SampleRequest.accepted(number).events { writer.append(event) } }
        writer.flush()
        let all = 20 * SampleRequest.accepted(1).events.count
        #expect(writer.saving.kept == 50)
        #expect(writer.saving.dropped == all - 50)
        let reader = try writer.reader()
        let rows = try reader.events(limit: 1000).rows
        #expect(rows.map(\.sequence) == Array(Int64(all - 49)...Int64(all)))
        #expect(try reader.events(offset: 48, limit: 10).rows.map(\.sequence) == [Int64(all - 1), Int64(all)])
    }

    @Test(arguments: [
        ("notes.txt", "hello world, this is a text\n", "hello world, thi"), ("x.pem", "-----BEGIN", "-----BEGIN"),
        ("bin", "\u{1}\u{2}\u{3}", "01 02 03"),
    ]) func aFileOfAnotherKindIsNotWrittenTo(name: String, text: String, what: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(name, text: text)
        let problem = #expect(throws: Problem.self) {
            try LogWriter(path: path, recording: LogFixture.recording)
        }
        #expect(problem?.code == .logNotALog)
        #expect(problem?.sentence.contains(what) == true)
        let opened = #expect(throws: Problem.self) { try LogFile.open(path) }
        #expect(opened?.code == .logNotALog)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func aDatabaseOfAnotherProgramIsNotWrittenTo() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.db")
        let other = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        try other.execute("CREATE TABLE t(x)")
        let problem = #expect(throws: Problem.self) { try LogWriter(path: path, recording: LogFixture.recording) }
        #expect(problem?.code == .logNotALog)
        #expect(throws: Problem.self) { try LogFile.open(path) }
        #expect(try other.number("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test func aNewerSchemaIsLeftAlone() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let other = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        try other.execute("PRAGMA user_version = 7")
        let problem = #expect(throws: Problem.self) { try LogFile.open(path) }
        #expect(problem?.code == .logNewer)
        #expect(problem?.sentence.contains("7") == true)
        let written = #expect(throws: Problem.self) { try LogWriter(path: path, recording: LogFixture.recording) }
        #expect(written?.code == .logNewer)
    }

    @Test func whatIsNotThereIsSaidToBeMissing() {
        let problem = #expect(throws: Problem.self) { try LogFile.open("/nonexistent/x.countersign") }
        #expect(problem?.code == .fileMissing)
        let folder = #expect(throws: Problem.self) { try LogFile.open("/") }
        #expect(folder?.code == .logNotALog)
    }

    @Test func aTruncatedLogNamesWhatIsReadable() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        for number in 1...200 { for event in SampleRequest.accepted(number).events { writer.append(event) } }
        writer.close()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        for part in [0.9, 0.5, 0.1] {
            let cut = fixture.folder.file("cut.countersign")
            try Data(bytes.prefix(Int(Double(bytes.count) * part))).write(to: URL(fileURLWithPath: cut))
            let problem = #expect(throws: Problem.self) { try LogFile.open(cut) }
            #expect(problem?.code == .logDamaged)
            #expect(problem?.sentence.contains("Still readable") == true)
        }
    }

    @Test func aBadPageIsMetWhereItLiesAndNamesWhatIsReadable() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        for number in 1...300 { for event in SampleRequest.accepted(number).events { writer.append(event) } }
        writer.close()
        let all = 300 * SampleRequest.accepted(1).events.count
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.path)))
        let database = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readOnly, busyMilliseconds: 0)
        // A leaf in the middle of the table of events.
        let page = try #require(
            try database.number(
                "SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 40"
            ) ?? Self.leaf(of: "events", in: bytes, database)
        )
        for offset in Int(page - 1) * 4096..<Int(page) * 4096 { bytes[offset] = 0xFF }
        try Data(bytes).write(to: URL(fileURLWithPath: fixture.path))
        let log = try LogFile.open(fixture.path)
        let problem = #expect(throws: Problem.self) { try log.events(limit: all) }
        #expect(problem?.code == .logDamaged)
        let digits = problem?.sentence.components(separatedBy: "Still readable: ").last?.prefix { $0.isNumber }
        let readable = try #require(digits.flatMap { Int($0) })
        #expect(readable > all / 2 && readable < all)
    }

    /// Where SQLite has no dbstat: a page in the middle of the file that is a table's leaf and holds a kind of event.
    private static func leaf(of table: String, in bytes: [UInt8], _ database: SQLiteDatabase) -> Int64? {
        let mark = Array("handshake.message".utf8)
        let pages = (1..<bytes.count / 4096).filter { page in
            let content = bytes[page * 4096..<(page + 1) * 4096]
            return content.first == 13 && Data(content).range(of: Data(mark)) != nil
        }
        return pages.isEmpty ? nil : Int64(pages[pages.count / 2] + 1)
    }
}
