import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Bodies that are read while they are sent, and written while they come.
@Suite struct BodyStreamTests {
    private func all(_ reader: BodyReader, by size: Int) -> [UInt8]? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: size)
        while true {
            guard let count = buffer.withUnsafeMutableBytes({ reader.read(into: $0) }) else { return nil }
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    @Test func partsFollowEachOtherFromAnyPlace() throws {
        let folder = try TemporaryFolder()
        var stream = BodyStream()
        stream.add("ab".utf8)
        stream.add("cd".utf8)
        try stream.add(file: try folder.write("file", text: "efgh"))
        stream.add("ij".utf8)
        #expect(stream.count == 10)
        let reader = BodyReader(stream)
        let whole = Array("abcdefghij".utf8)
        for size in 1...11 {
            for place in 0...10 {
                #expect(reader.seek(to: place))
                #expect(all(reader, by: size) == Array(whole[place...]))
            }
        }
        #expect(!reader.seek(to: 11))
        #expect(!reader.seek(to: -1))
        // A file that became shorter, and one that is gone.
        try folder.write("file", text: "ef")
        #expect(reader.seek(to: 0))
        #expect(all(reader, by: 4) == nil)
        try FileManager.default.removeItem(atPath: folder.file("file"))
        #expect(reader.seek(to: 0))
        #expect(all(reader, by: 4) == nil)
    }

    @Test func whatIsNoFileIsSaid() throws {
        let folder = try TemporaryFolder()
        var stream = BodyStream()
        for (path, code) in [(folder.path, DiagnosisCode.fileNotRegular), (folder.file("none"), .fileMissing)] {
            do throws(Problem) {
                try stream.add(file: path)
                Issue.record("taken")
            } catch {
                #expect(error.code == code)
            }
        }
        #expect(stream.count == 0)
    }

    @Test(arguments: ["POST", "PUT"]) func aFileGoesUpAsItIs(_ method: String) async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            var body = String(
                head.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
            )
            while body.utf8.count < text.utf8.count, let more = connection.read() { body += more }
            connection.respond(body: "\(head.hasPrefix(method)) \(body == text)")
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port) { request in
            request.method = method
            var stream = BodyStream()
            try? stream.add(file: try folder.write("file", text: text))
            request.bodyStream = stream
        }
        bench.end()
        server.stop()
        #expect(result.outcome.bodyText == "true true")
        let uploads = bench.recording.events.compactMap { event -> ProgressFacts? in
            if case .uploadProgress(let facts) = event.kind { facts } else { nil }
        }
        #expect(uploads.last == ProgressFacts(bytes: text.utf8.count, total: text.utf8.count))
    }

    @Test func aFileThatIsGoneEndsTheRequest() async throws {
        let folder = try TemporaryFolder()
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context) else { return }
            while connection.read() != nil {}
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port) { request in
            var stream = BodyStream()
            try? stream.add(file: try folder.write("file", text: "gone"))
            try? FileManager.default.removeItem(atPath: folder.file("file"))
            request.bodyStream = stream
        }
        bench.end()
        server.stop()
        #expect(!result.isComplete)
        #expect(result.outcome.curlCode == 42)
    }

    @Test func aWholeBodyGoesIntoAFileBeyondWhatIsKept() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "x", count: 200_000)
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            if head.hasPrefix("GET /first") {
                connection.respond(302, body: "see there", headers: ["Location: /second"])
            } else {
                connection.respond(body: text)
            }
        }
        let bench = try Bench()
        let file = try ResponseFile(path: folder.file("body"))
        let result = try await bench.fire(server.port, path: "/first") { $0.responseFile = file }
        bench.end()
        server.stop()
        #expect(result.body.count == 65536)
        #expect(try String(contentsOfFile: folder.file("body"), encoding: .utf8) == text)
        do throws(Problem) {
            _ = try ResponseFile(path: folder.file("body"))
            Issue.record("made")
        } catch {
            #expect(error.code == .fileExists)
        }
    }
}
