import COpenSSL
import Diagnosis
import Events
import Synchronization
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// The way through a proxy: its own TLS and challenges are told apart from the origin's by their order on the way.
@Suite struct ProxyTests {
    private func through(_ address: String, _ request: inout Request) throws {
        request.proxy = try Proxy(address, source: "--proxy")
    }

    /// Fires through a proxy at an origin that demands a certificate.
    private func fire(
        _ proxy: TestProxy,
        _ scheme: String = "http",
        at origin: TestServer,
        _ bench: Bench,
        responder: any ChallengeResponder = PolicyResponder()
    ) async throws -> ExchangeResult {
        try await bench.fire(origin.port, responder: responder) { request in
            request.proxy = try? Proxy("\(scheme)://127.0.0.1:\(proxy.port)", source: "--proxy")
        }
    }

    private func challenges(_ bench: Bench) -> [ChallengeFacts] {
        bench.recording.events(of: 1).compactMap { event in
            if case .challengeReceived(let facts) = event.kind { facts } else { nil }
        }
    }

    @Test func aPlainProxyAddsNoChallenge() async throws {
        let context = TestConnection.context(.v13)
        let (origin, proxy) = (try TestServer { $0.serve(context) }, try TestProxy())
        let bench = try Bench()
        let result = try await fire(proxy, at: origin, bench)
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(result.isComplete)
        #expect(proxy.heads.first?.hasPrefix("CONNECT localhost:\(origin.port) HTTP/1.1\r\n") == true)
        #expect(challenges(bench).map(\.isProxy) == [false])
        let events = bench.recording.events(of: 1)
        guard case .requestStarted(let started)? = events.first?.kind else { return }
        #expect(started.proxy == "http://127.0.0.1:\(proxy.port) (--proxy)")
        let opened = events.compactMap { event -> ConnectionFacts? in
            if case .connectionOpened(let facts) = event.kind { facts } else { nil }
        }
        #expect(opened.map(\.isProxy) == [true, nil])
        #expect(opened.map(\.port) == [proxy.port, origin.port])
        #expect(result.response?.status == 200)
    }

    @Test(arguments: HoldTests.versions)
    func aTLSProxyIsJudgedByItselfAndSeesNoIdentity(_ tls: TestConnection.TLS) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls.asking([pki.root]))
        let origin = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(body: connection.peerName ?? "nobody")
        }
        let proxy = try TestProxy(tls: TestConnection.context(tls.asking([pki.root], required: false)))
        let asked = Mutex<[String]>([])
        var decisions = DecisionMaker.obedient
        decisions.serverTrust = { question, setup in
            asked.withLock { $0.append("\(question.host ?? "-") \(setup.profile.policy == .system)") }
            return ClientDecision(answers: [ClientAnswer(.useCredential)])
        }
        let bench = try Bench(
            profile: ClientProfile(name: "pinned", policy: Policy(AFSecurityPolicy())),
            identities: [pki.client.identity(chain: [pki.intermediate])],
            decisions: decisions
        )
        let result = try await fire(proxy, "https", at: origin, bench)
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(String(decoding: result.body, as: UTF8.self) == "alice")
        let all = challenges(bench)
        #expect(all.map(\.method) == [.serverTrust, .clientCertificate, .serverTrust, .clientCertificate])
        #expect(all.map(\.isProxy) == [true, true, false, false])
        #expect(all.map(\.host) == ["127.0.0.1", "127.0.0.1", "localhost", "localhost"])
        #expect(all.map(\.port) == [proxy.port, proxy.port, origin.port, origin.port])
        // The policy with its pins judges the origin alone.
        #expect(asked.withLock { $0 } == ["127.0.0.1 true", "localhost false"])
        let sent = bench.recording.events(of: 1).compactMap { event -> HandshakeMessageFacts? in
            if case .handshakeMessage(let facts) = event.kind, facts.name == "Certificate", facts.direction == .sent {
                facts
            } else {
                nil
            }
        }
        #expect(sent.map(\.detail) == ["empty", "chain of 2"])
        #expect(sent.map(\.isProxy) == [true, nil])
    }

    @Test func aProxyThatIsRefusedIsNamedAndTheOriginNeverReached() async throws {
        let context = TestConnection.context(.v13)
        let origin = try TestServer { $0.serve(context) }
        let proxy = try TestProxy(tls: context)
        var decisions = DecisionMaker.deciding(trust: [ClientAnswer(.cancelAuthenticationChallenge)], x509Error: 20)
        decisions.clientCertificate = DecisionMaker.obedient.clientCertificate
        let bench = try Bench(decisions: decisions)
        let result = try await fire(proxy, "https", at: origin, bench)
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(result.outcome.reason.hasPrefix("At the proxy https://127.0.0.1:\(proxy.port): "))
        #expect(origin.accepted == 0)
        #expect(proxy.heads.isEmpty)
        let alerts = bench.recording.events(of: 1).compactMap { event -> AlertFacts? in
            if case .alert(let facts) = event.kind { facts } else { nil }
        }
        #expect(alerts.map(\.number) == [48])
        #expect(alerts.map(\.isProxy) == [true])
    }

    @Test(
        arguments: [
            ("403 Forbidden", "answered with 403"), ("100 Continue", "answered with 100"),
            ("407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"lab\"", "Basic realm=\"lab\""),
        ]
    )
    func aRefusedTunnelIsNoTLSFailure(_ row: (answer: String, words: String)) async throws {
        let context = TestConnection.context(.v13)
        let origin = try TestServer { $0.serve(context) }
        for tls in [nil, context] {
            let proxy = try TestProxy(tls: tls) { _ in row.answer }
            let bench = try Bench()
            let result = try await fire(proxy, tls == nil ? "http" : "https", at: origin, bench)
            bench.end()
            proxy.stop()
            #expect(result.outcome.code == .proxyTunnelRefused)
            #expect(result.outcome.refusal == .undecided)
            #expect(result.outcome.reason.contains(row.words))
            #expect(result.outcome.reason.contains("no TLS took place"))
            #expect(result.outcome.status == nil)
            #expect(
                !bench.recording.events(of: 1).contains { event in
                    if case .challengeReceived(let facts) = event.kind { !facts.isProxy } else { false }
                }
            )
        }
        origin.stop()
        #expect(origin.accepted == 0)
    }

    @Test func theSchemeOfTheProxyIsWrong() async throws {
        let context = TestConnection.context(.v13)
        let origin = try TestServer { $0.serve(context) }
        let secure = try TestProxy(tls: context)
        let bench = try Bench()
        let wantsTLS = try await fire(secure, "http", at: origin, bench)
        bench.end()
        secure.stop()
        origin.stop()
        #expect(wantsTLS.outcome.code == .proxyExpectsTls)
        #expect(wantsTLS.outcome.remedy == "Use https:// for this proxy.")
    }

    @Test func whatIsNoTLSAtTheProxyIsSaidOfTheProxy() async throws {
        let proxy = try TestServer { connection in
            _ = connection.read()
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let bench = try Bench()
        let result = try await bench.fire(443) { try? through("https://127.0.0.1:\(proxy.port)", &$0) }
        bench.end()
        proxy.stop()
        #expect(result.outcome.code == .wireNotTls)
        #expect(result.outcome.reason.contains("What the proxy answered is no TLS"))
        #expect(result.outcome.remedy?.contains("http:// for this proxy") == true)
    }

    @Test func aProxyThatIsNotThereIsNamed() async throws {
        let port = try LoopbackPort.free()
        let bench = try Bench()
        let refused = try await bench.fire(443) { try? through("127.0.0.1:\(port)", &$0) }
        let unknown = try await bench.fire(443) { try? through("nowhere.invalid:3128", &$0) }
        bench.end()
        #expect(refused.outcome.code == .wireRefused)
        #expect(refused.outcome.reason.hasPrefix("At the proxy http://127.0.0.1:\(port): "))
        #expect(unknown.outcome.code == .wireNameNotFound)
        #expect(unknown.outcome.reason.contains("The name nowhere.invalid"))
    }

    @Test func aProxyThatSaysNothingRunsIntoTheLimit() async throws {
        let proxy = try TestServer { connection in while connection.read() != nil {} }
        let bench = try Bench(limits: TimeLimits(connect: .milliseconds(800)))
        let result = try await bench.fire(443) { try? through("127.0.0.1:\(proxy.port)", &$0) }
        bench.end()
        proxy.stop()
        #expect(result.outcome.code == .wireTimeout)
        #expect(result.outcome.phase == "tunnel")
        #expect(result.outcome.reason.contains("the proxy's answer to CONNECT"))
    }

    @Test func aTunnelIsReusedAndSaysSo() async throws {
        let context = TestConnection.context(.v13)
        let origin = try TestServer { $0.serve(context) }
        let proxy = try TestProxy(tls: context)
        let bench = try Bench(profile: PoolTests.profile("yes", .reuse))
        for _ in 1...2 { #expect(try await fire(proxy, "https", at: origin, bench).isComplete) }
        // Another proxy, or none, is another way.
        #expect(try await bench.fire(origin.port).isComplete)
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(proxy.heads.count == 1)
        #expect(origin.accepted == 2)
        #expect(bench.recording.events(of: 2).story.contains("not raised serverTrust reusedConnection"))
        #expect(bench.recording.events(of: 3).story.contains("challenge serverTrust"))
    }

    @Test func whatGoesInTheClearIsForwarded() async throws {
        let proxy = try TestProxy()
        let bench = try Bench()
        let result = try await bench.fire(80, scheme: "http", host: "plain.example.test") {
            try? through("127.0.0.1:\(proxy.port)", &$0)
        }
        bench.end()
        proxy.stop()
        #expect(String(decoding: result.body, as: UTF8.self).hasPrefix("forwarded GET http://plain.example.test"))
        #expect(result.isComplete)
    }

    @Test(arguments: HoldTests.versions)
    func everyChallengeOnTheWayCanBeHeld(_ tls: TestConnection.TLS) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(tls.asking([pki.root], required: false))
        let origin = try TestServer { $0.serve(context) }
        let proxy = try TestProxy(tls: TestConnection.context(tls))
        let bench = try Bench()
        let holder = HoldingResponder()
        let exchange = try bench.start(origin.port, responder: holder) {
            try? through("https://127.0.0.1:\(proxy.port)", &$0)
        }
        for number in 1...2 { try holder.challenge(number).answer(.useCredential, credential: .serverTrust, by: "you") }
        try holder.challenge(3).answer(.performDefaultHandling, by: "you")
        let result = await exchange.finished()
        bench.end()
        proxy.stop()
        origin.stop()
        #expect(result.isComplete)
        #expect(holder.held.map(\.challenge.protectionSpace.isProxy) == [true, false, false])
    }

    @Test func theEnvironmentSaysWhichProxyIsFor() throws {
        let environment = ProxyEnvironment([
            "http_proxy": "plain:1", "HTTP_PROXY": "evil:2", "https_proxy": "https://secure:3", "ALL_PROXY": "all:4",
            "no_proxy": "localhost, .inside.test,127.0.0.1",
        ])
        func proxy(_ address: String) throws -> String? {
            try environment.proxy(for: try RequestURL(address), anchors: nil)?.recorded
        }
        #expect(try proxy("http://a.test/") == "http://plain:1 (http_proxy)")
        #expect(try proxy("https://a.test/") == "https://secure:3 (https_proxy)")
        #expect(try proxy("https://localhost/") == nil)
        #expect(try proxy("https://LOCALHOST:8443/") == nil)
        #expect(try proxy("https://x.inside.test/") == nil)
        #expect(try proxy("https://inside.test/") == nil)
        #expect(try proxy("https://outside.test/") != nil)
        #expect(
            try ProxyEnvironment(["HTTP_PROXY": "x:1"]).proxy(for: try RequestURL("http://a/"), anchors: nil) == nil
        )
        #expect(
            try ProxyEnvironment(["all_proxy": "x:1", "no_proxy": "*"])
                .proxy(for: try RequestURL("https://a/"), anchors: nil) == nil
        )
        #expect(throws: Problem.self) { try Proxy("http://a/path", source: "--proxy") }
        #expect(throws: Problem.self) { try Proxy("http://user:secret@a:1", source: "--proxy") }
    }
}
