import Foundation
import TestSupport
import Testing

/// The product through real proxies: Apache, plain and behind TLS, and tinyproxy.
@Suite(.serialized) struct ProxyPeers {
    private func options(_ server: ApacheServer, _ pki: CommandLinePKI, proxy: String) -> [String] {
        [
            "https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root,
            "--proxy", proxy,
        ]
    }

    @Test func apacheGivesATunnel() throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki)
        let (status, exchange) = try FiredDocument.fire(
            options(server, pki, proxy: "http://127.0.0.1:\(server.proxyPort)")
        )
        #expect(status == 0)
        #expect(exchange.status == 200)
        #expect(exchange.challenges.map(\.facts.isProxy) == [false])
    }

    @Test func apacheBehindTLSIsJudgedByItselfAndWantsAPassword() throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki)
        let proxy = "https://127.0.0.1:\(server.secureProxyPort)"
        // Its certificate is for another name.
        let (refused, wrongName) = try FiredDocument.fire(options(server, pki, proxy: proxy))
        #expect(refused == 1)
        #expect(wrongName.code == "host.mismatch")
        #expect(wrongName.reason.hasPrefix("At the proxy \(proxy): "))
        #expect(wrongName.challenges.map(\.facts.isProxy) == [true])
    }

    @Test func tinyproxyWantsAPassword() throws {
        let pki = try CommandLinePKI()
        let server = try ApacheServer(pki)
        let folder = try TemporaryFolder()
        let port = try LoopbackPort.free()
        try folder.write(
            "tinyproxy.conf",
            text: "Port \(port)\nListen 127.0.0.1\nTimeout 20\nMaxClients 20\nBasicAuth alice secret\n"
        )
        let program = try Program("tinyproxy", ["-d", "-c", folder.file("tinyproxy.conf")])
        try Waiting.until("tinyproxy on port \(port)") {
            guard program.isRunning else { throw PeerFailure(description: "tinyproxy: \(program.errorsSoFar)") }
            return LoopbackPort.answers(port)
        }
        let through = options(server, pki, proxy: "127.0.0.1:\(port)")
        let (status, exchange) = try FiredDocument.fire(through)
        let (accepted, given) = try FiredDocument.fire(
            through + ["--proxy-user", "alice", "--proxy-password-file", pki.passPhraseFile]
        )
        program.stop()
        #expect(accepted == 0)
        #expect(given.status == 200)
        #expect(given.challenges.map(\.facts.method) == ["httpBasic", "serverTrust"])
        #expect(given.challenges.map(\.facts.isProxy) == [true, false])
        #expect(status == 3)
        #expect(exchange.code == "proxy.tunnel-refused")
        #expect(exchange.reason.contains("407"))
        #expect(exchange.reason.contains("Basic realm=\"Tinyproxy\""))
        #expect(!exchange.challenges.contains { $0.facts.method == "serverTrust" })
    }
}
