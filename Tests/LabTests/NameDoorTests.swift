import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Lab

/// The port at which each scenario is served by the name that a client asks for.
@Suite struct NameDoorTests {
    private func client(_ lab: RunningLab, _ name: String?) throws -> TLSClient {
        var options = TLSClient.Options()
        options.serverName = name
        return try TLSClient(port: lab.server.namePort, options)
    }

    @Test func theNameChoosesTheScenario() throws {
        let lab = try RunningLab(only: ["good", "expired", "tls-1.2", "idn"])
        for (name, scenario) in [
            ("good.lab.test", "good"), ("EXPIRED.lab.test", "expired"), ("www.tls-1.2.lab.test", "tls-1.2"),
            ("xn--bcher-kva.idn.lab.test", "idn"),
        ] {
            let client = try client(lab, name).handshake()
            #expect(try client.chain.first?.sha256 == lab.server.leaf(of: scenario).sha256, "\(name)")
            #expect(try client.get("/by-name").status == 200)
            #expect(try lab.verdict(scenario).requestLine == "GET /by-name")
        }
    }

    @Test(arguments: [nil, "localhost", "nobody.lab.test", "wrong-host.lab.test"])
    func anotherNameIsNotRecognised(_ name: String?) throws {
        let lab = try RunningLab(only: ["good"])
        let client = try client(lab, name)
        let failure = #expect(throws: TLSClient.Failure.self) { try client.handshake() }
        #expect(failure?.alert == 112)
        try lab.waitForConnections(0)
    }

    /// The lab speaks no TLS there: the hello is answered as at the scenario's own port.
    @Test func scenariosWithoutTLSAreServedToo() throws {
        let lab = try RunningLab(only: ["no-common-version"])
        let client = try client(lab, "no-common-version.lab.test")
        #expect(#expect(throws: TLSClient.Failure.self) { try client.handshake() }?.alert == 70)
    }

    @Test func aHelloComesByteByByte() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try PlainClient(port: lab.server.namePort)
        for byte in OddServerTests.hello { client.send([byte]) }
        // It names good.lab.test or nothing: whatever is answered to it, it is answered.
        try Waiting.until("an answer") { client.readNow() != nil }
    }

    @Test(arguments: [[], [22, 3, 1, 0, 200, 1], Array("GET / HTTP/1.1\r\n\r\n".utf8)] as [[UInt8]])
    func whoDoesNotBeginIsDropped(_ bytes: [UInt8]) throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.opening = .milliseconds(50) }
        let client = try PlainClient(port: lab.server.namePort)
        client.send(bytes)
        _ = client.readToEnd()
        try lab.waitForConnections(0)
        #expect(lab.told.isEmpty)
    }

    @Test func whoLeavesInAHelloIsForgotten() throws {
        let lab = try RunningLab(only: ["good"])
        do {
            let client = try PlainClient(port: lab.server.namePort)
            client.send([22, 3, 1, 2, 0, 1])
            try lab.waitForConnections(1)
        }
        try lab.waitForConnections(0)
    }

    @Test func manyThatSayNothingDoNotStopTheOthers() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.connections = 101 }
        let silent = try (0..<100).map { _ in try PlainClient(port: lab.server.namePort) }
        for client in silent { client.send([22, 3, 1]) }
        try lab.waitForConnections(100)
        let last = try client(lab, "good.lab.test").handshake()
        #expect(try last.get().status == 200)
        // One more is closed at once.
        #expect(try PlainClient(port: lab.server.namePort).readToEnd() == [])
    }
}
