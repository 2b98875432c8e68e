import Diagnosis
import Dispatch
import Events
import Foundation
import Synchronization
import TestSupport
import Testing
import Trust

@testable import Lab

@Suite struct LabAttackerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func attacker(host: String = LabAttacker.usualHost) throws -> LabAttacker {
        let configuration = LabServer.Configuration(
            recipe: try RunningLab.recipe(),
            dataDirectory: folder.file("lab")
        )
        return try LabAttacker(configuration, host: host)
    }

    /// On a first run the lab and whoever computes findings begin in the same moment, in the same folder.
    @Test func manyMayBeginAtOnceInOneFolder() throws {
        let configuration = LabServer.Configuration(
            recipe: try RunningLab.recipe(),
            dataDirectory: folder.file("lab")
        )
        let problems = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do throws(Problem) {
                _ = try LabAttacker(configuration)
            } catch {
                problems.withLock { $0.append(error.description) }
            }
        }
        #expect(problems.withLock { $0 } == [])
        // The list tells of the very files that are there: each is still the lab's own, to be renewed.
        let data = try FileManager.default.contentsOfDirectory(atPath: folder.file("lab"))
        #expect(!data.contains { $0.hasSuffix(".new") })
        let list = try #require(data.first { $0.hasSuffix(".list") })
        let lines = try String(contentsOfFile: folder.file("lab/" + list), encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let parts = line.split(separator: "\t").map(String.init)
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("lab/bundle/" + parts[2]))))
            #expect(SHA256Digest(of: bytes).hex == parts[0], "\(parts[2])")
        }
    }

    @Test func aFolderIsWrittenByManyAtOnce() throws {
        let shared = try PrivateFolder(folder.file("private"))
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            do throws(Problem) {
                try shared.write("entry", [UInt8](repeating: UInt8(index), count: 4096))
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(Set(try #require(shared.read("entry"))).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared.path) == ["entry"])
    }

    /// What is served is what the material says, and a handshake ends where the attacker has the key.
    @Test func everyPresentationIsServed() throws {
        let attacker = try attacker()
        let server = try attacker.serve { _ in }
        defer { server.stop() }
        for (id, presentation) in attacker.material.attacks where id != .cleartext && id != .stranger {
            let port = id == .otherMethod ? server.port(asking: .ntlm) : server.port(of: id)
            let client = try TLSClient(port: try #require(port, "\(id.rawValue)"))
            if presentation.hasKey {
                try client.handshake()
                #expect(client.chain.map(\.sha256) == presentation.chain.map(\.sha256), "\(id.rawValue)")
            } else {
                #expect(throws: TLSClient.Failure.self, "\(id.rawValue)") { try client.handshake() }
            }
        }
        for row in HonestRow.allCases {
            let client = try TLSClient(port: try #require(server.port(of: row)))
            try client.handshake()
            #expect(client.chain.map(\.sha256) == attacker.material.honest[row]?.chain.map(\.sha256))
        }
    }

    /// A port for each way to ask for a user and a password; the question is what the lab tells.
    @Test(
        arguments: zip(
            [AuthenticationMethod.httpBasic, .httpDigest, .ntlm, .negotiate],
            [
                "Basic realm=\"the attacker\", charset=\"UTF-8\"", "Digest realm=\"the attacker\", qop=\"auth\"",
                "NTLM", "Negotiate",
            ]
        )
    )
    func whoAsksForAPassword(_ method: AuthenticationMethod, _ question: String) throws {
        let seen = Mutex<[LabClientFacts]>([])
        let server = try attacker().serve { event in
            if case .labVerdict(let facts) = event.kind { seen.withLock { $0.append(facts) } }
        }
        defer { server.stop() }
        let client = try TLSClient(port: try #require(server.port(asking: method)))
        try client.handshake()
        try client.send("GET /attack/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let reply = try client.reply()
        #expect(reply.status == 401)
        #expect(reply.headers["www-authenticate"]?.hasPrefix(question) == true)
        #expect(try Waiting.value("the verdict") { seen.withLock { $0.first } }.status == 401)
        #expect(server.port(of: .otherMethod) == nil && server.port(asking: .serverTrust) == nil)
    }

    @Test func theCopyDiffersInItsKeyAlone() throws {
        let material = try attacker().material
        let real = try #require(material.goodChain.first)
        let copy = try #require(material.attacks[.copy]?.chain.first?.certificate)
        #expect(copy.subject == real.subject)
        #expect(copy.serialNumber == real.serialNumber)
        #expect(copy.notBefore == real.notBefore && copy.notAfter == real.notAfter)
        #expect(copy.alternativeNames == real.alternativeNames)
        #expect(copy.publicKeyInfo != real.publicKeyInfo)
    }

    @Test func whatIsStolenHasTheRealKey() throws {
        let material = try attacker().material
        let real = try #require(material.goodChain.first)
        let expired = try #require(material.attacks[.expiredStolen]?.chain.first?.certificate)
        #expect(expired.publicKeyInfo == real.publicKeyInfo)
        #expect(expired.notAfter < Date())
        #expect(material.honest[.newLeafSameKey]?.chain.first?.certificate?.publicKeyInfo == real.publicKeyInfo)
        #expect(material.honest[.newLeafNewKey]?.chain.first?.certificate?.publicKeyInfo != real.publicKeyInfo)
    }

    @Test func theNameWithANULIsNotTheVictims() throws {
        let chain = try attacker().material.attacks[.embeddedNUL]?.chain ?? []
        let der = try #require(chain.first?.encoded)
        let name = Array("good.lab.test\0.colleague.test".utf8)
        #expect(der.indices.contains { der[$0...].starts(with: name) })
    }

    @Test func anyHostCanBeTheVictim() throws {
        let material = try attacker(host: "api.example.test").material
        #expect(material.goodChain.first?.dnsNames.contains("api.example.test") == true)
        #expect(material.good.host == "api.example.test")
    }

    @Test func whatAClientSaysIsTold() throws {
        let seen = Mutex<[LabClientFacts]>([])
        let server = try attacker().serve { event in
            if case .labVerdict(let facts) = event.kind { seen.withLock { $0.append(facts) } }
        }
        defer { server.stop() }
        let client = try TLSClient(port: try #require(server.port(of: .selfSigned)))
        try client.handshake()
        try client.send("POST /attack/7 HTTP/1.1\r\nHost: x\r\nAuthorization: secret\r\nContent-Length: 3\r\n\r\nabc")
        let facts = try Waiting.value("the verdict") { seen.withLock { $0.first } }
        #expect(facts.scenario == "attack self-signed")
        #expect(facts.requestLine == "POST /attack/7")
        #expect(facts.headerNames == ["Host", "Authorization", "Content-Length"])
        #expect(facts.bodyBytes == 3)
    }
}
