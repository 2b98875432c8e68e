import TestSupport
import Testing

/// The product against `openssl s_server`, TLS 1.2 and 1.3, a certificate demanded.
@Suite(.serialized) struct OpenSSLPeers {
    private func options(_ server: OpenSSLServer, _ pki: CommandLinePKI) -> [String] {
        ["https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root]
    }

    private func demanding(_ pki: CommandLinePKI, _ version: String) throws -> OpenSSLServer {
        try OpenSSLServer(
            pki,
            [
                "-tls\(version.replacing(".", with: "_"))", "-Verify", "1", "-verify_return_error", "-CAfile",
                pki.clientCA,
            ]
        )
    }

    @Test(arguments: ["1.2", "1.3"]) func demandedAndGiven(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try demanding(pki, version)
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki) + ["--identity", pki.alice, "--identity-password-file", pki.passPhraseFile]
        )
        #expect(status == 0)
        #expect(exchange.status == 200)
        #expect(exchange.connection?.version == version)
        #expect(exchange.challenges.map(\.facts.method) == ["serverTrust", "clientCertificate"])
        #expect(exchange.challenges.last?.disposition == "useCredential")
        #expect(exchange.handshake.contains { $0.direction == "sent" && $0.name == "CertificateVerify" })
    }

    @Test(arguments: [("1.2", 40), ("1.3", 116)]) func demandedAndNotGiven(_ version: String, _ alert: Int) throws {
        let pki = try CommandLinePKI()
        let server = try demanding(pki, version)
        let (status, exchange) = try FiredDocument.fire(options(server, pki))
        #expect(status == 4)
        #expect(exchange.code == "client.none")
        #expect(exchange.outcome?.refusal == "serverRefusedIdentity")
        #expect(exchange.alerts.contains { $0.direction == "received" && $0.number == alert })
    }

    @Test(arguments: ["1.2", "1.3"]) func aForeignIdentityIsRefusedByTheServer(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try demanding(pki, version)
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki)
                + [
                    "--identity", pki.mallory, "--identity-password-file", pki.passPhraseFile,
                    "--on-client-certificate", "use",
                ]
        )
        #expect(status == 4)
        #expect(exchange.code == "client.issuer-not-accepted")
        #expect(exchange.outcome?.refusal == "serverRefusedIdentity")
        #expect(exchange.alerts.contains { $0.direction == "received" })
    }

    @Test func cancellingTheIdentityChallengeIsOurOwnDoing() throws {
        let pki = try CommandLinePKI()
        let server = try demanding(pki, "1.3")
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki) + ["--on-client-certificate", "cancel"]
        )
        #expect(status == 1)
        #expect(exchange.outcome?.refusal == "weCancelledIdentity")
        #expect(exchange.outcome?.clientError?.code == -999)
    }
}
