import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// HTTP/2, agreed on by ALPN, with a real server.
@Suite(.enabled(if: NginxHTTP2.isWanted)) struct HTTP2Tests {
    private static let profile = PoolTests.profile("yes", .reuse)

    @Test func itIsAgreedOnWhereItIsOffered() async throws {
        let server = try NginxHTTP2()
        let bench = try Bench()
        let second = try await bench.fire(server.port) { $0.headers = [HeaderField(name: "Host", value: "h.test")] }
        let first = try await bench.fire(server.port) { $0.offersHTTP2 = false }
        bench.end()
        #expect(second.response?.httpVersion == "2")
        #expect(String(decoding: second.body, as: UTF8.self) == "HTTP/2.0 h.test ")
        #expect(first.response?.httpVersion == "1.1")
        #expect(String(decoding: first.body, as: UTF8.self).hasPrefix("HTTP/1.1 localhost:"))
        let protocols = bench.recording.events.compactMap { event -> String? in
            if case .secured(let facts) = event.kind { facts.applicationProtocol } else { nil }
        }
        #expect(protocols == ["h2", "http/1.1"])
        #expect(second.outcome.codes == [])
    }

    @Test func requestsShareOneConnectionAndEachSaysSo() async throws {
        let server = try NginxHTTP2()
        let bench = try Bench(profile: Self.profile)
        #expect(try await bench.fire(server.port).isComplete)
        let many = try (0..<20).map { _ in try bench.start(server.port) }
        for exchange in many { #expect(await exchange.finished().isComplete) }
        bench.end()
        for request in 2...21 {
            let story = bench.recording.events(of: request).story
            #expect(story.prefix(3) == ["started", "reused", "not raised serverTrust reusedConnection"])
            #expect(story.last == "finished")
        }
        let connections = Set(bench.recording.events.compactMap(\.connection))
        #expect(connections == [1])
    }

    @Test func aHeldHandshakeEndsInHTTP2() async throws {
        let pki = TestPKI.shared
        let server = try NginxHTTP2()
        let bench = try Bench(identities: [pki.client.identity(chain: [pki.intermediate])])
        let holder = HoldingResponder()
        let exchange = try bench.start(server.port, responder: holder)
        try holder.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        try holder.challenge(2).answerAsPolicy(by: "you")
        let result = await exchange.finished()
        bench.end()
        #expect(result.response?.httpVersion == "2")
        #expect(String(decoding: result.body, as: UTF8.self).hasSuffix(" CN=alice"))
    }

    @Test func aFlippedSwitchIsObeyed() async throws {
        let server = try NginxHTTP2()
        let bench = try Bench(profile: Self.profile, decisions: PoolTests.byName)
        for _ in 1...3 { #expect(try await bench.fire(server.port).isComplete) }
        bench.session.setClient(ClientSetup(profile: PoolTests.profile("no", .reuse)))
        #expect(try await bench.fire(server.port).outcome.refusal == .weRefusedServer)
        bench.end()
    }

    @Test func aBodyGoesUp() async throws {
        let server = try NginxHTTP2()
        let bench = try Bench(limits: .total(.seconds(30)))
        let body = [UInt8](repeating: 0x78, count: 300_000)
        let result = try await bench.fire(server.port) { request in
            request.method = "POST"
            request.body = body
        }
        bench.end()
        #expect(result.isComplete)
        let progress = bench.recording.events(of: 1).compactMap { event -> ProgressFacts? in
            if case .uploadProgress(let facts) = event.kind { facts } else { nil }
        }
        #expect(!progress.isEmpty)
        #expect(progress.allSatisfy { $0.total == 300_000 && $0.bytes <= 300_000 })
        #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())
    }
}
