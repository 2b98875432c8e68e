import COpenSSL
import Events
import Foundation
import TestSupport
import Testing
import Trust

@testable import Lab

@Suite struct MutualTests {
    /// A client at a scenario and what comes of it: a status, or an alert.
    struct Case: CustomTestStringConvertible, Sendable {
        var scenario: String
        var identity: String?
        var leafAlone = false
        /// Status, error and alert under TLS 1.3 and 1.2.
        var status: Int?
        var error: String?
        var alert13 = 0
        var alert12 = 0
        var testDescription: String { "\(scenario) \(identity ?? "none")\(leafAlone ? " leaf alone" : "")" }
    }

    static let cases: [Case] = [
        Case(scenario: "mutual", identity: "client", status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual", identity: "client", leafAlone: true, status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual", identity: nil, alert13: 116, alert12: 40),
        Case(
            scenario: "mutual",
            identity: "other",
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "mutual", identity: "old", error: "X509_V_ERR_INVALID_PURPOSE", alert13: 43, alert12: 43),
        Case(scenario: "mutual-want", identity: nil, status: 200),
        Case(scenario: "mutual-want", identity: "client", status: 200, error: "X509_V_OK"),
        Case(
            scenario: "mutual-want",
            identity: "other",
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "mutual-other-ca", identity: nil, alert13: 116, alert12: 40),
        Case(
            scenario: "mutual-other-ca",
            identity: "client",
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "mutual-root-only", identity: "client", status: 200, error: "X509_V_OK"),
        Case(
            scenario: "mutual-root-only",
            identity: "client",
            leafAlone: true,
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "mutual-no-names", identity: "client", status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual-many-names", identity: "client", status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual-http-400", identity: nil, status: 400),
        Case(scenario: "mutual-http-400", identity: "client", status: 200, error: "X509_V_OK"),
        Case(
            scenario: "mutual-http-400",
            identity: "other",
            status: 400,
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY"
        ),
        Case(scenario: "mutual", identity: "ended", error: "X509_V_ERR_CERT_HAS_EXPIRED", alert13: 45, alert12: 45),
        Case(scenario: "mutual", identity: "mail", error: "X509_V_ERR_INVALID_PURPOSE", alert13: 43, alert12: 43),
        Case(
            scenario: "mutual-self-signed-client",
            identity: "client",
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "mutual-self-signed-client", identity: nil, alert13: 116, alert12: 40),
        Case(scenario: "mutual-shared-key", identity: "client", status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual-late", identity: "client", status: 200, error: "X509_V_OK"),
        Case(scenario: "mutual-late", identity: nil, alert13: 116, alert12: 40),
        Case(
            scenario: "mutual-late",
            identity: "other",
            error: "X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
            alert13: 48,
            alert12: 48
        ),
        Case(scenario: "good", identity: "client", status: 200),
    ]

    @Test(arguments: cases, [TLS1_2_VERSION, TLS1_3_VERSION])
    func theServersVerdict(_ one: Case, _ version: Int32) throws {
        let lab = try RunningLab(only: [one.scenario])
        let identity = try one.identity.map { try lab.identity($0) }
        let client = try lab.client(one.scenario) {
            $0.identity = identity
            $0.sendsLeafAlone = one.leafAlone
            $0.maximum = version
            $0.showsCertificateLate = true
        }
        let result = Result { try client.handshake().get() }
        #expect((try? result.get())?.status == one.status)
        let expectedAlert = version == TLS1_3_VERSION ? one.alert13 : one.alert12
        #expect(client.alertReceived ?? 0 == expectedAlert)

        let facts = try lab.verdict(one.scenario)
        #expect(facts.conduct == (one.status == nil ? .refused : .talked))
        #expect(facts.status == one.status)
        #expect(facts.alert?.number == (one.status == nil ? expectedAlert : nil))
        #expect(facts.alert.map { $0.direction == .sent && $0.stage == "handshake" } ?? true)
        // A server that refuses in the handshake tells of the certificate too.
        #expect(facts.clientVerdict == one.error)
        #expect((facts.clientCertificate != nil) == (one.error != nil))
        if let reply = try? result.get(), one.status == 200, let error = one.error {
            #expect(try reply.echo("clientCertificate", "x509Name") as? String == error)
            #expect(try reply.echo("clientCertificate", "subject") as? String == "CN=alice, O=Lab")
            #expect(try reply.echo("clientCertificate", "verified") as? Bool == true)
            #expect(try reply.echo("clientCertificate", "x509Error") as? Int == 0)
            #expect(try reply.echo("clientCertificate", "certificatesSent") as? Int == (one.leafAlone ? 1 : 2))
        }
    }

    @Test func theSelfSignedClientIsTakenAndNoOther() throws {
        let lab = try RunningLab(only: ["mutual-self-signed-client"])
        let identity = try lab.identity("alone")
        let client = try lab.client("mutual-self-signed-client") { $0.identity = identity }
        let reply = try client.handshake().get()
        #expect(client.requestedNames == ["CN=dave, O=Alone"])
        #expect(try reply.echo("clientCertificate", "subject") as? String == "CN=dave, O=Alone")
        #expect(try reply.echo("clientCertificate", "x509Name") as? String == "X509_V_OK")
    }

    @Test func theSharedKeyIsTheClients() throws {
        let lab = try RunningLab(only: ["mutual-shared-key"])
        let alice = try lab.pki().issued(.identity("client")).certificate
        #expect(try lab.server.leaf(of: "mutual-shared-key").publicKeyInfo == alice.publicKeyInfo)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func lateMeansAfterTheRequest(_ version: Int32) throws {
        let lab = try RunningLab(only: ["mutual-late"])
        let identity = lab.server.clientPEMPath
        let client = try lab.client("mutual-late") {
            $0.identity = identity
            $0.maximum = version
            $0.showsCertificateLate = true
        }.handshake()
        #expect(client.requestedNames == nil)
        // A client's handshake may be done before the lab has told of its beginning.
        try Waiting.until("the client to be seen") { lab.told.count == 1 }
        // A body that comes before the certificate is read, and requests behind it wait their turn.
        let reply = try client.get("/a", method: "POST", body: "abc")
        #expect(client.requestedNames == ["CN=Lab CA, O=Lab"])
        #expect(try reply.echo("clientCertificate", "subject") as? String == "CN=alice, O=Lab")
        #expect(try reply.echo("request", "bodyBytes") as? Int == 3)
        // It is asked once.
        #expect(try client.get("/b").echo("clientCertificate", "verified") as? Bool == true)
        #expect(lab.verdicts("mutual-late").map(\.status) == [200, 200])
    }

    @Test func whoCannotBeAskedLateIsToldSo() throws {
        let lab = try RunningLab(only: ["mutual-late"])
        let client = try lab.client("mutual-late") { $0.minimum = TLS1_3_VERSION }.handshake()
        #expect(try client.get().status == 403)
        #expect(try lab.verdict("mutual-late").status == 403)
    }

    @Test(arguments: [
        ("mutual", ["CN=Lab CA, O=Lab"]), ("mutual-want", ["CN=Lab CA, O=Lab"]), ("mutual-no-names", []),
        ("mutual-other-ca", ["CN=Absent CA, O=Absent"]), ("mutual-root-only", ["CN=Lab CA, O=Lab"]),
    ])
    func namesItsAuthorities(_ scenario: String, _ names: [String]) throws {
        let lab = try RunningLab(only: [scenario])
        let client = try lab.client(scenario) { $0.identity = lab.server.clientPEMPath }
        _ = try? client.handshake()
        #expect(client.requestedNames == names)
    }

    @Test func namesFiveHundred() throws {
        let lab = try RunningLab(only: ["mutual-many-names"])
        let client = try lab.client("mutual-many-names") { $0.identity = lab.server.clientPEMPath }
        try client.handshake()
        #expect(client.requestedNames?.count == 500)
        #expect(client.requestedNames?.last == "CN=CA 499, O=Many")
    }

    @Test func goodAsksForNothing() throws {
        let lab = try RunningLab(only: ["good"])
        #expect(try lab.client("good").handshake().requestedNames == nil)
    }

    @Test func allErrorsOfAnOldIdentityAreTold() throws {
        let lab = try RunningLab(only: ["mutual-http-400"])
        let identity = try lab.identity("old")
        let client = try lab.client("mutual-http-400") { $0.identity = identity }
        let reply = try client.handshake().get()
        #expect(reply.status == 400)
        #expect(reply.text.contains("X509_V_ERR_INVALID_PURPOSE"))
        #expect(try lab.verdict("mutual-http-400").clientCertificate == "CN=carol, O=Lab")
    }

    @Test func aResumedSessionRemembersTheClient() throws {
        let lab = try RunningLab(only: ["mutual"])
        let first = try lab.client("mutual") { $0.identity = lab.server.clientPEMPath }.handshake()
        _ = try first.get()
        let session = first.session
        defer { SSL_SESSION_free(session) }
        let second = try lab.client("mutual") { $0.session = session }.handshake()
        let reply = try second.get()
        #expect(second.isResumed)
        #expect(second.requestedNames == nil)
        #expect(try reply.echo("tls", "resumed") as? Bool == true)
        #expect(try reply.echo("clientCertificate", "subject") as? String == "CN=alice, O=Lab")
        #expect(try reply.echo("clientCertificate", "x509Name") as? String == "X509_V_OK")
    }
}
