import TestSupport
import Testing

/// The product against Apache, which asks who we are at some places only: by renegotiation in TLS 1.2, after the
/// handshake in TLS 1.3.
@Suite(.serialized) struct ApachePeers {
    static let versions = ["1.2", "1.3"]

    private func options(_ server: ApacheServer, _ pki: CommandLinePKI, _ path: String) -> [String] {
        ["https://api.example.test\(path)", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root]
    }

    @Test(arguments: versions) func onePlaceAsksForACertificateAndTheOtherDoesNot(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki, version: version)
        let identity = ["--identity", pki.alice, "--identity-password-file", pki.passPhraseFile]
        let (_, open) = try FiredDocument.fire(options(server, pki, "/") + identity)
        #expect(open.status == 200)
        #expect(open.challenges.map(\.facts.method) == ["serverTrust"])
        #expect(open.connection?.version == version)

        let (status, secure) = try FiredDocument.fire(options(server, pki, "/secure/") + identity)
        #expect(status == 0)
        #expect(secure.status == 200)
        #expect(secure.outcome?.bodyText?.contains("page secure") == true)
        let methods = secure.challenges.map(\.facts.method)
        // A renegotiation shows the server's certificate once more.
        #expect(
            methods
                == (version == "1.2"
                    ? ["serverTrust", "serverTrust", "clientCertificate"] : ["serverTrust", "clientCertificate"])
        )
        #expect(secure.challenges.last?.facts.asked?.issuers.map(\.text) == ["CN=Test Client CA"])
    }

    @Test(arguments: [("1.2", 40), ("1.3", 116)]) func noneWhereOneIsDemanded(_ version: String, _ alert: Int) throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki, version: version)
        let (status, exchange) = try FiredDocument.fire(options(server, pki, "/secure/"))
        #expect(status == 4)
        #expect(exchange.code == "client.none")
        #expect(exchange.outcome?.refusal == "serverRefusedIdentity")
        #expect(exchange.alerts.contains { $0.direction == "received" && $0.number == alert })
    }

    @Test(arguments: [("basic", "httpBasic"), ("digest", "httpDigest")])
    func aPasswordIsAskedForAndGivenOrNot(_ place: String, _ method: String) throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki)
        let user = ["--user", "alice", "--password-file", pki.passPhraseFile]
        let (status, given) = try FiredDocument.fire(options(server, pki, "/\(place)/") + user)
        #expect(status == 0)
        #expect(given.status == 200)
        #expect(given.outcome?.bodyText?.contains("page \(place)") == true)
        #expect(given.challenges.map(\.facts.method) == ["serverTrust", method])
        #expect(given.challenges.last?.facts.realm == "the lab")
        #expect(given.challenges.last?.facts.proposedUser == "alice")

        let (_, without) = try FiredDocument.fire(options(server, pki, "/\(place)/"))
        #expect(without.status == 401)
        #expect(without.challenges.map(\.facts.method) == ["serverTrust", method])

        let (_, wrong) = try FiredDocument.fire(options(server, pki, "/\(place)/") + ["--user", "mallory"])
        #expect(wrong.status == 401)
        #expect(wrong.challenges.count == 3)
    }

    @Test(arguments: versions) func aForeignIdentityIsRefused(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki, version: version)
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, "/secure/")
                + [
                    "--identity", pki.mallory, "--identity-password-file", pki.passPhraseFile,
                    "--on-client-certificate", "use",
                ]
        )
        #expect(status == 4)
        #expect(exchange.code == "client.issuer-not-accepted")
        #expect(exchange.outcome?.refusal == "serverRefusedIdentity")
    }
}
