import Diagnosis
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import Workbench

/// The whole matrix: what is computed is what the attacker's servers see.
@Suite struct AttackMatrixTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func bench(_ change: (inout BenchConfiguration) -> Void = { _ in }) throws -> Bench {
        var configuration = BenchConfiguration()
        configuration.folders = DataFolders(environment: ["HOME": home.path])
        configuration.startsLab = false
        configuration.log = .none
        configuration.command = "test"
        change(&configuration)
        return try Bench(configuration)
    }

    @Test func computedIsProvenInEveryCell() throws {
        let bench = try bench()
        defer { bench.close() }
        let auditor = try bench.auditor()
        var matrix = try AttackMatrix(MatrixClients.all(bundle: auditor.bundle), auditor)
        let prover = try bench.prover(for: matrix, auditor)
        defer { prover.stop() }
        let cells = matrix.provable
        #expect(matrix.clients.count == 12 + 8 + Presets.all.count)
        for flow in Flow.all { #expect(matrix.clients.contains { $0.name == flow.reference.description }) }
        try bench.prove(cells, of: &matrix, by: prover)
        #expect(matrix.proofs.count == cells.count)
        for key in matrix.contradictions {
            let client = matrix.clients[key.client]
            let outcome = matrix.outcome(of: key.row, client: key.client)
            let proof = matrix.proofs[key]
            Issue.record(
                """
                \(client.name) × \(key.row.title): computed \(outcome.result.rawValue) (\(outcome.reason)), \
                the server saw \(proof?.isThrough == true ? "a request" : "none") (\(proof?.reason ?? ""))
                """
            )
        }
        for (key, proof) in matrix.proofs where proof.isThrough && key.row != .attack(.stranger) {
            let revealed = matrix.outcome(of: key.row, client: key.client).reveals?.subject
            let isAsked = key.row == .attack(.otherMethod)
            #expect(
                (isAsked ? proof.offered : proof.identity) == revealed.map { isAsked ? $0 : "CN=\($0), O=Lab" },
                "\(matrix.clients[key.client].name) × \(key.row.title)"
            )
        }
        // What is left out has nothing to aim at.
        for index in matrix.clients.indices {
            for row in AttackMatrix.rows where matrix.proofs[AttackMatrix.CellKey(row: row, client: index)] == nil {
                let result = matrix.outcome(of: row, client: index).result
                #expect(result == .notApplicable, "\(row.title)")
            }
        }
        let asked = matrix.proofs.filter { $0.key.row == .attack(.otherMethod) }
        let answered = asked.filter(\.value.isThrough).map { matrix.clients[$0.key.client].name }
        #expect(answered.contains("F16") && !answered.contains("F16r"))
        #expect(asked.count > answered.count)
    }

    /// A server whose key is the client's own as the victim: who has the app is the server, and the client is told apart
    /// by what it shows.
    @Test func everyIdentityFlowIsProvenAgainstTheSharedKey() throws {
        let bench = try bench()
        defer { bench.close() }
        let auditor = try bench.auditor(host: "mutual-shared-key.lab.test")
        let names = ["F3", "F3r", "F8", "F18", "F20", "F20r"]
        let clients = names.compactMap { Presets.named($0)?.profile(bundle: auditor.bundle) }
        try #require(clients.count == names.count)
        var matrix = try AttackMatrix(clients, auditor)
        let prover = try bench.prover(for: matrix, auditor)
        defer { prover.stop() }
        try bench.prove(matrix.provable, of: &matrix, by: prover)
        #expect(matrix.contradictions.isEmpty, "\(matrix.contradictions)")
        let key = AttackMatrix.CellKey(row: .attack(.serverKeyFromApp), client: 4)
        let proof = try #require(matrix.proofs[key])
        #expect(proof.isThrough && proof.identity == "CN=alice, O=Lab")
        #expect(proof.revealed == ["the certificate CN=alice, O=Lab", "a Bearer token", "Cookie"])
        #expect(proof.presented == "CN=mutual-shared-key.lab.test, issued by CN=Lab Intermediate, O=Lab")
        let finding = try #require(matrix.findings(ofClient: 4).first)
        #expect(finding.kind == .identityIsServerKey && finding.proof == proof.request)
        #expect(matrix.outcome(of: .attack(.serverKeyFromApp), client: 5).result == .notApplicable)
    }

    @Test func whatIsReadIsWhatWasSent() throws {
        let bench = try bench {
            $0.template.headers = [HeaderField(name: "Authorization", value: "Bearer abc")]
            $0.template.body = Array("hello".utf8)
        }
        defer { bench.close() }
        let auditor = try bench.auditor()
        let client = try #require(Presets.named("F3")).profile(bundle: auditor.bundle)
        var matrix = try AttackMatrix([client], auditor)
        let prover = try bench.prover(for: matrix, auditor)
        defer { prover.stop() }
        let cell = AttackMatrix.CellKey(row: .attack(.stranger), client: 0)
        let read = AttackMatrix.CellKey(row: .attack(.sameOther), client: 0)
        try bench.prove([cell, read], of: &matrix, by: prover)
        #expect(matrix.proofs[cell]?.isThrough == true)
        #expect(matrix.proofs[cell]?.identity == "CN=alice, O=Lab")
        #expect(matrix.proofs[read]?.headerNames?.contains("Authorization") == true)
        #expect(matrix.proofs[read]?.bodyBytes == 5)
        #expect(matrix.finding(for: .attack(.sameOther), client: 0)?.wouldRead == "Authorization, 5 bytes of body")
    }

    /// Closing a finding stops its attack on the wire too.
    @Test func whatIsClosedIsStopped() throws {
        let bench = try bench()
        defer { bench.close() }
        let auditor = try bench.auditor()
        let client = try #require(Presets.named("F2c")).profile(bundle: auditor.bundle)
        var matrix = try AttackMatrix([client], auditor)
        let finding = try #require(matrix.finding(for: .attack(.sameOther), client: 0))
        let prover = try bench.prover(for: matrix, auditor)
        defer { prover.stop() }
        let cell = AttackMatrix.CellKey(row: .attack(.sameOther), client: 0)
        try bench.prove([cell], of: &matrix, by: prover)
        #expect(matrix.proofs[cell]?.isThrough == true)
        try matrix.replace(0, with: try #require(client.closing(finding)), auditor)
        #expect(matrix.proofs.isEmpty)
        let good = AttackMatrix.CellKey(row: .honest(.good), client: 0)
        try bench.prove([cell, good], of: &matrix, by: prover)
        #expect(matrix.proofs[cell]?.isThrough == false)
        #expect(matrix.proofs[good]?.isThrough == true)
    }

    /// A policy made for another server is attacked with the victim's certificates in the place of those that it pins.
    @Test func aPolicyForAnotherServerIsProvenToo() throws {
        let bench = try bench()
        defer { bench.close() }
        let auditor = try bench.auditor()
        let hash = try #require(Data(base64Encoded: "2Xu6NNlMzUVzJ2qUhy1ywrI8dyHVVaFmWSlmSZ1TUXk="))
        let domain = TrustKitPolicy.Domain(
            publicKeyHashes: [hash.base64EncodedString(), Data(repeating: 7, count: 32).base64EncodedString()]
        )
        let policy = Policy(TrustKitPolicy(domains: ["api.example.test": domain]))
        var matrix = try AttackMatrix([ClientProfile(name: "their", policy: policy)], auditor)
        #expect(matrix.outcome(of: .honest(.good), client: 0).isThrough)
        let prover = try bench.prover(for: matrix, auditor)
        defer { prover.stop() }
        try bench.prove(matrix.provable, of: &matrix, by: prover)
        #expect(matrix.contradictions.isEmpty)
        #expect(matrix.proofs[AttackMatrix.CellKey(row: .honest(.good), client: 0)]?.isThrough == true)
    }

    @Test func theServersKeyOutOfTheApp() throws {
        let bench = try bench()
        defer { bench.close() }
        let auditor = try bench.auditor()
        let client = try #require(Presets.named("F3")).profile(bundle: auditor.bundle)
        let matrix = try AttackMatrix([client], auditor)
        // The lab's client.p12 has a key of its own.
        #expect(matrix.outcome(of: .attack(.serverKeyFromApp), client: 0).result == .stopped)
        let kinds = matrix.clients[0].audit.findings.map(\.kind)
        #expect(kinds.contains(.identityShared))
        #expect(kinds.contains(.identityWeakPassPhrase))
        #expect(!kinds.contains(.identityIsServerKey))
    }
}
