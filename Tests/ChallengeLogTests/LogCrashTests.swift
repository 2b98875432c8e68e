import EventSamples
import Events
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ChallengeLog

/// A process that records is killed; the log has what it had recorded up to 50 ms before.
@Suite struct LogCrashTests {
    private static let variable = "COUNTERSIGN_TEST_RECORD_INTO"

    /// The other process: records one event after the other until it is killed, and prints what it has recorded.
    @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] != nil)) func recordUntilKilled() throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.variable])
        let writer = try LogWriter(path: path, recording: LogFixture.recording)
        var number = 0
        while true {
            number += 1
            for event in SampleRequest.mutual(number).events {
                let recorded = writer.append(event)
                // Number recorded, number committed, and when, in microseconds.
                let line = "RECORDED \(recorded.sequence) \(writer.lastCommitted) \(EventTime.now())\n"
                _ = line.withCString { Glibc.write(1, $0, strlen($0)) }
            }
            // As fast as a test's build of the writer can follow while other tests run.
            _ = poll(nil, 0, 20)
        }
    }

    private struct Line {
        var recorded: Int64
        var committed: Int64
        var time: Int64
    }

    private static func lines(_ text: String) -> [Line] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            // The last line may be cut: its number would be wrong.
            guard words.count == 4, words[0] == "RECORDED", words[3].count == 16, let recorded = Int64(words[1]),
                let committed = Int64(words[2]), let time = Int64(words[3])
            else { return nil }
            return Line(recorded: recorded, committed: committed, time: time)
        }
    }

    /// The longest time from an event's being recorded to its being known as committed.
    private static func longestWay(_ lines: [Line]) -> Int64 {
        var (longest, committed) = (Int64(0), lines.startIndex)
        for line in lines {
            while committed < lines.endIndex, lines[committed].committed < line.recorded { committed += 1 }
            guard committed < lines.endIndex else { break }
            longest = max(longest, lines[committed].time - line.time)
        }
        return longest
    }

    @Test func whatWasRecordedBeforeAKillIsThere() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("killed.countersign")
        let child = try Program(
            CommandLine.arguments[0],
            ["--testing-library", "swift-testing", "--filter", "LogCrashTests.recordUntilKilled"],
            environment: [Self.variable: path, "SWIFT_BACKTRACE": "enable=no"]
        )
        try Waiting.until("some events to be recorded", seconds: 120) {
            Self.lines(child.outputSoFar).count > 1000 || !child.isRunning
        }
        child.signal(SIGKILL)
        let result = child.finish()
        #expect(result.status == 128 + SIGKILL)
        let lines = Self.lines(result.output)
        let last = try #require(lines.last)

        let log = try LogFile.open(path)
        let rows = try log.events(limit: 1_000_000).rows
        #expect(rows.map(\.sequence) == Array(1...Int64(rows.count)))
        let kept = Int64(rows.count)
        #expect(kept >= last.committed, "what was reported as committed is there")
        let lost = lines.first { $0.recorded > kept }.map { last.time - $0.time } ?? 0
        print("killed after \(last.recorded) events: the log has \(kept); the first lost was \(lost) us old")
        // The machine may have stopped who records or who writes for a while: the longest pause of the one and the
        // longest way of an event to the other's commit, as this run had them, are the excuse.
        let pause = zip(lines, lines.dropFirst()).map { $1.time - $0.time }.max() ?? 0
        #expect(lost <= 50_000 + pause + Self.longestWay(lines))
        // Every request but the last ones is whole.
        let window = try log.requests(limit: 100_000)
        #expect(window.rows.dropLast(2).allSatisfy { $0.digest.flags == .ok })
        #expect(try log.counts().running == 0)
    }
}
