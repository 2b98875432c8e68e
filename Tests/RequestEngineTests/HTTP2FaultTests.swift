import COpenSSL
import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// What a server can do wrong in HTTP/2, frame by frame: who ended what, and never a certificate problem.
@Suite struct HTTP2FaultTests {
    /// One frame (RFC 9113 §4.1).
    private static func frame(
        _ type: UInt8,
        flags: UInt8 = 0,
        stream: UInt8 = 1,
        _ content: [UInt8] = []
    ) -> [UInt8] {
        [0, UInt8(content.count >> 8), UInt8(content.count & 0xff), type, flags, 0, 0, 0, stream] + content
    }

    private static func data(_ text: String, ends: Bool) -> [UInt8] {
        frame(0, flags: ends ? 1 : 0, Array(text.utf8))
    }

    /// `:status 200`, of the static table.
    private static let head = frame(1, flags: 4, [0x88])

    private static func reset(_ code: UInt8) -> [UInt8] { frame(3, [0, 0, 0, code]) }

    private static func goAway(_ code: UInt8, last: UInt8 = 0) -> [UInt8] {
        frame(7, stream: 0, [0, 0, 0, last, 0, 0, 0, code])
    }

    private func fire(_ answer: [UInt8]) async throws -> OutcomeFacts {
        var tls = TestConnection.TLS.v13
        tls.speaksHTTP2 = true
        let context = TestConnection.context(tls)
        let server = try TestServer { connection in
            guard connection.handshake(context) else { return }
            connection.write(secured: Self.frame(4, stream: 0))
            // The preface, the settings and the request; what follows them says nothing that is wanted here.
            guard connection.read() != nil else { return }
            connection.write(secured: answer)
            // The connection stays: whatever ends it is not this server.
            while connection.read() != nil {}
        }
        let bench = try Bench(limits: TimeLimits(total: .seconds(20)))
        let outcome = try await bench.fire(server.port).outcome
        bench.end()
        server.stop()
        #expect(!outcome.reason.lowercased().contains("certificate"))
        return outcome
    }

    @Test func aWholeResponseIsNone() async throws {
        let outcome = try await fire(Self.head + Self.data("ok", ends: true))
        #expect(outcome.status == 200)
        #expect(outcome.codes == [])
        #expect(outcome.bodyText == "ok")
    }

    @Test(arguments: [(2, "INTERNAL_ERROR"), (8, "CANCEL"), (11, "ENHANCE_YOUR_CALM")] as [(UInt8, String)])
    func aStreamThatTheServerResets(_ row: (code: UInt8, name: String)) async throws {
        for before in [[], Self.head + Self.data("half", ends: false)] {
            let outcome = try await fire(before + Self.reset(row.code))
            #expect(outcome.code == .wireReset)
            #expect(outcome.reason.contains("reset the HTTP/2 stream") && outcome.reason.contains(row.name))
            #expect(outcome.reason.contains("bytes of the body had come"))
            #expect(outcome.refusal == .undecided)
            #expect(outcome.clientError?.name == "networkConnectionLost")
        }
    }

    @Test func goAwayIsNamed() async throws {
        let outcome = try await fire(Self.goAway(11))
        #expect(outcome.code == .wireProtocolError)
        #expect(outcome.reason.contains("GOAWAY"), "\(outcome.reason)")
        #expect(outcome.status == nil)
    }

    @Test func whatRunsMayEndAfterGoAway() async throws {
        let outcome = try await fire(Self.goAway(0, last: 1) + Self.head + Self.data("ok", ends: true))
        #expect(outcome.status == 200)
        #expect(outcome.code == nil)
    }

    /// What no stack of HTTP/2 takes: an answer of HTTP/1.1, packed fields that are none, data for no stream, a window that
    /// does not grow, a head that another frame cuts off.
    private static let broken: [[UInt8]] = [
        Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8),
        frame(1, flags: 4, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), frame(0, flags: 1, stream: 0, [1]),
        frame(8, stream: 0, [0, 0, 0, 0]), frame(1, [0x88]) + frame(0, flags: 1, [1]),
    ]

    /// Nobody closed the connection: what came could not be read.
    @Test(arguments: broken)
    func whatBreaksTheRules(_ frames: [UInt8]) async throws {
        let outcome = try await fire(frames)
        #expect(outcome.code == .wireProtocolError, "\(outcome.reason)")
        #expect(outcome.refusal == .undecided)
    }
}
