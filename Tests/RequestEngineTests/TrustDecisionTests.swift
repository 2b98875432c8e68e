import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// The engine with `Trust` as its decision maker: what is asked, and that it is obeyed.
@Suite struct TrustDecisionTests {
    private static let pki = TestPKI.shared

    private static func bench(
        _ profile: ClientProfile = ClientProfile(),
        identities: [Identity] = []
    ) throws -> (Engine, Session, Recording) {
        let recording = Recording()
        let engine = try Engine(threads: 1) { recording.add($0) }
        let setup = ClientSetup(
            profile: profile,
            anchors: Anchors(system: [pki.root.value]),
            identities: identities
        )
        return (engine, engine.openSession(SessionConfiguration(client: setup), reason: "test"), recording)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var leaf: TestPKI.Entity
        var chain: [TestPKI.Entity]
        var code: DiagnosisCode?
        var alert: Int?
        var error: Int?
    }

    static let rows: [Row] = [
        Row(testDescription: "good", leaf: pki.server, chain: [pki.intermediate]),
        Row(
            testDescription: "expired",
            leaf: TestPKI.make(
                .init(
                    commonName: "x",
                    issuer: pki.intermediate,
                    alternativeNames: "DNS:localhost",
                    usage: "serverAuth",
                    from: -7200,
                    until: -3600
                )
            ),
            chain: [pki.intermediate],
            code: .dateExpired,
            alert: 45,
            error: -1201
        ),
        Row(
            testDescription: "wrong name",
            leaf: TestPKI.make(
                .init(
                    commonName: "x",
                    issuer: pki.intermediate,
                    alternativeNames: "DNS:other.test",
                    usage: "serverAuth"
                )
            ),
            chain: [pki.intermediate],
            code: .hostMismatch,
            alert: 42,
            error: -1202
        ),
        Row(
            testDescription: "missing intermediate",
            leaf: pki.server,
            chain: [],
            code: .chainMissingIssuer,
            alert: 48,
            error: -1203
        ),
        Row(
            testDescription: "untrusted root",
            leaf: TestPKI.make(
                .init(commonName: "x", issuer: pki.otherRoot, alternativeNames: "DNS:localhost", usage: "serverAuth")
            ),
            chain: [pki.otherRoot],
            code: .chainUntrustedRoot,
            alert: 48,
            error: -1202
        ),
    ]

    @Test(arguments: rows)
    func theSystemsVerdictIsObeyed(_ row: Row) async throws {
        var tls = TestConnection.TLS.v13
        (tls.entity, tls.chain) = (row.leaf, row.chain)
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let (engine, session, recording) = try Self.bench()
        let result = await (try session.start(try Request("https://localhost:\(server.port)/"))).finished()
        engine.shutDown(by: "test")
        server.stop()
        #expect(result.outcome.code == row.code)
        if let alert = row.alert {
            #expect(result.outcome.refusal == .weRefusedServer)
            #expect(recording.events(of: 1).story.contains("> alert \(alert)"))
        } else {
            #expect(result.isComplete)
        }
        #expect(result.outcome.clientError?.code == row.error)
    }

    @Test func anIdentityOfTheProfilesFileIsSent() async throws {
        var tls = TestConnection.TLS.v12.asking([Self.pki.root])
        tls.trusts = [Self.pki.root]
        let context = TestConnection.context(tls)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(body: connection.peerName ?? "nobody")
        }
        var profile = ClientProfile()
        profile.identity = .file("client.p12")
        let identity = Self.pki.client.identity(chain: [Self.pki.intermediate])
        let (engine, session, _) = try Self.bench(profile, identities: [identity])
        let result = await (try session.start(try Request("https://localhost:\(server.port)/"))).finished()
        engine.shutDown(by: "test")
        server.stop()
        #expect(String(decoding: result.body, as: UTF8.self) == "alice")
    }

    @Test func theNameCheckedIsTheRequestsWhereItSaysSo() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        let (engine, session, _) = try Self.bench()
        func outcome(_ name: NameChoice?, host: String = "localhost") async throws -> OutcomeFacts {
            var request = try Request("https://\(host):\(server.port)/")
            request.validateAs = name
            return await (try session.start(request)).finished().outcome
        }
        #expect(try await outcome(nil).code == nil)
        #expect(try await outcome(.other("other.test")).code == .hostMismatch)
        #expect(try await outcome(nil, host: "127.0.0.1").code == nil)
        #expect(try await outcome(.other("localhost"), host: "127.0.0.1").code == nil)
        engine.shutDown(by: "test")
        server.stop()
    }

    @Test func aFlowThatCrashesEndsTheRequest() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context) }
        var decisions = DecisionMaker.obedient
        decisions.serverTrust = { _, _ in
            var decision = ClientDecision(answers: [])
            decision.crash = "a null certificate is put into an array"
            return decision
        }
        let bench = try Bench(decisions: decisions)
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .undecided)
        #expect(result.outcome.reason.contains("a null certificate is put into an array"))
        #expect(result.outcome.clientError == nil)
    }
}
