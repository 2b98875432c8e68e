import TestSupport
import Testing

/// The product against nginx: one-way, and with `ssl_verify_client` on and optional.
@Suite(.serialized) struct NginxPeers {
    static let versions = ["1.2", "1.3"]

    private func options(_ server: NginxServer, _ pki: CommandLinePKI, _ version: String = "1.3") -> [String] {
        [
            "https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root,
            "--min-tls", version, "--max-tls", version,
        ]
    }

    @Test(arguments: versions) func oneWayIsAcceptedByTheAnchor(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "")
        let (status, exchange) = try FiredDocument.fire(options(server, pki, version))
        #expect(status == 0)
        #expect(exchange.status == 200)
        #expect(exchange.connection?.version == version)
        #expect(
            exchange.answers == ["serverTrust performDefaultHandling"]
                || exchange.answers == ["serverTrust useCredential"]
        )
        #expect(exchange.challenges.first?.decision?.evaluation?.verdict == "accept")
        #expect(exchange.handshake.first?.name == "ClientHello")
        #expect(exchange.handshake.first?.direction == "sent")
    }

    @Test(arguments: versions) func anUnknownRootIsRefusedByUsWithAnAlert(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "")
        let (status, exchange) = try FiredDocument.fire(
            [
                "https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors-only", "--min-tls",
                version, "--max-tls", version,
            ]
        )
        #expect(status == 1)
        #expect(exchange.code == "chain.missing-issuer")
        #expect(exchange.outcome?.refusal == "weRefusedServer")
        #expect(exchange.alerts.contains { $0.direction == "sent" && $0.number == 48 })
        #expect(exchange.status == nil)
        #expect(server.accessLog.isEmpty)
    }

    @Test(arguments: versions) func aWrongNameIsRefusedByUs(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "")
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, version) + ["--validate-as", "other.example.test"]
        )
        #expect(status == 1)
        #expect(exchange.code == "host.mismatch")
        #expect(exchange.outcome?.refusal == "weRefusedServer")
    }

    @Test(arguments: versions) func demandedAndGiven(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);")
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, version)
                + ["--identity", pki.alice, "--identity-password-file", pki.passPhraseFile]
        )
        #expect(status == 0)
        #expect(exchange.status == 200)
        #expect(exchange.challenges.map(\.facts.method) == ["serverTrust", "clientCertificate"])
        #expect(exchange.challenges.last?.disposition == "useCredential")
        #expect(exchange.challenges.last?.facts.asked?.issuers.map(\.text) == ["CN=Test Client CA"])
        #expect(exchange.outcome?.bodyText?.contains("CN=alice") == true)
    }

    @Test(arguments: versions) func demandedAndNotGivenIsRefusedByStatus(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);")
        let (status, exchange) = try FiredDocument.fire(options(server, pki, version))
        #expect(status == 4)
        #expect(exchange.status == 400)
        #expect(exchange.code == "client.none")
        #expect(exchange.outcome?.refusal == "serverRefusedByStatus")
    }

    @Test(arguments: versions) func aForeignIdentityIsRefusedByTheServer(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);")
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, version)
                + [
                    "--identity", pki.mallory, "--identity-password-file", pki.passPhraseFile,
                    "--on-client-certificate", "use",
                ]
        )
        #expect(status == 4)
        #expect(exchange.status == 400)
        #expect(exchange.code == "client.issuer-not-accepted")
    }

    @Test(arguments: versions) func optionalWithoutACATakesAnybody(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client optional_no_ca;")
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, version)
                + ["--identity", pki.mallory, "--identity-password-file", pki.passPhraseFile]
        )
        #expect(status == 0)
        #expect(exchange.status == 200)
        // No authority is named, so every identity fits.
        #expect(exchange.challenges.last?.facts.asked?.issuers.isEmpty == true)
        #expect(exchange.outcome?.bodyText?.contains("CN=mallory") == true)
        #expect(exchange.outcome?.bodyText?.contains("\"verify\":\"FAILED") == true)
    }

    /// The statuses of its own, which it sends as 400 unless `error_page` says otherwise; 200 stands for `own` there.
    @Test func itsOwnStatusesAreRefusalsToo() throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(
            pki,
            tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);"
                + " error_page 495 =495 @own; error_page 496 =496 @own; location @own { return 200 own; }"
        )
        let (refused, without) = try FiredDocument.fire(options(server, pki))
        let (alsoRefused, foreign) = try FiredDocument.fire(
            options(server, pki)
                + [
                    "--identity", pki.mallory, "--identity-password-file", pki.passPhraseFile,
                    "--on-client-certificate", "use",
                ]
        )
        #expect(refused == 4)
        #expect(without.status == 496)
        #expect(without.code == "client.none")
        #expect(alsoRefused == 4)
        #expect(foreign.status == 495)
        #expect(foreign.code == "client.issuer-not-accepted")
    }

    @Test(arguments: versions) func optionalTakesNone(_ version: String) throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client optional; ssl_client_certificate \(pki.clientCA);")
        let (status, exchange) = try FiredDocument.fire(options(server, pki, version))
        #expect(status == 0)
        #expect(exchange.status == 200)
        #expect(exchange.challenges.map(\.facts.method) == ["serverTrust", "clientCertificate"])
        #expect(exchange.challenges.last?.disposition == "performDefaultHandling")
        #expect(exchange.outcome?.bodyText?.contains("\"verify\":\"NONE\"") == true)
    }
}
