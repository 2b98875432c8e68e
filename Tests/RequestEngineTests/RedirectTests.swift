import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// Redirects: followed as clients do, and everything decided anew at each host.
@Suite struct RedirectTests {
    /// A server that sends away what is not in its table, and answers the rest with what it got.
    private func server(
        _ routes: @escaping @Sendable (_ path: String) -> (status: Int, location: String)?,
        _ tls: TestConnection.TLS = .v13
    ) throws -> TestServer {
        let context = TestConnection.context(tls)
        return try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            let path = String(head.split(separator: " ")[1])
            guard let (status, location) = routes(path) else {
                return connection.respond(body: "\(connection.peerName ?? "nobody")\n" + head)
            }
            connection.respond(status, body: "", headers: ["Location: \(location)"])
        }
    }

    private func redirects(_ bench: Bench) -> [RedirectFacts] {
        bench.recording.events(of: 1).compactMap { event in
            if case .requestRedirected(let facts) = event.kind { facts } else { nil }
        }
    }

    @Test func anotherHostIsAskedAnewAndGetsNoSecret() async throws {
        let pki = TestPKI.shared
        let other = try server({ _ in nil }, .v13.asking([pki.root]))
        let first = try server { _ in (302, "https://127.0.0.1:\(other.port)/there?q=1#part") }
        let bench = try Bench(identities: [pki.client.identity(chain: [pki.intermediate])])
        let result = try await bench.fire(first.port) { request in
            request.headers = [
                HeaderField(name: "Authorization", value: "Bearer hidden"), HeaderField(name: "X-Kept", value: "yes"),
                HeaderField(name: "Host", value: "named.by.hand"),
            ]
            request.serverName = .name("named.by.hand")
            request.validateAs = .other("named.by.hand")
        }
        bench.end()
        first.stop()
        other.stop()
        #expect(result.isComplete)
        let body = String(decoding: result.body, as: UTF8.self)
        #expect(body.hasPrefix("alice\nGET /there?q=1 HTTP/1.1\r\nHost: 127.0.0.1:\(other.port)\r\n"))
        #expect(body.contains("X-Kept: yes"))
        #expect(!body.contains("hidden") && !body.contains("named.by.hand"))
        #expect(redirects(bench) == [RedirectFacts(status: 302, location: "https://127.0.0.1:\(other.port)/there?q=1")])
        let events = bench.recording.events(of: 1)
        let challenges = events.compactMap { event -> String? in
            guard case .challengeReceived(let facts) = event.kind else { return nil }
            return "\(event.challenge ?? 0) \(facts.method.rawValue) \(facts.host) \(facts.question?.host ?? "-")"
        }
        #expect(
            challenges == [
                "1 serverTrust localhost named.by.hand", "2 serverTrust 127.0.0.1 127.0.0.1",
                "3 clientCertificate 127.0.0.1 -",
            ]
        )
        #expect(events.filter { $0.word == "started" }.count == 1)
        #expect(events.filter { $0.word == "finished" }.count == 1)
        let elapsed = events.compactMap(\.elapsed)
        #expect(elapsed == elapsed.sorted())
    }

    @Test(
        arguments: [
            (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "PUT", "GET", false),
            (303, "HEAD", "HEAD", false), (302, "PUT", "PUT", true), (307, "POST", "POST", true),
            (308, "POST", "POST", true),
        ]
    )
    func methodAndBodyAreThoseThatClientsSend(_ row: (status: Int, old: String, new: String, keepsBody: Bool)) throws {
        var request = try Request("https://a.test/one")
        request.method = row.old
        request.body = [1]
        request.headers = [HeaderField(name: "Content-Type", value: "x/y")]
        guard case .follow(let next) = Redirection(request, status: row.status, location: "two", met: [""]) else {
            Issue.record("not followed")
            return
        }
        #expect(next.method == row.new)
        #expect((next.body != nil) == (row.keepsBody || row.old == "HEAD" && row.new == "HEAD" && next.body != nil))
        #expect(next.url.description == "https://a.test/two")
        #expect(next.headers.isEmpty == (next.body == nil))
    }

    @Test func aLimitEndsIt() async throws {
        let server = try server { path in (302, path == "/a" ? "/b" : "/a") }
        let bench = try Bench()
        let limited = try await bench.fire(server.port, path: "/a") { $0.redirectLimit = 2 }
        let taken = try await bench.fire(server.port, path: "/a") { $0.redirectLimit = 0 }
        bench.end()
        server.stop()
        #expect(limited.outcome.code == .requestRedirects)
        #expect(limited.outcome.clientError == ClientError(code: -1007, name: "httpTooManyRedirects"))
        #expect(limited.outcome.status == 302)
        #expect(limited.outcome.remedy?.contains("go round") == true)
        #expect(!limited.isComplete)
        #expect(redirects(bench).count == 2)
        #expect(server.accepted == 4)
        #expect(taken.isComplete)
        #expect(taken.outcome.status == 302)
        #expect(taken.outcome.code == nil)
    }

    @Test(arguments: [
        "ftp://a.test/", "mailto:a@b.test", "javascript:alert(1)", "data:text/plain,x", "https://user:pw@a.test/",
        "https://a.test:99999/", "https:///",
    ])
    func whereNoClientFollowsIsSaid(_ location: String) async throws {
        let server = try server { _ in (302, location) }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .requestRedirects)
        #expect(result.outcome.clientError?.code == -1002)
        #expect(!result.isComplete)
    }

    @Test func transportSecurityStopsTheWayIntoTheClear() async throws {
        let server = try server { _ in (302, "http://plain.example.test/") }
        var profile = ClientProfile()
        profile.transportSecurity = TransportSecurity()
        var decisions = DecisionMaker.obedient
        // The test's own chain would be refused before the redirect.
        decisions.refusalBeforeChallenge = { _, _ in nil }
        let bench = try Bench(profile: profile, decisions: decisions)
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .atsCleartext)
        #expect(result.outcome.clientError?.code == -1022)
        #expect(bench.recording.events(of: 1).story.suffix(2) == ["not raised serverTrust refusedBefore", "failed"])
    }

    @Test func whoeverFiresMayCompleteTheNextRequestAndChooseItsClient() async throws {
        let other = try server { _ in nil }
        let first = try server { _ in (307, "https://elsewhere.example.test/") }
        let bench = try Bench(profile: ClientProfile(name: "yes"), decisions: PoolTests.byName)
        let result = try await bench.fire(first.port) { request in
            request.onRedirect = { next in
                next.connectTo = try? RequestURL(hostAndPort: "127.0.0.1:\(other.port)")
                return ClientSetup(profile: ClientProfile(name: "no"))
            }
        }
        bench.end()
        first.stop()
        other.stop()
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(other.accepted == 1)
    }

    @Test func stoppingReachesItOnWhateverThreadItIs() async throws {
        let other = try server { _ in nil }
        let first = try server { _ in (302, "https://127.0.0.1:\(other.port)/") }
        let bench = try Bench(threads: 4)
        let holder = HoldingResponder()
        let exchange = try bench.start(first.port, responder: holder)
        try holder.challenge().answer(.useCredential, credential: .serverTrust, by: "you")
        _ = try holder.challenge(2)
        exchange.cancel(by: "you")
        let result = await exchange.finished()
        bench.end()
        first.stop()
        other.stop()
        #expect(result.outcome.refusal == .stopped)
    }

    @Test func oneTimeLimitIsForAllOfIt() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let head = connection.readRequest() else { return }
            guard head.hasPrefix("GET /slow") else {
                return connection.respond(302, body: "", headers: ["Location: /slow"])
            }
            while connection.read() != nil {}
        }
        let bench = try Bench(limits: .total(.milliseconds(1500)))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.code == .wireTimeout)
        #expect(redirects(bench).count == 1)
        #expect(bench.recording.events(of: 1).last?.elapsed ?? 0 < 20_000_000)
    }

    @Test(
        arguments: [
            ("b", "https://h:8443/a/b"), ("./b", "https://h:8443/a/b"), ("../b", "https://h:8443/b"),
            ("../../../b", "https://h:8443/b"), ("/b", "https://h:8443/b"), ("?x=1", "https://h:8443/a/c?x=1"),
            ("", "https://h:8443/a/c?q"), ("#f", "https://h:8443/a/c?q"), ("//other/x", "https://other/x"),
            ("http://other:8080/x#f", "http://other:8080/x"), ("HTTPS://h:8443", "https://h:8443/"),
            (" /a b", "https://h:8443/a%20b"), ("b/..", "https://h:8443/a/"), ("?a=../x", "https://h:8443/a/c?a=../x"),
            ("c:d", nil),
        ] as [(String, String?)]
    )
    func referencesAreResolved(_ row: (reference: String, result: String?)) throws {
        let base = try RequestURL("https://h:8443/a/c?q")
        #expect((try? base.resolving(row.reference))?.description == row.result)
    }
}
