import TestSupport
import Testing

/// The product against GnuTLS's server, another TLS library with other habits.
@Suite(.serialized) struct GnuTLSPeers {
    private func serve(_ pki: CommandLinePKI, _ version: String, _ body: (Int) throws -> Void) throws {
        let port = try LoopbackPort.free()
        let program = try Program(
            "gnutls-serv",
            [
                "--http", "--quiet", "--port", "\(port)", "--x509certfile", pki.serverChain, "--x509keyfile",
                pki.serverKey, "--x509cafile", pki.clientCA, "--require-client-cert", "--priority",
                "NORMAL:-VERS-ALL:+VERS-TLS\(version)",
            ]
        )
        try Waiting.until("gnutls-serv on port \(port)") {
            guard program.isRunning else { throw PeerFailure(description: "gnutls-serv: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
        try body(port)
        program.stop()
    }

    @Test(arguments: ["1.2", "1.3"]) func demandedAndGivenOrNot(_ version: String) throws {
        let pki = try CommandLinePKI()
        try serve(pki, version) { port in
            let options = [
                "https://api.example.test/", "--connect-to", "127.0.0.1:\(port)", "--anchors", pki.root,
            ]
            let (status, given) = try FiredDocument.fire(
                options + ["--identity", pki.alice, "--identity-password-file", pki.passPhraseFile]
            )
            #expect(status == 0)
            #expect(given.status == 200)
            #expect(given.connection?.version == version)
            #expect(given.challenges.map(\.facts.method) == ["serverTrust", "clientCertificate"])
            #expect(given.challenges.last?.facts.asked?.issuers.map(\.text) == ["CN=Test Client CA"])

            let (refused, without) = try FiredDocument.fire(options)
            #expect(refused == 4)
            #expect(without.code == "client.none")
            #expect(without.outcome?.refusal == "serverRefusedIdentity")
        }
    }
}
