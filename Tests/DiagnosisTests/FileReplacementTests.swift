import Foundation
import TestSupport
import Testing

@testable import Diagnosis

@Suite struct FileReplacementTests {
    @Test func theNewFileStandsInThePlaceOfTheOld() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("kept", text: "what was there before")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try FileReplacement.write(path, Data("new".utf8))
        #expect(FileManager.default.contents(atPath: path) == Data("new".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try FileReplacement.write(path, [UInt8]())
        #expect(FileManager.default.contents(atPath: path) == Data())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
    }

    /// Many at once: the file is one of theirs, whole, and nothing else stays.
    @Test func writersOfTheSameFileDoNotMeet() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("kept")
        await withTaskGroup(of: Void.self) { group in
            for writer in UInt8(0)..<16 {
                group.addTask {
                    for _ in 0..<20 {
                        let written: Void? = try? FileReplacement.write(path, [UInt8](repeating: writer, count: 70_000))
                        #expect(written != nil)
                    }
                }
            }
        }
        let bytes = try #require(FileManager.default.contents(atPath: path))
        #expect(bytes.count == 70_000)
        #expect(Set(bytes).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
    }

    @Test func whatFailsLeavesNothingBehind() throws {
        let folder = try TemporaryFolder()
        let missing = folder.file("missing/kept")
        #expect(throws: FileReplacement.Failure(code: ENOENT)) { try FileReplacement.write(missing, [UInt8(1)]) }
        // A folder with something in it is in the way: the draft is written, and cannot get the name.
        let path = folder.file("kept")
        try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
        #expect(throws: FileReplacement.Failure(code: EISDIR)) { try FileReplacement.write(path, [UInt8(1)]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["kept"])
        #expect(FileReplacement.Failure(code: ENOENT).reason == "No such file or directory")
    }
}
