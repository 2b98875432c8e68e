import COpenSSL
import Foundation
import TestSupport
import Testing

@testable import Lab

/// Clients that mean harm: the lab stays up, in bounded memory, and reports exactly.
@Suite struct HostileClientTests {
    static let isSoak = ProcessInfo.processInfo.environment["COUNTERSIGN_SOAK"] == "1"
    static let count = isSoak ? 1000 : 200

    /// The memory of this process, clients and lab, in bytes.
    private static func memory() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Runs a round twice and checks that the second leaves hardly more behind than the first, and that the lab answers.
    private func bounded(_ lab: RunningLab, _ round: () throws -> Void) throws {
        try round()
        try lab.waitForConnections(0)
        let before = Self.memory()
        for _ in 0..<2 {
            try round()
            try lab.waitForConnections(0)
        }
        #expect(Self.memory() - before < 48 << 20, "\(before) bytes before, \(Self.memory()) after")
        #expect(try lab.client("good").handshake().get().status == 200)
    }

    @Test func halfOpenConnections() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.opening = .milliseconds(1500) }
        try bounded(lab) {
            let clients = try (0..<Self.count).map { _ in try PlainClient(port: lab.port("good")) }
            try lab.waitForConnections(Self.count)
            for client in clients { #expect(client.readToEnd() == []) }
        }
        // A client that says nothing is not told of.
        #expect(lab.verdicts("good").count == 1)
    }

    @Test func helloByteByByte() throws {
        let lab = try RunningLab(only: ["good"])
        let hello = OddServerTests.hello
        try bounded(lab) {
            let clients = try (0..<20).map { _ in try PlainClient(port: lab.port("good")) }
            for byte in hello { for client in clients { client.send([byte]) } }
            // Whatever is answered to it, it is answered.
            for client in clients { try Waiting.until("an answer") { client.readNow() != nil } }
        }
    }

    @Test func aRequestByteByByte() throws {
        let lab = try RunningLab(only: ["good"])
        let client = try lab.client("good").handshake()
        for byte in "GET /slowly HTTP/1.1\r\nUser-Agent: slow\r\n\r\n" { try client.send(String(byte)) }
        #expect(try client.reply().status == 200)
        #expect(try lab.verdict("good").requestLine == "GET /slowly")
    }

    @Test func garbageOfEveryKind() throws {
        let names = ["good", "plain-http", "garbage", "closes-early", "never-answers", "no-common-version", "http2"]
        let lab = try RunningLab(only: names) { $0.limits.handshake = .milliseconds(200) }
        try bounded(lab) {
            var generator = SystemRandomNumberGenerator()
            for scenario in lab.server.scenarios {
                for round in 0..<Self.count / 10 {
                    let client = try PlainClient(port: scenario.port)
                    let bytes = (0..<Int.random(in: 1...4000, using: &generator)).map { _ in
                        UInt8.random(in: .min ... .max, using: &generator)
                    }
                    client.send(round % 2 == 0 ? bytes : [22, 3, 1, 0x40, 0] + bytes)
                }
            }
        }
    }

    @Test func garbageAfterTheHandshake() throws {
        let lab = try RunningLab(only: ["good", "http2"])
        try bounded(lab) {
            var generator = SystemRandomNumberGenerator()
            for name in ["good", "http2"] {
                for _ in 0..<Self.count / 10 {
                    let client = try lab.client(name) { $0.alpn = name == "http2" ? ["h2"] : [] }.handshake()
                    let text = String(
                        (0..<500).map { _ in Character(UnicodeScalar(UInt8.random(in: 1...127, using: &generator))) }
                    )
                    try? client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + text)
                    client.leave(politely: false)
                }
            }
        }
    }

    /// A client that begins a second handshake is refused each time, also where the lab itself would begin one.
    @Test(arguments: ["good", "mutual-late"]) func renegotiationFloods(_ name: String) throws {
        let lab = try RunningLab(only: [name, "good"])
        try bounded(lab) {
            for _ in 0..<Self.count / 5 {
                let client = try lab.client(name) { $0.maximum = TLS1_2_VERSION }.handshake()
                #expect(!client.renegotiates())
                client.leave(politely: false)
            }
        }
        #expect(lab.verdicts(name).filter { $0.conduct == .talked }.count == (name == "good" ? 1 : 0))
    }

    @Test func aFloodOfSettingsAndPings() throws {
        let lab = try RunningLab(only: ["http2", "good"])
        let ping: [UInt8] = [0, 0, 8, 6, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 8)
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        try bounded(lab) {
            let client = try lab.client("http2") { $0.alpn = ["h2"] }.handshake()
            try client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            try? client.send(settings)
            for _ in 0..<Self.count * 10 {
                guard (try? client.send(ping + settings)) != nil else { break }
            }
            client.leave(politely: false)
        }
    }

    @Test func aThousandAtOnceAreReportedExactly() throws {
        let lab = try RunningLab(only: ["good", "self-signed", "expired"])
        try bounded(lab) {
            let clients = try (0..<Self.count).map { number in
                try lab.client(number % 2 == 0 ? "self-signed" : "expired").handshake()
            }
            try lab.waitForConnections(Self.count)
            for (number, client) in clients.enumerated() where number % 4 < 2 { _ = try client.get("/\(number)") }
            for client in clients { client.leave(politely: true) }
        }
        // Three rounds: of each scenario half has talked and half has left without a word.
        for name in ["self-signed", "expired"] {
            let verdicts = lab.verdicts(name)
            #expect(verdicts.count == Self.count * 3 / 2)
            #expect(verdicts.filter { $0.conduct == .talked }.count == Self.count * 3 / 4)
            #expect(verdicts.filter { $0.conduct == .leftSilently }.count == Self.count * 3 / 4)
        }
        let lines = lab.verdicts("self-signed").compactMap(\.requestLine)
        #expect(Set(lines).count == Self.count / 4)
    }
}
