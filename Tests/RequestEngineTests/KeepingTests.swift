import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What a session keeps between its requests: cookies, responses, connections and TLS sessions.
@Suite struct KeepingTests {
    private static let noon = Date(timeIntervalSince1970: 1_796_040_000)

    private func engine(_ recording: Recording, at clock: @escaping @Sendable () -> Date = { KeepingTests.noon }) throws
        -> Engine
    {
        try Engine(threads: 2, decisions: .obedient, clock: clock) { recording.add($0) }
    }

    @Test(
        arguments: [
            ("a=1", "https://h.test/x", true), ("a=1", "https://other.test/", false),
            ("a=1", "https://sub.h.test/", false), ("a=1; Domain=h.test", "https://sub.h.test/", true),
            ("a=1; Domain=.h.test", "https://h.test/", true), ("a=1; Domain=test", "https://h.test/", false),
            ("a=1; Domain=other.test", "https://h.test/", false), ("a=1; Path=/deep", "https://h.test/", false),
            ("a=1; Path=/deep", "https://h.test/deep/er", true), ("a=1; Path=/deep", "https://h.test/deeper", false),
            ("a=1; Secure", "http://h.test/", false), ("a=1; Max-Age=0", "https://h.test/", false),
            ("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://h.test/", true),
            ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://h.test/", false),
            ("a=1; Expires=Fri, 31-Dec-9999 23:59:59 GMT", "https://h.test/", true), ("=1", "https://h.test/", false),
            ("none", "https://h.test/", false), ("", "https://h.test/", false),
        ]
    )
    func cookiesGoWhereTheyBelong(_ row: (field: String, to: String, goes: Bool)) throws {
        let store = CookieStore()
        store.take([row.field], from: try RequestURL("https://h.test/a"), now: Self.noon)
        #expect((store.field(for: try RequestURL(row.to), now: Self.noon) != nil) == row.goes)
    }

    @Test func cookiesComeBackAndAreNotRecorded() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            connection.respond(body: head, headers: ["Set-Cookie: id=hidden; Path=/", "Set-Cookie: b=two"])
        }
        let bench = try Bench()
        _ = try await bench.fire(server.port)
        let second = try await bench.fire(server.port)
        let own = try await bench.fire(server.port) { $0.headers = [HeaderField(name: "Cookie", value: "mine=1")] }
        let contents = await bench.session.contents()
        bench.end()
        server.stop()
        #expect(String(decoding: second.body, as: UTF8.self).contains("Cookie: id=hidden; b=two\r\n"))
        #expect(String(decoding: own.body, as: UTF8.self).contains("Cookie: mine=1\r\n"))
        #expect(contents.cookies.sorted() == ["b for localhost/", "id for localhost/"])
        for event in bench.recording.events {
            if case .requestFinished = event.kind { continue }
            #expect(!String(decoding: try EventJSON.encode(event), as: UTF8.self).contains("hidden"))
        }
    }

    @Test func whatIsFreshAnswersWithoutAConnectionAndSaysWhoseAnswerItIs() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(body: "kept", headers: ["Cache-Control: max-age=60"])
        }
        let recording = Recording()
        let engine = try engine(recording)
        let session = engine.openSession(
            SessionConfiguration(client: ClientSetup(profile: ClientProfile())),
            reason: "test"
        )
        var request = try Request("https://localhost:\(server.port)/page")
        request.cachePolicy = .protocol
        let first = await (try session.start(request)).finished()
        let second = await (try session.start(request)).finished()
        request.cachePolicy = .reload
        let third = await (try session.start(request)).finished()
        let contents = await session.contents()
        engine.shutDown(by: "test")
        server.stop()
        #expect([first, second, third].map(\.outcome.bodyText) == ["kept", "kept", "kept"])
        #expect(server.accepted == 2)
        #expect(second.isComplete)
        #expect(second.outcome.codes == [.responseCached])
        #expect(second.outcome.reason.contains("no. 1"))
        let events = recording.events(of: 2)
        #expect(events.story == ["started", "not raised serverTrust cache", "response 200", "finished"])
        for event in events {
            if case .challengeNotRaised(let facts) = event.kind { #expect(facts.restsOnRequest == 1) }
        }
        #expect(contents.responses == [.init(address: request.url.description, freshFor: 60)])
        #expect(contents.outlook(for: request.url, usesCache: true) == .cached(contents.responses[0]))
        #expect(contents.outlook(for: request.url, usesCache: false) == .asked)
    }

    @Test func whatIsStaleIsAskedForAgain() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            if head.contains("If-None-Match: \"v1\"") {
                connection.respond(304, body: "", headers: ["ETag: \"v1\"", "X-Asked: yes"])
            } else {
                connection.respond(body: "version 1", headers: ["ETag: \"v1\"", "Cache-Control: no-cache"])
            }
        }
        let recording = Recording()
        let engine = try engine(recording)
        let session = engine.openSession(
            SessionConfiguration(client: ClientSetup(profile: ClientProfile())),
            reason: "test"
        )
        var request = try Request("https://localhost:\(server.port)/")
        request.cachePolicy = .protocol
        _ = await (try session.start(request)).finished()
        let second = await (try session.start(request)).finished()
        engine.shutDown(by: "test")
        server.stop()
        #expect(second.outcome.status == 200)
        #expect(second.outcome.bodyText == "version 1")
        #expect(second.outcome.codes == [.responseCached])
        // The server was asked, so the challenge came.
        #expect(recording.events(of: 2).story.contains("challenge serverTrust"))
    }

    @Test(
        arguments: [
            (["Cache-Control: max-age=60"], 60), (["Cache-Control: max-age=60", "Age: 20"], 40),
            (["Cache-Control: no-cache, max-age=60"], -1), (["Expires: 0"], -1),
            (["Date: Mon, 30 Nov 2026 12:00:00 GMT", "Expires: Mon, 30 Nov 2026 12:00:30 GMT"], 30), ([], -1),
            (["Date: Mon, 30 Nov 2026 12:00:00 GMT", "Last-Modified: Mon, 30 Nov 2026 11:00:00 GMT"], 360),
            // Numbers that are none, or more than can be counted.
            (["Cache-Control: max-age=1e300"], -1), (["Cache-Control: max-age=inf"], -1),
            (["Cache-Control: max-age=-5"], -1), (["Cache-Control: max-age=99999999999999999999"], 2_147_483_648),
            (["Cache-Control: max-age=60", "Age: inf"], 60), (["Cache-Control: max-age=60", "Age: nan"], 60),
        ] as [([String], Double)]
    )
    func freshnessFollowsTheFields(_ row: (fields: [String], seconds: Double)) {
        let headers = row.fields.map { field in
            let parts = field.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return HeaderField(name: parts[0], value: parts[1])
        }
        let noon = HTTPDate.date("Mon, 30 Nov 2026 12:00:00 GMT") ?? .distantPast
        let entry = ResponseCache.Entry(
            status: 200,
            httpVersion: "1.1",
            headers: headers,
            body: [],
            stored: noon,
            request: 1,
            client: ""
        )
        #expect(ResponseCache.freshFor(entry, at: noon) == row.seconds)
        #expect(ResponseCache.freshFor(entry, at: noon.addingTimeInterval(10)) == row.seconds - 10)
    }

    @Test func theNextRequestCanBeForetold() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context) else { return }
            while let head = connection.readRequest() {
                let closes = head.hasPrefix("GET /close")
                connection.respond(headers: closes ? ["Connection: close"] : [])
                if closes { return connection.closeNotify() }
            }
        }
        let bench = try Bench(profile: PoolTests.profile("yes", .reuse), decisions: PoolTests.byName)
        let url = try RequestURL("https://localhost:\(server.port)/")
        #expect(await bench.session.contents().outlook(for: url, usesCache: false) == .asked)
        #expect(try await bench.fire(server.port).isComplete)
        let open = await bench.session.contents()
        guard case .reused(let connection) = open.outlook(for: url, usesCache: false) else {
            Issue.record("not reused: \(open)")
            return
        }
        #expect((connection.connection, connection.serverTrustFrom, connection.clientCertificateFrom) == (1, 1, nil))
        #expect(open.outlook(for: try RequestURL("https://localhost:1/"), usesCache: false) == .asked)
        #expect(try await bench.fire(server.port, path: "/close").isComplete)
        let closed = await bench.session.contents()
        guard case .resumed(let session) = closed.outlook(for: url, usesCache: false) else {
            Issue.record("not resumed: \(closed)")
            return
        }
        #expect(session.serverTrustFrom == 1)
        bench.session.setClient(ClientSetup(profile: PoolTests.profile("no", .reuse)))
        #expect(await bench.session.contents().outlook(for: url, usesCache: false) == .asked)
        bench.end()
        server.stop()
    }
}
