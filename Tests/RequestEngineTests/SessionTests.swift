import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What outlives a session, and how a session ends.
@Suite struct SessionTests {
    private static let noon = Date(timeIntervalSince1970: 1_796_040_000)

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + "/" + $0 }
    }

    private func entry(_ body: String, age: Double = 0) -> ResponseCache.Entry {
        ResponseCache.Entry(
            status: 200,
            httpVersion: "1.1",
            headers: [
                HeaderField(name: "Cache-Control", value: "max-age=60"),
                HeaderField(name: "Set-Cookie", value: "a=hidden"),
            ],
            body: Array(body.utf8),
            stored: Self.noon.addingTimeInterval(-age),
            request: 7,
            client: "system"
        )
    }

    @Test func responsesComeBackInTheNextRun() async throws {
        let folder = try TemporaryFolder()
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(
                body: "kept",
                headers: ["Cache-Control: max-age=60", "Set-Cookie: id=hidden; Max-Age=60"]
            )
        }
        var results: [ExchangeResult] = []
        var stories: [[String]] = []
        for _ in 1...2 {
            let recording = Recording()
            let engine = try Engine(threads: 1, decisions: .obedient) { recording.add($0) }
            var configuration = SessionConfiguration(client: ClientSetup(profile: ClientProfile()))
            try configuration.keep(in: folder.file("session"))
            let session = engine.openSession(configuration, reason: "test")
            var request = try Request("https://localhost:\(server.port)/page")
            request.cachePolicy = .protocol
            results.append(await (try session.start(request)).finished())
            #expect(await session.contents().cookies == ["id for localhost/"])
            engine.shutDown(by: "test")
            stories.append(recording.events(of: 1).story)
            for event in recording.events {
                if case .sessionOpened(let facts) = event.kind { #expect(facts.configuration == "default") }
                if case .challengeNotRaised(let facts) = event.kind { #expect(facts.restsOnRequest == nil) }
            }
        }
        server.stop()
        #expect(server.accepted == 1)
        #expect(results.map(\.outcome.bodyText) == ["kept", "kept"])
        #expect(results[1].outcome.codes == [.responseCached])
        #expect(results[1].outcome.reason.contains("an earlier run"))
        #expect(stories[1] == ["started", "not raised serverTrust cache", "response 200", "finished"])
        for path in try Self.files(folder.file("session/responses")) {
            #expect(try Self.mode(path) == 0o600)
            #expect(!(try String(contentsOfFile: path, encoding: .utf8)).contains("hidden"))
        }
        #expect(try Self.mode(folder.file("session/cookies.json")) == 0o600)
    }

    @Test func aCacheOnFileTakesNoMoreThanItsShareAndNoGarbage() throws {
        let folder = try TemporaryFolder()
        let cache = try ResponseCache(folder: folder.path, capacity: 8000)
        for number in 1...9 {
            let age = Double(10 - number)
            cache.take(
                entry(String(repeating: "x", count: 1500), age: age),
                for: try Request("https://h.test/\(number)")
            )
        }
        let sizes = try Self.files(folder.path).map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        #expect(sizes.reduce(0, +) <= 8000)
        #expect(cache.entry(for: try Request("https://h.test/9"))?.body.count == 1500)
        #expect(cache.entry(for: try Request("https://h.test/9"))?.request == 7)
        for path in try Self.files(folder.path) { try "no JSON".write(toFile: path, atomically: true, encoding: .utf8) }
        #expect(cache.entry(for: try Request("https://h.test/9")) == nil)
        #expect(cache.kept(at: Self.noon).isEmpty)
        cache.take(entry("new"), for: try Request("https://h.test/9"))
        #expect(try ResponseCache(folder: folder.path).kept(at: Self.noon).map(\.address) == ["https://h.test/9"])
        cache.take(entry("not kept"), for: try Request("https://h.test/9?large"))
        #expect(cache.kept(at: Self.noon).count == 2)
    }

    @Test func aFolderThatCannotBeMadeIsSaid() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", text: "")
        do throws(Problem) {
            _ = try ResponseCache(folder: folder.file("file/below"))
            Issue.record("made")
        } catch {
            #expect(error.code == .fileNotWritten)
        }
    }

    @Test func cookiesOfTheSessionAloneStayInMemory() throws {
        let folder = try TemporaryFolder()
        let url = try RequestURL("https://h.test/")
        let store = try CookieStore(file: folder.file("jar/cookies.json"))
        store.take(["a=1", "b=2; Max-Age=60", "c=3; Max-Age=60"], from: url, now: Self.noon)
        store.take(["c=; Max-Age=0"], from: url, now: Self.noon)
        #expect(store.field(for: url, now: Self.noon)?.names == ["a", "b"])
        let next = try CookieStore(file: folder.file("jar/cookies.json"))
        #expect(next.field(for: url, now: Self.noon)?.value == "b=2")
        #expect(next.field(for: url, now: Self.noon.addingTimeInterval(61)) == nil)
        try folder.write("broken.json", text: "[{")
        #expect(try CookieStore(file: folder.file("broken.json")).kept.isEmpty)
    }

    @Test func aSessionThatFinishesWaitsForWhatRuns() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let responder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: responder)
        let held = try responder.challenge()
        bench.session.invalidate(reason: "test", .finish)
        #expect(throws: Problem.sessionInvalidated(number: 1)) { try bench.start(server.port) }
        #expect(!bench.recording.events.map(\.word).contains("invalidated session"))
        held.answer(.useCredential, credential: .serverTrust, by: "test")
        responder.drop()
        #expect(await exchange.finished().isComplete)
        let event = try bench.recording.wait("the end of the session") { $0.word == "invalidated session" }
        guard case .sessionInvalidated(let facts) = event.kind else { return }
        #expect(facts.ending == "finish")
        bench.session.invalidate(reason: "again")
        bench.end()
        server.stop()
        #expect(bench.recording.events.filter { $0.word == "invalidated session" }.count == 1)
    }

    @Test func whatFinishesCanStillBeCancelled() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let responder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: responder)
        _ = try responder.challenge()
        bench.session.invalidate(reason: "test", .finish)
        bench.session.invalidate(reason: "test", .cancel)
        let result = await exchange.finished()
        responder.drop()
        bench.end()
        server.stop()
        #expect(result.outcome.code == .requestStopped)
        let endings = bench.recording.events.compactMap { event -> String? in
            guard case .sessionInvalidated(let facts) = event.kind else { return nil }
            return facts.ending
        }
        #expect(endings == ["cancel"])
    }
}
