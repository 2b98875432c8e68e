import Foundation
import TestSupport
import Testing

/// The product against HAProxy: a certificate not asked for, optional and demanded.
@Suite(.serialized) struct HAProxyPeers {
    private func serve(_ pki: CommandLinePKI, verify: String, _ body: (Int) throws -> Void) throws {
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.free()
        let parts = try [pki.serverChain, pki.serverKey].map { try String(contentsOfFile: $0, encoding: .utf8) }
        try folder.write("server.pem", text: parts.joined())
        try folder.write(
            "haproxy.cfg",
            text: """
                global
                  maxconn 64
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 10s
                  timeout server 10s
                frontend tls
                  bind 127.0.0.1:\(port) ssl crt \(folder.path)/server.pem ca-file \(pki.clientCA) verify \(verify)
                  http-request return status 200 content-type text/plain lf-string "client=%[ssl_c_s_dn(cn)]"

                """
        )
        let program = try Program("haproxy", ["-f", folder.file("haproxy.cfg"), "-db"])
        try Waiting.until("haproxy on port \(port)") {
            guard program.isRunning else { throw PeerFailure(description: "haproxy: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
        try body(port)
        program.stop()
    }

    private func options(_ port: Int, _ pki: CommandLinePKI, _ version: String) -> [String] {
        [
            "https://api.example.test/", "--connect-to", "127.0.0.1:\(port)", "--anchors", pki.root, "--min-tls",
            version, "--max-tls", version,
        ]
    }

    @Test(arguments: ["1.2", "1.3"]) func theServerChooses(_ version: String) throws {
        let pki = try CommandLinePKI()
        let alice = ["--identity", pki.alice, "--identity-password-file", pki.passPhraseFile]
        try serve(pki, verify: "none") { port in
            let (status, exchange) = try FiredDocument.fire(options(port, pki, version) + alice)
            #expect(status == 0)
            #expect(exchange.challenges.map(\.facts.method) == ["serverTrust"])
            #expect(exchange.outcome?.bodyText == "client=")
        }
        try serve(pki, verify: "optional") { port in
            let (status, exchange) = try FiredDocument.fire(options(port, pki, version))
            #expect(status == 0)
            #expect(exchange.answers.last == "clientCertificate performDefaultHandling")
            #expect(exchange.outcome?.bodyText == "client=")
        }
        try serve(pki, verify: "required") { port in
            let (status, exchange) = try FiredDocument.fire(options(port, pki, version) + alice)
            #expect(status == 0)
            #expect(exchange.outcome?.bodyText == "client=alice")
            let (refused, without) = try FiredDocument.fire(options(port, pki, version))
            #expect(refused == 4)
            #expect(without.code == "client.none")
        }
    }
}
