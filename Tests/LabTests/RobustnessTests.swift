import COpenSSL
import Diagnosis
import Foundation
import TestSupport
import Testing

@testable import Lab

@Suite struct RobustnessTests {
    @Test func bothAddressesOfTheLoopbackAnswer() throws {
        let lab = try RunningLab(only: ["good"])
        #expect(try lab.client("good") { $0.family = AF_INET }.handshake().get().status == 200)
        #expect(try lab.client("good") { $0.family = AF_INET6 }.handshake().get().status == 200)
        try Waiting.until("both verdicts") { lab.verdicts("good").count == 2 }
        #expect(lab.verdicts("good").last?.peer.hasPrefix("[::1]:") == true)
    }

    @Test func aThousandConnectionsAtOnceStayUp() throws {
        let lab = try RunningLab(only: ["good"])
        let clients = try (0..<1000).map { _ in try lab.client("good").handshake() }
        try lab.waitForConnections(1000)
        for client in clients { #expect(try client.get("/status/200").status == 200) }
        #expect(lab.verdicts("good").count == 1000)
    }

    @Test func clientsThatSayNothingDoNotStopTheOthers() throws {
        let lab = try RunningLab(only: ["good"])
        let silent = try (0..<200).map { _ in try PlainClient(port: lab.port("good")) }
        for client in silent.prefix(100) { client.send([22, 3, 1]) }
        try lab.waitForConnections(200)
        #expect(try lab.client("good").handshake().get().status == 200)
    }

    @Test(arguments: [[], [22, 3, 1, 0, 200, 1]] as [[UInt8]]) func aClientThatDoesNotBeginIsDropped(_ bytes: [UInt8])
        throws
    {
        let lab = try RunningLab(only: ["good"]) { $0.limits.opening = .milliseconds(50) }
        let client = try PlainClient(port: lab.port("good"))
        client.send(bytes)
        #expect(client.readToEnd() == [])
        try lab.waitForConnections(0)
    }

    /// A client with a short limit of its own that meets a server whose key is not made yet has refused nothing.
    @Test func whoLeavesBeforeTheKeyIsMadeIsNotJudged() throws {
        let lab = try RunningLab(only: ["rsa-4096"])
        var client: PlainClient? = try PlainClient(port: lab.port("rsa-4096"))
        client?.send(OddServerTests.hello)
        client = nil
        #expect(try lab.client("rsa-4096").handshake().get().status == 200)
        try lab.waitForConnections(0)
        #expect(lab.verdicts("rsa-4096").map(\.conduct) == [.talked])
    }

    @Test func whatIsPreparedNeedsNoKeyAnyMore() throws {
        let lab = try RunningLab(only: ["good-rsa", "good"])
        let folder = lab.folder.file("lab/pki")
        func isKept(_ name: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasSuffix("\(name).pem") }
        }
        #expect(try !isKept("good-rsa"))
        lab.server.prepare(["good-rsa", "no such scenario"])
        #expect(try isKept("good-rsa"))
        let leaf = try lab.server.leaf(of: "good-rsa")
        #expect(try lab.client("good-rsa").handshake().chain.first == leaf)
    }

    @Test func aClientThatDoesNotFinishItsRequestIsDropped() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.request = .milliseconds(500) }
        let client = try lab.client("good").handshake()
        try client.send("GET / HTTP/1.1\r\nX: ")
        try lab.waitForConnections(0)
    }

    @Test func aClientThatIsIdleIsDropped() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.idle = .milliseconds(500) }
        let client = try lab.client("good").handshake()
        _ = try client.get()
        try lab.waitForConnections(0)
    }

    @Test func aClientThatTakesNothingIsDropped() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.writing = .milliseconds(100) }
        let client = try lab.client("good").handshake()
        try client.send("GET /large/1000000000 HTTP/1.1\r\n\r\n")
        try lab.waitForConnections(0)
    }

    @Test func oneConnectionTooManyIsClosedAtOnce() throws {
        let lab = try RunningLab(only: ["good"]) { $0.limits.connections = 3 }
        let clients = try (0..<3).map { _ in try lab.client("good").handshake() }
        let fourth = try PlainClient(port: lab.port("good"))
        #expect(fourth.readToEnd() == [])
        #expect(try clients[0].get().status == 200)
    }

    @Test func anythingAsFirstBytesDoesNoHarm() throws {
        let lab = try RunningLab(only: [
            "good", "plain-http", "closes-early", "never-answers", "garbage", "no-common-version",
        ])
        var generator = SystemRandomNumberGenerator()
        for scenario in lab.server.scenarios {
            for _ in 0..<20 {
                let client = try PlainClient(port: scenario.port)
                var bytes = (0..<Int.random(in: 1...600, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                }
                if Bool.random(using: &generator) { bytes = [22, 3, 1] + bytes }
                client.send(bytes)
            }
        }
        #expect(try lab.client("good").handshake().get().status == 200)
    }

    @Test func aChangedHandshakeDoesNoHarm() throws {
        let lab = try RunningLab(only: ["good"])
        let hello = OddServerTests.hello
        for index in hello.indices {
            var changed = hello
            changed[index] ^= 0xff
            try PlainClient(port: lab.port("good")).send(changed)
        }
        #expect(try lab.client("good").handshake().get().status == 200)
    }

    @Test func stoppingEndsConnectionsAndFreesThePorts() throws {
        let lab = try RunningLab(only: ["good", "expired"])
        let port = try lab.port("good")
        let client = try PlainClient(port: port)
        try lab.waitForConnections(1)
        lab.server.stop()
        #expect(client.readToEnd() == [])
        #expect(!LoopbackPort.answers(port))
        lab.server.stop()
    }

    @Test func aTakenPortMovesAndIsSaid() throws {
        let other = try RunningLab(only: ["good"])
        let taken = try other.port("good")
        let recipe = try RunningLab.recipe()
        // The lab's `expired` wants the port that the other lab has.
        let lab = try RunningLab(recipe: recipe, only: ["expired"]) { $0.firstPort = taken - 1 }
        let problem = try #require(lab.server.notices.first)
        let used = try lab.port("expired")
        #expect(used != taken)
        #expect(problem.code == .labPort)
        #expect(problem.sentence.contains("\(taken)") && problem.sentence.contains("\(used)"))
        #expect(try lab.client("expired").handshake().get().status == 200)
    }

    /// Where the numbers end, the system chooses.
    @Test func aPortThatThereIsNotMovesToAFreeOne() throws {
        let lab = try RunningLab(recipe: RunningLab.recipe(), only: ["good", "expired"]) { $0.firstPort = 65_535 }
        let used = try lab.port("expired")
        #expect(used < 65_535)
        #expect(lab.server.notices.contains { $0.code == .labPort && $0.sentence.contains("\(used)") })
        #expect(try lab.client("expired").handshake().get().status == 200)
    }

    @Test func portsKeepTheirDistanceToTheFirst() throws {
        // Three ports in a row that are free together: tried until found.
        try Waiting.until("three free ports") {
            let first = try LoopbackPort.free()
            guard first < 65_000,
                let lab = try? RunningLab(only: ["good", "expired", "wrong-host"], { $0.firstPort = first })
            else { return false }
            return lab.server.notices.isEmpty && lab.server.scenarios.map(\.port) == [first, first + 1, first + 2]
        }
    }

    @Test func aScenarioThatDoesNotExistIsSaid() throws {
        let problem = #expect(throws: Problem.self) { try RunningLab(only: ["exspired"]) }
        #expect(problem?.code == .optionUnknown)
        #expect(problem?.remedy?.contains("expired") == true)
    }

    @Test func namesAreResolved() throws {
        let lab = try RunningLab(only: ["good", "tls-1.2"])
        let good = try lab.port("good")
        #expect(lab.server.resolve(host: "good.lab.test") == LabAddress(address: "127.0.0.1", port: good))
        #expect(lab.server.resolve(host: "WWW.Good.lab.test.")?.port == good)
        #expect(try lab.server.resolve(host: "tls-1.2.lab.test")?.port == lab.port("tls-1.2"))
        for host in ["expired.lab.test", "good.example", "lab.test", "127.0.0.1", ""] {
            #expect(lab.server.resolve(host: host) == nil, "\(host)")
        }
        #expect(lab.server.scenario(host: "127.0.0.1", port: good)?.name == "good")
        #expect(lab.server.scenario(host: "good.lab.test", port: 443)?.name == "good")
        #expect(lab.server.scenario(host: "127.0.0.1", port: 1) == nil)
        #expect(lab.server.scenario(host: "example.com", port: good) == nil)
    }

    @Test func aScenarioThatCannotBeServedIsSaidAndTheOthersGoOn() throws {
        let text = LabRecipeTests.source
            .replacing("two: { port", with: "two: { tls: { ciphers: \"NONSENSE\" }, port")
            .replacing("\"root\": { subject: \"CN=Root\" },", with: "root: {}, \"public-root\": {},")
        let recipe = try LabRecipe(parsing: Array(text.utf8), file: "lab.json5")
        let lab = try RunningLab(recipe: recipe)
        #expect(throws: TLSClient.Failure.self) { try lab.client("two").handshake() }
        try Waiting.until("the problem to be told") {
            lab.told.contains { kind in
                if case .note(let facts) = kind {
                    facts.code == .configKey && facts.sentence.contains("two")
                } else {
                    false
                }
            }
        }
        #expect(try lab.client("one").handshake().get().status == 200)
    }
}
