import COpenSSL
import Diagnosis
import Events
import TestSupport
import Testing
import Trust

@testable import RequestEngine

/// A test a row of "who refused whom": what happened, concluded from the record of alerts and messages.
@Suite struct WhoRefusedTests {
    /// We refuse the server: the X509 code set decides the alert.
    @Test(
        arguments: HoldTests.versions,
        [
            (X509_V_ERR_CERT_HAS_EXPIRED, 45), (X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, 48),
            (X509_V_ERR_HOSTNAME_MISMATCH, 42), (X509_V_ERR_CERT_REVOKED, 44),
            (X509_V_ERR_APPLICATION_VERIFICATION, 40), (0, 40),
        ]
    )
    func weRefuseTheServer(_ tls: TestConnection.TLS, _ row: (x509: Int32, alert: Int)) async throws {
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        let refusal = ClientAnswer(.cancelAuthenticationChallenge)
        let bench = try Bench(decisions: .deciding(trust: [refusal], x509Error: row.x509, code: .pinNoMatch))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .weRefusedServer)
        #expect(result.outcome.code == .pinNoMatch)
        #expect(result.outcome.curlCode == 60)
        #expect(result.outcome.x509Error == (row.x509 == 0 ? nil : row.x509))
        #expect(result.outcome.clientError?.code == -999)
        #expect(bench.recording.events(of: 1).story.contains("> alert \(row.alert)"))
    }

    @Test(arguments: HoldTests.versions)
    func weCancelTheClientCertificateChallenge(_ tls: TestConnection.TLS) async throws {
        let context = TestConnection.context(tls.asking())
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench(decisions: .deciding(identity: [ClientAnswer(.cancelAuthenticationChallenge)]))
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .weCancelledIdentity)
        #expect(result.outcome.clientError?.code == -999)
        #expect(result.outcome.curlCode == 35)
        #expect(bench.recording.events(of: 1).story.contains("> alert 80"))
    }

    /// The server refuses that there is no certificate.
    @Test(arguments: [(TestConnection.TLS.v12, 40, [35]), (.v13, 116, [55, 56])])
    func theServerWantsACertificate(_ row: (tls: TestConnection.TLS, alert: Int, curlCodes: [Int])) async throws {
        let pki = TestPKI.shared
        let context = TestConnection.context(row.tls.asking([pki.root]))
        let server = try TestServer { $0.serve(context) }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .serverRefusedIdentity)
        #expect(result.outcome.code == .clientNone)
        #expect(result.outcome.clientError?.name == "clientCertificateRequired")
        // In TLS 1.3 the alert comes after the handshake: while we write, or at the first read.
        #expect(row.curlCodes.contains(result.outcome.curlCode ?? 0))
        #expect(result.outcome.reason.contains("Test Root"))
        #expect(bench.recording.events(of: 1).story.contains("< alert \(row.alert)"))
    }

    /// What is wrong with the identity that was sent.
    struct IdentityRow: Sendable, CustomTestStringConvertible {
        var name: String
        var code: DiagnosisCode
        var tls: TestConnection.TLS
        var alert: Int
        var sends = IdentityChainChoice.chain
        /// Makes the identity, and what the server trusts and names.
        var make: @Sendable (TestPKI) -> (Identity, trusts: [TestPKI.Entity], names: [TestPKI.Entity])

        var testDescription: String { "\(name), TLS 1.\(tls.maximum == TLS1_3_VERSION ? 3 : 2)" }
    }

    static let identityRows: [IdentityRow] = HoldTests.versions.flatMap { tls in
        [
            IdentityRow(name: "another CA", code: .clientIssuerNotAccepted, tls: tls, alert: 48) { pki in
                let stranger = TestPKI.make(.init(commonName: "bob", issuer: pki.otherRoot, usage: "clientAuth"))
                return (stranger.identity(), [pki.root], [pki.root])
            },
            IdentityRow(name: "expired", code: .clientExpired, tls: tls, alert: 45) { pki in
                let old = TestPKI.make(
                    .init(commonName: "carol", issuer: pki.root, usage: "clientAuth", from: -7200, until: -3600)
                )
                return (old.identity(), [pki.root], [pki.root])
            },
            IdentityRow(name: "no clientAuth", code: .clientPurpose, tls: tls, alert: 43) { pki in
                let wrong = TestPKI.make(.init(commonName: "dave", issuer: pki.root, usage: "serverAuth"))
                return (wrong.identity(), [pki.root], [pki.root])
            },
            IdentityRow(name: "chain kept back", code: .clientChainIncomplete, tls: tls, alert: 48, sends: .leafOnly) {
                pki in
                (pki.client.identity(chain: [pki.intermediate]), [pki.root], [pki.root])
            },
        ]
    }

    @Test(arguments: identityRows)
    func theServerRefusesOurIdentity(_ row: IdentityRow) async throws {
        let (identity, trusts, names) = row.make(TestPKI.shared)
        var tls = row.tls.asking(names)
        tls.trusts = trusts
        let context = TestConnection.context(tls)
        let server = try TestServer { $0.serve(context) }
        var profile = ClientProfile()
        profile.sends = row.sends
        let bench = try Bench(profile: profile, identities: [identity])
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .serverRefusedIdentity)
        #expect(result.outcome.code == row.code)
        #expect(result.outcome.clientError?.name == "clientCertificateRejected")
        #expect(result.outcome.reason.contains("OUR certificate"))
        #expect(bench.recording.events(of: 1).story.contains("< alert \(row.alert)"))
        // The same code as when we refuse an expired server: that is why it is no input.
        if row.code == .clientExpired, row.tls.maximum == TLS1_2_VERSION { #expect(result.outcome.curlCode == 60) }
    }

    @Test(arguments: HoldTests.versions)
    func anAcceptedIdentityIsShownWithItsChain(_ tls: TestConnection.TLS) async throws {
        let pki = TestPKI.shared
        var asking = tls.asking([pki.root])
        asking.trusts = [pki.root]
        let context = TestConnection.context(asking)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.respond(body: connection.peerName ?? "nobody")
        }
        let bench = try Bench(identities: [pki.client.identity(chain: [pki.intermediate])])
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(String(decoding: result.body, as: UTF8.self) == "alice")
        #expect(result.outcome.refusal == nil)
    }

    /// nginx refuses over HTTP, after a handshake that went well.
    @Test(
        arguments: [
            (
                400, "<center><h1>400 Bad Request</h1></center><center>No required SSL certificate was sent</center>",
                true
            ),
            (400, "<title>400 The SSL certificate error</title>", true), (496, "", true), (495, "", true),
            (400, "400 No required client certificate was sent.", true),
            (403, "<html><body>\n<p>Client certificate\nis missing</p></body></html>", true),
            (403, "The certificate of the exam is ready.", false), (500, "client certificate", false),
            (400, "what is this?", false), (403, "", false), (200, "No required SSL certificate was sent", false),
        ]
    )
    func theServerRefusesByStatus(_ row: (status: Int, body: String, isRefusal: Bool)) async throws {
        let context = TestConnection.context(.v13.asking(required: false))
        let server = try TestServer { $0.serve(context, status: row.status, body: row.body) }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.isComplete)
        #expect(result.outcome.status == row.status)
        #expect(result.outcome.refusal == (row.isRefusal ? .serverRefusedByStatus : nil))
        #expect(result.outcome.code == (row.isRefusal ? .clientNone : nil))
        #expect(bench.recording.events(of: 1).last?.word == "finished")
    }

    @Test func aStatusRefusesNobodyWhereNobodyWasAsked() async throws {
        let context = TestConnection.context(.v13)
        let server = try TestServer { $0.serve(context, status: 496) }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == nil)
    }

    /// Refused in authentication after the handshake (TLS 1.3).
    @Test func theServerRefusesAfterTheHandshake() async throws {
        var tls = TestConnection.TLS.v13
        tls.trusts = [TestPKI.shared.root]
        let context = TestConnection.context(tls)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.askLate(required: true)
            if connection.read() != nil { connection.respond() }
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port) { $0.offersHTTP2 = false }
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .serverRefusedIdentity)
        #expect(result.outcome.code == .clientNone)
        #expect(bench.recording.events(of: 1).story.contains("< alert 116"))
        #expect(bench.recording.events(of: 1).story.filter { $0 == "challenge clientCertificate" }.count == 1)
    }

    /// Refused in a renegotiation (TLS 1.2).
    @Test func theServerRefusesInARenegotiation() async throws {
        let context = TestConnection.context(.v12)
        let server = try TestServer { connection in
            guard connection.handshake(context), connection.readRequest() != nil else { return }
            connection.askByRenegotiation(required: true)
            connection.respondWhenKnown()
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port) { $0.offersHTTP2 = false }
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .serverRefusedIdentity)
        #expect(result.outcome.code == .clientNone)
        // The renegotiation is a second handshake: trust is asked again, then who we are.
        let story = bench.recording.events(of: 1).story.filter { $0.hasPrefix("challenge") }
        #expect(story == ["challenge serverTrust", "challenge serverTrust", "challenge clientCertificate"])
    }

    /// An alert before anybody has decided is the peer's opinion.
    @Test(
        arguments: [
            (70, DiagnosisCode.wireVersion), (112, .wireUnrecognizedName), (40, .wireAlert(40)), (80, .wireAlert(80)),
            (71, .wireAlert(71)),
        ]
    )
    func aPeersAlertIsThePeersOpinion(_ row: (alert: Int, code: DiagnosisCode)) async throws {
        let server = try TestServer { connection in
            guard connection.read() != nil else { return }
            connection.write(bytes: [21, 3, 3, 0, 2, 2, UInt8(row.alert)])
        }
        let bench = try Bench()
        let result = try await bench.fire(server.port)
        bench.end()
        server.stop()
        #expect(result.outcome.refusal == .peerAlert)
        #expect(result.outcome.code == row.code)
        #expect(result.outcome.clientError?.name == "secureConnectionFailed")
        #expect(result.outcome.reason.contains("localhost") || row.alert == 70)
        #expect(bench.recording.events(of: 1).story.contains("not raised serverTrust refusedBefore"))
    }
}
