import CLinux
import Foundation
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// A hold that lasts: five seconds in every run, two minutes where a release wants it (`COUNTERSIGN_SOAK`).
@Suite struct SoakTests {
    private static let isLong = ProcessInfo.processInfo.environment["COUNTERSIGN_SOAK"] != nil
    private static let requests = 200
    /// How long the server takes for each of the other requests, in milliseconds.
    private static let pace: Int32 = isLong ? 600 : 25

    @Test func bothChallengesSurviveWhileTwoHundredRequestsFinish() async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(.v13.asking([pki.root], required: false))
        let pace = Self.pace
        let server = try TestServer { connection in
            guard connection.handshake(context), let request = connection.readRequest() else { return }
            if request.hasPrefix("GET /slow ") { _ = poll(nil, 0, pace) }
            connection.respond(body: connection.peerName ?? "nobody")
        }
        let bench = try Bench(limits: .total(.seconds(3)))
        let trust = HoldingResponder()
        let trustExchange = try bench.start(server.port, responder: trust)
        let heldTrust = try trust.challenge()
        heldTrust.stopClock()
        let identity = HoldingResponder()
        let identityExchange = try bench.start(server.port, responder: identity)
        try identity.challenge(1).answer(.useCredential, credential: .serverTrust, by: "you")
        let heldIdentity = try identity.challenge(2)
        heldIdentity.stopClock()

        let start = ContinuousClock.now
        for _ in 0..<Self.requests { #expect(try await bench.fire(server.port, path: "/slow").isComplete) }
        let held = ContinuousClock.now - start
        #expect(held >= .milliseconds(Int(pace) * Self.requests))
        #expect(heldTrust.ending == nil)
        #expect(heldIdentity.ending == nil)

        heldTrust.answer(.useCredential, credential: .serverTrust, by: "you")
        let own = pki.client.identity(chain: [pki.intermediate])
        heldIdentity.answer(.useCredential, credential: .identity(own, sends: .chain), by: "you")
        let after = await trustExchange.finished()
        let shown = await identityExchange.finished()
        bench.end()
        server.stop()
        #expect(after.isComplete)
        #expect(String(decoding: shown.body, as: UTF8.self) == "alice")
    }
}
