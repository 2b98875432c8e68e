import Diagnosis
import EventSamples
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import ChallengeLog

@Suite struct LogWriterTests {
    @Test func whatIsRecordedIsFoundAgain() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        var recorded: [Event] = []
        for kind in EventSamples.everyKind {
            recorded.append(
                writer.append(
                    Event(
                        kind,
                        time: EventSamples.start,
                        elapsed: 7,
                        session: 1,
                        request: 1,
                        connection: 2,
                        challenge: 3
                    )
                )
            )
        }
        #expect(recorded.map(\.sequence) == Array(1...Int64(recorded.count)))
        writer.close()
        let log = try LogFile.open(fixture.path)
        let key = RequestKey(recording: writer.recording.id, number: 1)
        #expect(try log.events(of: key) == recorded)
        #expect(try log.event(3, of: writer.recording.id) == recorded[2])
        #expect(try log.event(3, of: RecordingID()) == nil)
        let rows = try log.events(limit: 1000).rows
        #expect(rows.map(\.kind) == recorded.map(\.kind.name))
        #expect(rows.map(\.summary) == recorded.map(\.kind.summary))
    }

    @Test func certificatesAndProfilesAreStoredOnceAndFoundByHash() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        for number in 1...3 { for event in SampleRequest.letBy(number).events { writer.append(event) } }
        writer.close()
        let log = try LogFile.open(fixture.path)
        let leaf = EventSamples.certificate("wrong-host.lab.test")
        let absent = EventSamples.digest("absent")
        #expect(try log.certificates([leaf.sha256, absent]) == [leaf.sha256: leaf])
        #expect(try log.profile(EventSamples.profile.hash) == EventSamples.profile)
        #expect(try log.profile(absent) == nil)
        let first = try #require(try log.events(of: RequestKey(recording: writer.recording.id, number: 2)).first)
        #expect(first.profile == EventSamples.profile)
        let database = try SQLiteDatabase(uri: DatabaseURI.file(fixture.path), mode: .readOnly, busyMilliseconds: 0)
        #expect(try database.number("SELECT count(*) FROM certificates") == 2)
        #expect(try database.number("SELECT count(*) FROM policies") == 1)
    }

    @Test func aClosedLogIsOneFileThatNobodyElseMayRead() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        writer.append(LogFixture.typical[0])
        writer.flush()
        let reader = try writer.reader()
        #expect(try reader.counts().events == 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.folder.file(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        writer.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["test.countersign"])
        #expect(try reader.counts().events == 1)
        #expect(try LogFile.open(fixture.path).recordings().first?.ended != nil)
    }

    @Test func anOpenedFileBecomesPrivate() throws {
        let fixture = try LogFixture()
        _ = try fixture.typicalLog()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: fixture.path)
        try fixture.writer().close()
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aLogIsAppendedTo() throws {
        let fixture = try LogFixture()
        _ = try fixture.typicalLog()
        let second = try fixture.writer()
        for event in SampleRequest.accepted(1, host: "again.lab.test").events { second.append(event) }
        second.close()
        let log = try LogFile.open(fixture.path)
        #expect(try log.recordings().count == 2)
        let window = try log.requests(limit: 100)
        #expect(window.total == 10)
        #expect(window.rows.last?.key == RequestKey(recording: second.recording.id, number: 1))
        #expect(window.rows.last?.digest.host == "again.lab.test")
    }

    @Test func twoWritersNeverCollide() throws {
        let fixture = try LogFixture()
        let writers = try (0..<2).map { _ in try fixture.writer { $0.patience = 20_000 } }
        let group = DispatchGroup()
        for writer in writers {
            DispatchQueue.global().async(group: group) {
                for number in 1...100 {
                    for event in SampleRequest.accepted(number).events { writer.append(event) }
                    writer.flush()
                }
            }
        }
        group.wait()
        for writer in writers {
            #expect(writer.saving.problem == nil)
            writer.close()
        }
        let log = try LogFile.open(fixture.path)
        #expect(try log.counts().requests == 200)
        let rows = try log.requests(limit: 1000).rows
        for writer in writers {
            let numbers = rows.filter { $0.key.recording == writer.recording.id }.map(\.key.number)
            #expect(numbers == Array(1...100))
        }
        #expect(Set(rows.map { $0.digest.whyColumn(now: 0) }) == ["6 ok, revocation off"])
    }

    @Test func manyThreadsRecordWithoutGaps() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<200 { writer.append(LogFixture.typical[0]) }
        }
        writer.close()
        let rows = try LogFile.open(fixture.path).events(limit: 2000).rows
        #expect(rows.map(\.sequence) == Array(1...1600))
    }

    @Test func aReaderFollowsWhileItIsWritten() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        defer { writer.close() }
        let reader = try writer.reader()
        let other = try LogFile.open(fixture.path)
        #expect(try reader.requests(limit: 10).total == 0)
        var request = SampleRequest.held(1)
        for event in request.events { writer.append(event) }
        writer.flush()
        for log in [reader, other] {
            #expect(try log.requests(limit: 10).rows.first?.digest.answerColumn == "HELD")
            #expect(try log.numbers("is:held") == [1])
            let counts = try log.counts()
            #expect(counts.held == 1 && counts.running == 0 && counts.requests == 1)
        }
        let before = request.events.count
        request.answer(.useCredential, proceeds: true, by: "you")
        request.secure()
        request.finish()
        for event in request.events.dropFirst(before) { writer.append(event) }
        writer.flush()
        for log in [reader, other] {
            #expect(try log.numbers("is:held") == [])
            #expect(try log.numbers("is:letby") == [1])
            #expect(try log.requests(limit: 10).rows.first?.digest.answerColumn == "use")
            #expect(try log.counts().held == 0)
        }
    }

    @Test func watchersAreToldOfEveryCommit() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        let told = DispatchSemaphore(value: 0)
        writer.observe { told.signal() }
        writer.append(LogFixture.typical[0])
        #expect(told.wait(timeout: .now() + 30) == .success)
        #expect(writer.lastCommitted == 1)
        writer.close()
        #expect(writer.append(LogFixture.typical[0]).sequence == 0, "a closed log takes nothing")
    }

    @Test func withoutAPathNothingIsSavedAndNothingIsWrong() throws {
        let writer = try LogWriter(path: nil, recording: LogFixture.recording)
        defer { writer.close() }
        for event in LogFixture.typical { writer.append(event) }
        let reader = try writer.reader()
        #expect(try reader.numbers("is:letby") == [2])
        #expect(writer.saving.problem == nil && writer.saving.path == nil)
    }

    @Test func lateEventsChangeARowThatHasEnded() throws {
        let fixture = try LogFixture()
        let writer = try fixture.writer()
        let request = SampleRequest.refusedIdentity()
        let late = request.events.filter { if case .alert = $0.kind { true } else { false } }
        for event in request.events where !late.contains(event) { writer.append(event) }
        writer.flush()
        var changed = try #require(late.first)
        changed.kind = .alert(
            AlertFacts(direction: .received, isFatal: true, number: 116, name: "certificate_required", stage: "late")
        )
        writer.append(changed)
        writer.flush()
        #expect(try writer.reader().requests(limit: 1).rows.first?.digest.alert == "certificate_required")
        writer.close()
    }
}
