import EventSamples
import Events
import Foundation
import TestSupport
import Testing

@testable import ChallengeLog

@Suite struct LogFolderTests {
    @Test func theFolderFollowsTheEnvironment() {
        #expect(LogFolder.standard(environment: ["XDG_DATA_HOME": "/d"]).path == "/d/countersign/logs")
        #expect(LogFolder.standard(environment: ["HOME": "/h"]).path == "/h/.local/share/countersign/logs")
        let relative = LogFolder.standard(environment: ["HOME": "/h", "XDG_DATA_HOME": "d"])
        #expect(relative.path == "/h/.local/share/countersign/logs")
        #expect(LogFolder.standard(environment: [:]).path.hasSuffix("/countersign/logs"))
    }

    @Test func logsAreNamedByTheirTimeAndNeverTwice() throws {
        let home = try TemporaryFolder()
        let folder = LogFolder(path: home.file("a/logs"))
        let names = (0..<3).map { _ in (folder.newPath(at: EventSamples.start) as NSString).lastPathComponent }
        #expect(
            names == [
                "2026-11-30T09-41-00Z.countersign", "2026-11-30T09-41-00Z-2.countersign",
                "2026-11-30T09-41-00Z-3.countersign",
            ]
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func logsAreListedWithWhatIsInThem() throws {
        let home = try TemporaryFolder()
        let folder = LogFolder(path: home.path)
        #expect(folder.logs().isEmpty && folder.newest() == nil)
        let first = folder.newPath(at: EventSamples.start)
        let writer = try LogWriter(path: first, recording: LogFixture.recording)
        for event in LogFixture.typical { writer.append(event) }
        writer.close()
        try home.write("bad.countersign", text: "not a log at all")
        try home.write("other.txt", text: "something else")
        _ = folder.newPath(at: EventSamples.start + 1_000_000)
        let logs = folder.logs()
        #expect(logs.count == 3)
        #expect(logs.first { $0.path == first }?.counts?.requests == 9)
        #expect(logs.first { $0.name == "bad.countersign" }?.problem?.code == .logNotALog)
        #expect(logs.first { $0.bytes == 0 }?.counts?.events == 0)
        try FileManager.default.removeItem(atPath: home.file("bad.countersign"))
        #expect(folder.newest() == first)
    }

    @Test func aFolderThatCannotBeMadeIsMetByTheWriter() throws {
        let path = LogFolder(path: "/proc/countersign").newPath(at: EventSamples.start)
        let writer = try LogWriter(path: path, recording: LogFixture.recording)
        writer.flush()
        #expect(writer.saving.problem?.code == .logNotSaved)
        writer.close()
    }
}
