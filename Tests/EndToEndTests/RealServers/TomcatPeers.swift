import TestSupport
import Testing

/// The product against Tomcat with `clientAuth` true, want and false, and its own key and trust store. In long runs:
/// each of its servers takes seconds to start.
@Suite(.serialized, .enabled(if: LongRun.isOn)) struct TomcatPeers {
    private func options(_ server: TomcatServer, _ pki: CommandLinePKI, _ version: String) -> [String] {
        [
            "https://api.example.test/index.txt", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root,
            "--min-tls", version, "--max-tls", version,
        ]
    }

    private func identity(_ path: String, _ pki: CommandLinePKI) -> [String] {
        ["--identity", path, "--identity-password-file", pki.passPhraseFile]
    }

    @Test func demanded() throws {
        let pki = try CommandLinePKI()
        let server = try TomcatServer(pki, clientAuth: "true")
        for version in ["1.2", "1.3"] {
            let with = try FiredDocument.fire(options(server, pki, version) + identity(pki.alice, pki))
            #expect(with.status == 0, "\(version)")
            #expect(with.exchange.status == 200)
            #expect(with.exchange.outcome?.bodyText == "page of Tomcat\n")
            #expect(with.exchange.answers == ["serverTrust performDefaultHandling", "clientCertificate useCredential"])
            // The names are those of the trust store.
            #expect(with.exchange.challenges.last?.facts.asked?.issuers.map(\.text) == ["CN=Test Client CA"])

            let without = try FiredDocument.fire(options(server, pki, version))
            #expect(without.status == 4, "\(version)")
            #expect(without.exchange.code == "client.none")
            #expect(without.exchange.outcome?.refusal == "serverRefusedIdentity")
            #expect(without.exchange.alerts.contains { $0.direction == "received" })

            let foreign = try FiredDocument.fire(options(server, pki, version) + identity(pki.mallory, pki))
            #expect(foreign.status == 4, "\(version)")
            #expect(foreign.exchange.code == "client.issuer-not-accepted", "\(foreign.exchange.reason)")
        }
    }

    @Test func wanted() throws {
        let pki = try CommandLinePKI()
        let server = try TomcatServer(pki, clientAuth: "want")
        for version in ["1.2", "1.3"] {
            let without = try FiredDocument.fire(options(server, pki, version))
            #expect(without.status == 0, "\(version)")
            #expect(without.exchange.status == 200)
            #expect(
                without.exchange.answers == [
                    "serverTrust performDefaultHandling", "clientCertificate performDefaultHandling",
                ]
            )
            let with = try FiredDocument.fire(options(server, pki, version) + identity(pki.alice, pki))
            #expect(with.status == 0)
            #expect(with.exchange.answers.last == "clientCertificate useCredential")
        }
    }

    @Test func notAskedFor() throws {
        let pki = try CommandLinePKI()
        let server = try TomcatServer(pki, clientAuth: "false")
        for version in ["1.2", "1.3"] {
            let (status, exchange) = try FiredDocument.fire(options(server, pki, version) + identity(pki.alice, pki))
            #expect(status == 0, "\(version)")
            #expect(exchange.answers == ["serverTrust performDefaultHandling"])
        }
    }
}
