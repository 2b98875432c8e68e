import ChallengeLog
import Diagnosis
import EventSamples
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import Report

@Suite struct JSONLinesTests {
    static func log(_ requests: [SampleRequest], in folder: TemporaryFolder) throws -> LogFile {
        let path = folder.file("test.countersign")
        let recording = RecordingFacts(version: "0.1", command: "countersign fire")
        let writer = try LogWriter(path: path, recording: recording)
        for request in requests { for event in request.events { writer.append(event) } }
        writer.close()
        return try LogFile.open(path)
    }

    static func lines(_ log: LogFile, _ filter: String = "") throws -> [[String: Any]] {
        var lines: [[String: Any]] = []
        let query = try LogQuery(filter)
        try JSONLines(log, query: query).write { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            lines.append(object ?? ["type": "not JSON: \(line)"])
            return true
        }
        return lines
    }

    @Test func everyLineIsAnObjectAndWhatIsNamedComesFirst() throws {
        let folder = try TemporaryFolder()
        let requests: [SampleRequest] = [.accepted(1), .letBy(2), .mutual(3)]
        let lines = try Self.lines(Self.log(requests, in: folder))
        let types = lines.compactMap { $0["type"] as? String }
        #expect(types.count == lines.count)
        #expect(types.prefix(2) == ["log", "recording"])
        #expect(lines.first?["schema"] as? String == "countersign.log/1")
        #expect(types.filter { $0 == "event" }.count == requests.map(\.events.count).reduce(0, +))
        #expect(types.filter { $0 == "policy" }.count == 2, "the system's, and the one of the samples")
        #expect(types.filter { $0 == "certificate" }.count == 4, "three leaves and their root, once each")
        var seen: Set<String> = []
        for line in lines {
            if let hash = line["sha256"] as? String { #expect(seen.insert(hash).inserted) }
            if let profile = line["profile"] as? String { #expect(seen.contains(profile)) }
            let facts = line["facts"] as? [String: Any]
            for hash in facts?["chain"] as? [String] ?? [] { #expect(seen.contains(hash)) }
        }
    }

    @Test func eventsReadBackAsTheyWere() throws {
        let folder = try TemporaryFolder()
        let request = SampleRequest.mutual(1)
        let log = try Self.log([request], in: folder)
        var events: [Event] = []
        try JSONLines(log).write { line in
            if let event = try? EventJSON.decode(Event.self, from: Array(line.utf8)) { events.append(event) }
            return true
        }
        #expect(events.map(\.kind) == request.events.map(\.kind))
        #expect(events.map(\.time) == request.events.map(\.time))
        #expect(events.map(\.sequence) == Array(1...Int64(request.events.count)))
    }

    @Test func aFilterLeavesOutWhatItDoesNotName() throws {
        let folder = try TemporaryFolder()
        let log = try Self.log([.accepted(1), .letBy(2)], in: folder)
        let lines = try Self.lines(log, "is:letby")
        let events = lines.filter { $0["type"] as? String == "event" }
        #expect(Set(events.compactMap { $0["request"] as? Int }) == [2])
        #expect(lines.filter { $0["type"] as? String == "certificate" }.count == 2)
    }

    @Test func itStopsWhenNobodyReads() throws {
        let folder = try TemporaryFolder()
        let log = try Self.log([.accepted(1)], in: folder)
        for limit in 1...5 {
            var count = 0
            try JSONLines(log).write { _ in
                count += 1
                return count < limit
            }
            #expect(count == limit)
        }
    }

    @Test func hostileTextStaysInItsString() throws {
        let folder = try TemporaryFolder()
        var request = SampleRequest(1, host: "a\"b\n", url: "https://\(EventSamples.hostile)/\"}\n{")
        request.fail(.undecided, nil, reason: EventSamples.hostile)
        var raw = ""
        try JSONLines(Self.log([request], in: folder)).write { line in
            raw += line
            return true
        }
        #expect(!raw.contains("\n") && !raw.contains("\u{1B}"))
        #expect(try Self.lines(Self.log([], in: folder)).allSatisfy { $0["type"] != nil })
    }
}
