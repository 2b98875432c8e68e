import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What a request says about itself on the wire, and what is recorded of it.
@Suite struct SetupTests {
    /// Fires with a change and gives back the request's head and body as the server got them, with its SNI.
    private func received(
        host: String = "localhost",
        _ change: @Sendable (inout Request) -> Void = { _ in }
    ) async throws -> (text: String, serverName: String?, events: [Event]) {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), var text = connection.readRequest() else { return }
            while let length = contentLength(text), bodyBytes(text) < length, let more = connection.read() {
                text += more
            }
            connection.respond(body: "SNI:\(connection.serverName ?? "none")\n" + text)
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port, host: host, change)
        bench.end()
        server.stop()
        let body = String(decoding: result.body, as: UTF8.self)
        let first = body.prefix { $0 != "\n" }.dropFirst(4)
        let text = String(body.drop { $0 != "\n" }.dropFirst())
        return (text, first == "none" ? nil : String(first), bench.recording.events(of: 1))
    }

    @Test func theRestComesFromTheURL() async throws {
        let seen = try await received()
        #expect(seen.text.hasPrefix("GET / HTTP/1.1\r\nHost: localhost:"))
        #expect(seen.text.contains("User-Agent: countersign\r\n"))
        #expect(seen.serverName == "localhost")
    }

    @Test func fiveFactsAreKeptApart() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let text = connection.readRequest() else { return }
            connection.respond(body: "SNI:\(connection.serverName ?? "none")\n" + text)
        }
        let recording = Recording()
        let checked = Recording()
        var decisions = DecisionMaker.obedient
        decisions.serverTrust = { question, _ in
            checked.add(Event(.note(ProblemFacts(note: question.host ?? "none")), time: 0))
            return ClientDecision(answers: [ClientAnswer(.useCredential)])
        }
        let engine = try Engine(threads: 1, decisions: decisions) { recording.add($0) }
        let session = engine.openSession(
            SessionConfiguration(client: ClientSetup(profile: ClientProfile())),
            reason: "test"
        )
        var request = try Request("https://url.example.test/path")
        request.connectTo = try RequestURL(hostAndPort: "127.0.0.1:\(server.port)")
        request.serverName = .name("sni.example.test")
        request.validateAs = .other("checked.example.test")
        request.headers = [HeaderField(name: "Host", value: "header.example.test")]
        let result = await (try session.start(request)).finished()
        engine.shutDown(by: "test")
        server.stop()
        let body = String(decoding: result.body, as: UTF8.self)
        #expect(body.hasPrefix("SNI:sni.example.test\nGET /path HTTP/1.1\r\n"))
        #expect(body.contains("Host: header.example.test\r\n"))
        #expect(!body.contains("url.example.test"))
        guard case .note(let facts)? = checked.events.first?.kind else { return }
        #expect(facts.sentence == "checked.example.test")
        guard case .requestStarted(let started)? = recording.events(of: 1).first?.kind else { return }
        #expect(started.connectTo == "127.0.0.1:\(server.port)")
        #expect(started.serverName == "sni.example.test")
        #expect(started.nameChecked == "checked.example.test")
        #expect(started.url == "https://url.example.test/path")
    }

    @Test func anAddressSendsNoNameUnlessOneIsGiven() async throws {
        #expect(try await received(host: "127.0.0.1").serverName == nil)
        #expect(
            try await received(host: "127.0.0.1") { $0.serverName = .name("real.example.test") }.serverName
                == "real.example.test"
        )
        #expect(try await received { $0.serverName = .none }.serverName == nil)
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func aBodyIsSentAsItIs(_ method: String) async throws {
        let seen = try await received {
            $0.method = method
            $0.body = Array("a=1&b=2".utf8)
        }
        #expect(seen.text.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(seen.text.hasSuffix("\r\n\r\na=1&b=2"))
        #expect(!seen.text.lowercased().contains("content-type:"))
        #expect(!seen.text.lowercased().contains("expect:"))
        let upload = seen.events.compactMap { event -> ProgressFacts? in
            if case .uploadProgress(let facts) = event.kind { facts } else { nil }
        }
        #expect(upload.last == ProgressFacts(bytes: 7, total: 7))
    }

    @Test func headersGoOutInOrderAndReplaceOurOwn() async throws {
        let seen = try await received {
            $0.headers = [
                HeaderField(name: "X-One", value: "1"), HeaderField(name: "User-Agent", value: "mine"),
                HeaderField(name: "X-Empty", value: ""), HeaderField(name: "Content-Type", value: "text/x"),
            ]
            $0.body = []
            $0.method = "POST"
        }
        #expect(seen.text.contains("X-One: 1\r\nUser-Agent: mine\r\nX-Empty:\r\nContent-Type: text/x\r\n"))
        #expect(!seen.text.contains("countersign"))
    }

    @Test func headHasNoBody() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let text = connection.readRequest() else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\nX-Got: \(text.prefix(4))\r\n\r\n")
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port) { $0.method = "HEAD" }
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.response?.headers.last == HeaderField(name: "X-Got", value: "HEAD"))
    }

    @Test func secretsAreSentAndNotRecorded() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { connection in
            guard connection.handshake(context), let text = connection.readRequest() else { return }
            connection.respond(body: text, headers: ["Set-Cookie: id=hidden-in-response"])
        }
        let bench = try Bench()
        let secrets = ["Authorization", "Cookie", "X-Api-Key", "X-CSRF-Token", "Proxy-Authorization"]
        let result = try await bench.fire(server.port) { request in
            request.headers = secrets.map { HeaderField(name: $0, value: "hidden-in-request") }
            request.headers.append(HeaderField(name: "Accept", value: "shown"))
        }
        bench.end()
        server.stop()
        let body = String(decoding: result.body, as: UTF8.self)
        #expect(body.contains("Authorization: hidden-in-request\r\n"))
        for event in bench.recording.events {
            switch event.kind {
            case .requestStarted(let facts):
                #expect(facts.headers.map(\.name) == secrets + ["Accept"])
                #expect(facts.headers.dropLast().allSatisfy { $0.value == "(redacted)" })
                #expect(facts.headers.last?.value == "shown")
            case .responseReceived(let facts): #expect(!"\(facts)".contains("hidden-in-response"))
            case .requestFinished, .requestFailed: break
            default: #expect(!"\(event)".contains("hidden-in"))
            }
        }
    }

    @Test func whatMustNotBeSentIsAnError() throws {
        let bench = try Bench()
        defer { bench.end() }
        func fault(_ name: String, _ value: String) -> Problem? {
            do throws(Problem) {
                var request = try Request("https://localhost:1/")
                request.headers = [HeaderField(name: name, value: value)]
                _ = try bench.session.start(request)
                return nil
            } catch {
                return error
            }
        }
        let swapped = fault("application/json; charset=utf-8", "Content-Type")
        #expect(swapped?.code == .requestHeaderName)
        #expect(swapped?.sentence.contains("swapped") == true)
        #expect(fault("", "x")?.code == .requestHeaderName)
        #expect(fault("X", "a\r\nInjected: b")?.code == .requestHeaderName)
        #expect(throws: Problem.self) {
            var request = try Request("https://localhost:1/")
            request.method = "GET /evil"
            _ = try bench.session.start(request)
        }
        #expect(bench.recording.events.map(\.word) == ["opened session"])
    }

    @Test func theBodyIsKeptUpToALimitAndCounted() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context, body: String(repeating: "0123456789", count: 20_000)) }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.bodyBytes == 200_000)
        #expect(result.body.count == 65_536)
        #expect(result.outcome.bodyText?.count == 4096)
        let progress = bench.recording.events(of: 1).compactMap { event -> ProgressFacts? in
            if case .dataProgress(let facts) = event.kind { facts } else { nil }
        }
        #expect(progress.last == ProgressFacts(bytes: 200_000, total: 200_000))
        #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())
    }

    @Test func aBodyWithoutEndDoesNotFillTheLog() {
        var pace = ProgressPace()
        let recorded = (1...100_000).filter { pace.isDue($0 * 16_384) }
        #expect(Array(recorded.prefix(64)) == Array(1...64))
        #expect(recorded.count < 150)
        // What is recorded is never far behind.
        #expect(zip(recorded, recorded.dropFirst()).allSatisfy { $1 <= $0 + $0 / 8 + 1 })
    }

    @Test func aProxyOfTheEnvironmentDoesNotCount() async throws {
        setenv("https_proxy", "http://127.0.0.1:1", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
        defer {
            unsetenv("https_proxy")
            unsetenv("ALL_PROXY")
        }
        #expect(try await received().text.hasPrefix("GET / HTTP/1.1\r\n"))
    }

    @Test func thePreambleAndTheLabelAreRecordedWithTheRequest() async throws {
        let bench = try Bench()
        let result = try await bench.fire(try LoopbackPort.free(), host: "127.0.0.1") { request in
            request.preamble = [.note(ProblemFacts(note: "before"))]
            request.label = RequestLabel(client: "F2c+1", policyLine: "AF 4.0", scenario: "good", repeats: 7)
        }
        bench.end()
        let events = bench.recording.events(of: 1)
        #expect(events.map(\.word).prefix(2) == ["started", "note "])
        guard case .requestStarted(let facts)? = events.first?.kind else { return }
        #expect((facts.client, facts.policyLine) == ("F2c+1", "AF 4.0"))
        #expect((facts.scenario, facts.repeats) == ("good", 7))
        #expect(events.first?.profile == ClientProfile())
        #expect(result.outcome.code == .wireRefused)
    }
}

private func contentLength(_ text: String) -> Int? {
    text.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: [" "])) }
}

private func bodyBytes(_ text: String) -> Int {
    text.range(of: "\r\n\r\n").map { text[$0.upperBound...].utf8.count } ?? 0
}
