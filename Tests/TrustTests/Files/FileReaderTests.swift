import Foundation
import TestSupport
import Testing

@testable import Diagnosis
@testable import Trust

@Suite struct FileReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func code(_ path: String) -> DiagnosisCode? {
        guard case .failure(let problem) = FileReader.read(path).content else { return nil }
        #expect(problem.sentence.contains(path.hasPrefix("/") ? path : "/" + path), "\(problem)")
        return problem.code
    }

    @Test func reads() throws {
        let path = try folder.write("a b.pem", [1, 2, 3])
        let file = FileReader.read(path)
        #expect(try file.content.get() == [1, 2, 3])
        #expect(file.name == "a b.pem")
        #expect(file.suffix == "pem")
        #expect(file.path == path)
    }

    @Test func throughALink() throws {
        let path = try folder.write("a", [7])
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: path)
        #expect(try FileReader.read(folder.file("link")).content.get() == [7])
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("loop"),
            withDestinationPath: folder.file("loop")
        )
        #expect(code(folder.file("loop")) != nil)
    }

    @Test func whatStandsInTheWay() throws {
        try folder.write("empty", [])
        #expect(code(folder.file("empty")) == .fileEmpty)
        #expect(code(folder.file("none")) == .fileMissing)
        #expect(code("none-in-this-folder.pem") == .fileMissing)
        #expect(code(folder.file("empty") + "/x") == .fileMissing)
        #expect(code(folder.path) == .fileNotRegular)
        #expect(code("/dev/zero") == .fileNotRegular)
        #expect(code("/dev/null") == .fileNotRegular)
        #expect(code("") != nil)
        #expect(FileReader.read("a\u{0}b").content.isFailure(.fileMissing))
    }

    @Test func namedPipesAreNotOpened() throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(code(folder.file("pipe")) == .fileNotRegular)
    }

    /// Readable by no one at its beginning, whoever runs the test.
    @Test func unreadable() {
        guard case .failure(let problem) = FileReader.read("/proc/self/mem").content else {
            Issue.record("read")
            return
        }
        #expect(problem.code == .fileUnreadable)
        #expect(problem.sentence.contains("Input/output error"), "\(problem)")
        #expect(problem.sentence.contains("as user \(ProcessInfo.processInfo.userName)"), "\(problem)")
    }

    @Test func reasonsOfTheSystem() {
        let denied = CocoaError(.fileReadNoPermission, userInfo: [NSUnderlyingErrorKey: POSIXError(.EACCES)])
        let problem = FileReader.problem(denied, path: "/x")
        #expect(problem.code == .fileUnreadable)
        #expect(problem.sentence.contains("Permission denied"))
        let gone = CocoaError(.fileReadNoSuchFile)
        #expect(FileReader.problem(gone, path: "/x").code == .fileMissing)
    }

    @Test func tooLarge() throws {
        let path = try folder.write("large", [0])
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: UInt64(FileReader.maximumBytes) + 1)
        try handle.close()
        #expect(code(path) == .fileUnrecognized)
    }

    @Test(arguments: [
        ("/a/b.CER", "b.CER", "cer"), ("b", "b", ""), (".p12", ".p12", ""), ("a.tar.gz", "a.tar.gz", "gz"),
        ("a.", "a.", ""),
    ])
    func names(path: String, name: String, suffix: String) {
        let file = FileSnapshot(path: path, bytes: [1])
        #expect(file.name == name)
        #expect(file.suffix == suffix)
    }

    @Test func snapshotsDoNotShowTheirBytes() {
        let file = FileSnapshot(path: "/x", bytes: Array("-----BEGIN PRIVATE KEY-----".utf8))
        var dumped = ""
        dump(file, to: &dumped)
        #expect(!"\(file) \(String(reflecting: file)) \(dumped)".contains("PRIVATE"))
    }
}

extension Result<[UInt8], Problem> {
    fileprivate func isFailure(_ code: DiagnosisCode) -> Bool {
        if case .failure(let problem) = self { problem.code == code } else { false }
    }
}
