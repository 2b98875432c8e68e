import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What becomes of a response: unpacked, and taken or not by its type.
@Suite struct ResponseTests {
    /// "hello " forty times.
    private static let packed: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x18,
        0x31, 0x24, 0x00, 0x9e, 0x50, 0x94, 0x7d, 0xf0, 0x00, 0x00, 0x00,
    ]

    private func serve(_ head: String, _ body: [UInt8] = []) throws -> TestServer {
        let context = TestConnection.context(.v13)
        return try TestServer { connection in
            guard connection.handshake(context), let request = connection.readRequest() else { return }
            connection.write(
                "HTTP/1.1 200 OK\r\n\(head)X-Asked: \(request.contains("Accept-Encoding: ")) \r\n\r\n",
                body
            )
        }
    }

    @Test func packedBodiesAreAskedForAndUnpacked() async throws {
        let server = try serve("Content-Encoding: gzip\r\nContent-Length: \(Self.packed.count)\r\n", Self.packed)
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        let raw = try await bench.fire(server.port) {
            $0.headers = [HeaderField(name: "Accept-Encoding", value: "gzip")]
        }
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.bodyBytes == 240)
        #expect(result.outcome.bodyText?.hasPrefix("hello hello ") == true)
        #expect(result.outcome.codes.isEmpty)
        // Whoever asks for it by hand gets it as it comes.
        #expect(raw.body == Self.packed)
    }

    @Test func whatCannotBeUnpackedIsNoTLSFailure() async throws {
        let server = try serve("Content-Encoding: gzip\r\nContent-Length: 4\r\n", [1, 2, 3, 4])
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(!result.isComplete)
        #expect(result.outcome.code == .wireProtocolError)
        #expect(result.outcome.refusal == .undecided)
    }

    /// What is not kept is counted and forgotten, however much it is.
    @Test func aLongBodyTakesNoMemory() async throws {
        let context = TestConnection.context(.v13)
        let (blocks, block) = (1500, [UInt8](repeating: 0x78, count: 1 << 16))
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(blocks * block.count)\r\n\r\n")
            for _ in 0..<blocks { connection.write(secured: block) }
        }
        let bench = try Bench()
        // 5 sets the peak back to what is resident now (proc(5)).
        let peak = try #require(FileHandle(forWritingAtPath: "/proc/self/clear_refs"))
        try peak.write(contentsOf: Array("5".utf8))
        try peak.close()
        let before = try Self.mostResident()
        let result = try await bench.fire(server.port)
        let after = try Self.mostResident()
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.bodyBytes == blocks * block.count)
        // 96 MB went through; some of the runtime's own may come on top while other tests run.
        #expect(after - before < 48_000, "\(before) kB, then \(after) kB")
    }

    /// The most memory that this process has had, in kB.
    private static func mostResident() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    @Test func bytesBehindAPackedBodyAreNotOurStop() async throws {
        let server = try serve("Content-Encoding: gzip\r\nConnection: close\r\n", Self.packed + Array("garbage".utf8))
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(!result.isComplete)
        #expect(result.outcome.code == .wireProtocolError)
        #expect(result.outcome.reason.contains("more bytes came than belong to the packed body"))
    }

    @Test(
        arguments: [
            ("application/json", nil), ("application/JSON; charset=utf-8", nil),
            ("text/html", DiagnosisCode.responseContentType), (nil, DiagnosisCode.responseContentType),
        ] as [(String?, DiagnosisCode?)]
    )
    func aTypeThatIsNotTakenIsItsOwnErrorWithTheServersText(_ row: (type: String?, code: DiagnosisCode?)) async throws {
        let text = "<h1>No required\r\n certificate</h1>"
        let type = row.type.map { "Content-Type: \($0)\r\n" } ?? ""
        let server = try serve(type + "Content-Length: \(text.utf8.count)\r\n", Array(text.utf8))
        let bench = try Bench()
        let result = try await bench.fire(server.port) { $0.acceptedTypes = ["application/json", "text/json"] }
        bench.end()
        server.stop()
        #expect(result.outcome.code == row.code)
        #expect(result.outcome.status == 200)
        #expect(result.outcome.refusal == nil)
        guard row.code != nil else { return }
        #expect(result.outcome.clientError == ClientError(code: -1016, name: "cannotDecodeContentData"))
        #expect(result.outcome.reason.contains("\"<h1>No required certificate</h1>\""))
        #expect(result.outcome.reason.contains("application/json, text/json"))
    }

    @Test func aSecretGoesIntoTheKeyLogAndNowhereElse() async throws {
        let folder = try TemporaryFolder()
        let server = try serve("Content-Length: 0\r\n")
        let recording = Recording()
        let engine = try Engine(threads: 1, decisions: .obedient) { recording.add($0) }
        let log = try KeyLog(path: folder.file("keys"))
        let session = engine.openSession(
            SessionConfiguration(client: ClientSetup(profile: ClientProfile()), keyLog: log),
            reason: "test"
        )
        _ = await (try session.start(try Request("https://localhost:\(server.port)/"))).finished()
        engine.shutDown(by: "test")
        server.stop()
        let lines = try String(contentsOfFile: folder.file("keys"), encoding: .utf8).split(separator: "\n")
        let names = Set(lines.compactMap { $0.split(separator: " ").first })
        #expect(names.isSuperset(of: ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_TRAFFIC_SECRET_0"]))
        let secrets = lines.compactMap { $0.split(separator: " ").last }
        for event in recording.events {
            let text = String(decoding: try EventJSON.encode(event), as: UTF8.self)
            #expect(!secrets.contains { text.contains($0) })
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("keys"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(throws: Problem.self) { try KeyLog(path: folder.file("no/such/folder")) }
    }
}
