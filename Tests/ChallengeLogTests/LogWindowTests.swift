import Diagnosis
import EventSamples
import Events
import Foundation
import Synchronization
import Testing

@testable import ChallengeLog

@Suite struct LogWindowTests {
    @Test func changesOfPolicyStandBetweenTheRequests() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let all = try log.requests(limit: 100)
        #expect(all.rows.map { $0.changesBefore.count } == [0, 0, 0, 1, 0, 0, 0, 0, 0])
        #expect(all.rows[3].changesBefore.first?.change.text == "identity client.p12 -> none")
        // A window that begins there has it too, one behind it has not.
        #expect(try log.requests(offset: 3, limit: 2).rows.map { $0.changesBefore.count } == [1, 0])
        #expect(try log.requests(offset: 4, limit: 2).rows.map { $0.changesBefore.count } == [0, 0])
        // Where a filter leaves rows out, the change stands before the next row that is left.
        let filtered = try log.requests(LogQuery("host:good"), limit: 10)
        #expect(filtered.rows.map { $0.changesBefore.count } == [0, 1])
        #expect(try log.requests(LogQuery("host:expired"), limit: 10).changesAfter.count == 1)
        var sorted = LogQuery()
        sorted.sort = .host
        #expect(try log.requests(sorted, limit: 100).rows.allSatisfy(\.changesBefore.isEmpty))
    }

    @Test(arguments: [-5, 0, 1, 8, 9, 100]) func everyWindowIsAPartOfTheWhole(_ offset: Int) throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        for filter in ["", "-host:nobody", "is:ok"] {
            let query = try LogQuery(filter)
            let whole = try log.requests(query, limit: 1000)
            for limit in [-1, 0, 1, 3, 1000, Int.max] {
                let window = try log.requests(query, offset: offset, limit: limit)
                let part = whole.rows.dropFirst(max(0, offset)).prefix(max(0, limit))
                #expect(window.rows == Array(part))
                #expect(window.matching == whole.rows.count && window.total == 9)
                let events = try log.events(query, offset: offset, limit: limit)
                let allEvents = try log.events(query, limit: 1000).rows
                #expect(events.rows == Array(allEvents.dropFirst(max(0, offset)).prefix(max(0, limit))))
            }
        }
    }

    @Test func positionsAndTextsAreFound() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let keys = try log.requests(limit: 100).rows.map(\.key)
        #expect(try log.position(of: keys[4]) == 4)
        #expect(try log.position(of: keys[4], in: LogQuery("host:good")) == 1)
        #expect(try log.position(of: keys[0], in: LogQuery("host:mutual")) == nil)
        #expect(try log.position(of: RequestKey(recording: RecordingID(), number: 1)) == nil)
        var descending = LogQuery()
        descending.isDescending = true
        #expect(try log.position(of: keys[0], in: descending) == 8)
        #expect(try log.find("mutual", from: 0) == 5)
        #expect(try log.find("MUTUAL", from: 6) == 6)
        #expect(try log.find("mutual", from: 8) == nil)
        #expect(try log.find("mutual", from: 8, forward: false) == 7)
        #expect(try log.find("good", from: 3, forward: false) == 0)
        #expect(try log.find("ended 412", from: 0) == 2)
        #expect(try log.find("good", in: LogQuery("host:good"), from: 1) == 1)
        #expect(try log.find("mutual", in: descending, from: 0) == 1)
        #expect(try log.find("nothing", from: 0) == nil)
        #expect(try log.find("good", from: -9, forward: false) == nil)
        #expect(try log.request(keys[3])?.key == keys[3])
        #expect(try log.request(RequestKey(recording: RecordingID(), number: 1)) == nil)
    }

    @Test func eventsAreFoundByTheirTextToo() throws {
        let fixture = try LogFixture()
        let log = try LogFile.open(try fixture.typicalLog())
        let rows = try log.events(limit: 1000).rows
        let alerts = rows.indices.filter { rows[$0].summary.contains("certificate_expired") }
        let first = try #require(alerts.first)
        #expect(try log.findEvent("CERTIFICATE_expired", from: 0) == first)
        #expect(try log.findEvent("certificate_expired", from: (alerts.last ?? 0) + 1) == nil)
        #expect(try log.findEvent("certificate_expired", from: rows.count - 1, forward: false) == alerts.last)
        #expect(try log.findEvent("certificate_expired", from: rows.count + 100) == nil)
        #expect(try log.findEvent("certificate_expired", from: -1, forward: false) == nil)
        // By its kind, and in a filtered list by the position there.
        #expect(try log.findEvent("policy.changed", from: 0) == rows.firstIndex { $0.kind == "policy.changed" })
        let query = try LogQuery("certificate_expired")
        #expect(try log.findEvent("expired", in: query, from: 0) == 0)
        #expect(try log.findEvent("100%_", from: 0) == nil)
        #expect(try log.findEvent("\u{65E5}", from: 0) == nil)
    }

    /// A search goes on from stretch to stretch, in both directions, says how far it is, and ends when it is told to.
    @Test func aSearchThroughManyRowsCanBeStopped() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        let notes = RowWalk.stretch * 2 + 10
        for number in 0..<notes { writer.append(Event(.note(ProblemFacts(note: "note \(number)")), time: 0)) }
        writer.close()
        let log = try LogFile.open(fixture.path)
        let heard = Mutex<[Int]>([])
        let last = "note \(notes - 1)"
        let position = try log.findEvent(last, from: 0) { done, total in
            #expect(total == notes)
            heard.withLock { $0.append(done) }
            return true
        }
        #expect(position == notes - 1)
        #expect(heard.withLock { $0 } == [RowWalk.stretch, 2 * RowWalk.stretch])
        #expect(try log.findEvent("note 0", from: notes - 1, forward: false) == 0)
        #expect(try log.findEvent(last, from: 0) { _, _ in false } == nil)
        #expect(try log.findEvent("nothing", from: 0) == nil)
        // A filter walks the same way.
        heard.withLock { $0 = [] }
        let filtered = try log.events(LogQuery("note"), limit: 1) { done, total in
            #expect(total == notes)
            heard.withLock { $0.append(done) }
            return true
        }
        #expect(filtered.matching == notes)
        #expect(heard.withLock { $0 } == [RowWalk.stretch, 2 * RowWalk.stretch])
        let other = try LogQuery("not")
        #expect(throws: Problem.self) { try log.events(other, limit: 1) { _, _ in false } }
        #expect(try log.events(other, limit: 1).matching == notes)
    }

    /// Ids as far apart as they can be are no reason to walk through what lies between, nor to fall over it.
    @Test func idsFarApartEndASearchAndAFilter() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let database = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        for table in ["events", "requests"] {
            try database.execute("UPDATE \(table) SET id = \(Int64.max) WHERE id = (SELECT max(id) FROM \(table))")
            try database.execute("UPDATE \(table) SET id = \(Int64.min + 1) WHERE id = (SELECT min(id) FROM \(table))")
        }
        let log = try LogFile.open(path)
        #expect(try log.findEvent("not there", from: 0) == nil)
        #expect(try log.find("not there", from: 0) == nil)
        #expect(try log.find("not there", from: 8, forward: false) == nil)
        #expect(try log.events(LogQuery("-\"not there\""), limit: 1).matching == LogFixture.typical.count)
        #expect(try log.requests(LogQuery("-\"not there\""), limit: 1).matching == 9)
        // Nearer together: the range can be counted, and has gaps.
        for table in ["events", "requests"] {
            try database.execute("UPDATE \(table) SET id = 1 WHERE id < 0")
            try database.execute("UPDATE \(table) SET id = \(1 << 40) WHERE id = \(Int64.max)")
        }
        let other = try LogFile.open(path)
        #expect(try other.findEvent("not there", from: 0) == nil)
        #expect(try other.find("not there", from: 0) == nil)
        #expect(try other.requests(limit: 100).rows.count == 9)
    }

    /// The events of one request are found by their index: walking through the recording would take a tenth of a second
    /// for each of a million events.
    @Test func theEventsOfARequestAreFoundByTheirIndex() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let database = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readOnly, busyMilliseconds: 0)
        let sql = EventQuestions.ofRequest(LogTables(hasMemory: false))
        let statement = try database.prepare("EXPLAIN QUERY PLAN " + sql)
        var plan: [String] = []
        while try statement.step() { plan.append(statement.text(3)) }
        #expect(plan.contains { $0.contains("events_request (recording=? AND request=?)") }, "\(plan)")
    }

    @Test func aGapInTheRowsIsNoGapInTheList() throws {
        let fixture = try LogFixture()
        let path = try fixture.typicalLog()
        let database = try SQLiteDatabase(uri: DatabaseURI.file(path), mode: .readWrite, busyMilliseconds: 0)
        try database.execute("DELETE FROM requests WHERE id = 4")
        try database.execute("DELETE FROM events WHERE id BETWEEN 5 AND 9")
        let log = try LogFile.open(path)
        #expect(try log.requests(limit: 100).rows.map(\.key.number) == [1, 2, 3, 5, 6, 7, 8, 9])
        #expect(try log.requests(limit: 100).total == 8)
        let events = try log.events(limit: 1000)
        #expect(events.rows.count == LogFixture.typical.count - 5 && events.matching == events.rows.count)
        #expect(try log.events(offset: 4, limit: 1).rows.map(\.sequence) == [10])
    }

    /// Rows as the writer makes them, without the writer.
    static func bigLog(_ fixture: LogFixture, requests: Int) throws -> LogFile {
        try fixture.writer().close()
        let database = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readWrite, busyMilliseconds: 0)
        let recording = LogFixture.recording
        let store = LogStore(database, recording: recording.id)
        var batch: [NumberedEvent] = []
        for number in 1...requests {
            let host = "host\(number % 1000).lab.test"
            var request = SampleRequest(number, host: host)
            request.finish(number % 10 == 0 ? 404 : 200)
            for var event in request.events {
                event.sequence = Int64(batch.count + 1)
                batch.append(NumberedEvent(event))
            }
        }
        try store.append(batch, recording: recording)
        return try LogFile.open(fixture.path)
    }

    @Test func aHundredThousandRowsArePagedFromTheFile() throws {
        let fixture = try LogFixture()
        let count = 33_334
        let log = try Self.bigLog(fixture, requests: count)
        let clock = ContinuousClock()
        let whole = try log.requests(limit: 40)
        #expect(whole.total == count)
        // Windows over everything keep no list of ids, wherever they lie.
        let time = try clock.measure {
            for offset in stride(from: 0, to: count, by: 977) {
                let window = try log.requests(offset: offset, limit: 40)
                #expect(window.rows.first?.key.number == offset + 1)
                let events = try log.events(offset: offset * 3, limit: 40)
                #expect(events.rows.first?.sequence == Int64(offset * 3 + 1))
            }
        }
        let pages = Double(count / 977 + 1)
        print("one page of 40 requests and one of 40 events: \(time / pages)")
        for (filter, expected) in [("host:host7.", 34), ("result:404", count / 10), ("-result:200 host:host1", 374)] {
            let query = try LogQuery(filter)
            var matching = 0
            let took = try clock.measure { matching = try log.requests(query, offset: 5, limit: 40).matching }
            #expect(matching == expected)
            print("filter \(filter): \(took)")
        }
    }
}
