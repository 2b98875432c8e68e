import Foundation
import TestSupport
import Testing

/// The inspector in a real terminal (tmux), against the lab and against real servers.
@Suite(.serialized) struct InspectorPeers {
    private func inspector(
        _ arguments: [String] = [],
        columns: Int = 80,
        rows: Int = 24,
        environment: [String: String] = [:]
    ) throws -> TmuxSession {
        try TmuxSession(
            columns: columns,
            rows: rows,
            home: TemporaryFolder(),
            environment: environment.merging(["LC_ALL": "C.UTF-8"]) { given, _ in given },
            [Countersign.path] + arguments
        )
    }

    @Test func opensOnTheLabFiresAndGivesTheTerminalBack() throws {
        let terminal = try inspector()
        try terminal.wait(for: "start here")
        try terminal.wait(for: "lab ready")
        try terminal.type("Enter")
        try terminal.wait(for: "default   200", "GET good.lab.test/", "server trust: you check the server")
        try terminal.type("q")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func holdsBothChallengesAndAnswersThemByHand() throws {
        let terminal = try inspector()
        try terminal.wait(for: "lab ready")
        try terminal.type("H")
        try terminal.wait(for: "hold ON")
        try terminal.type("i")
        try terminal.type(text: "mutual")
        try terminal.type("Enter")
        try terminal.wait(for: "press  a  to answer")
        // Enter accepts nothing.
        try terminal.type("a")
        try terminal.wait(for: "use credential")
        try terminal.type("Enter", "u")
        try terminal.wait(for: "use/HELD")
        try terminal.type("a")
        try terminal.wait(for: "send the chosen identity")
        try terminal.type("u")
        try terminal.wait(for: "use/use", "mutual.lab.test/", "200")
    }

    @Test func aFlippedSwitchIsObeyedByTheNextRequestAndSeenBesideTheOldOne() throws {
        let terminal = try inspector(["inspect", "expired"])
        try terminal.wait(for: "date: ended")
        try terminal.type("p")
        try terminal.wait(for: "choose a client")
        // The seventh of the list: every server accepted without evaluation.
        try terminal.type("Down", "Down", "Down", "Down", "Down", "Down")
        try terminal.type("Enter")
        try terminal.wait(for: "the client is any now")
        try terminal.wait(for: "never evaluated")
        try terminal.type("r")
        try terminal.wait(for: "let by: date", "date: ended", "200")
    }

    @Test func asksNginxWithAnIdentity() throws {
        let pki = try CommandLinePKI()
        let server = try NginxServer(pki, tls: "ssl_verify_client on; ssl_client_certificate \(pki.clientCA);")
        let terminal = try inspector(
            [
                "inspect", "https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors",
                pki.root,
                "--identity", pki.alice, "--identity-password-file", pki.passPhraseFile,
            ],
            columns: 160,
            rows: 50,
            environment: ["NO_COLOR": "1"]
        )
        try terminal.wait(for: "id alice", "200", "CHALLENGE 2")
        #expect(server.accessLog.contains("GET / HTTP"))
    }

    @Test func asksOpenSSLsServerWithoutAnIdentity() throws {
        let pki = try CommandLinePKI()
        let server = try OpenSSLServer(
            pki,
            ["-tls1_2", "-Verify", "1", "-verify_return_error", "-CAfile", pki.clientCA]
        )
        let terminal = try inspector([
            "inspect", "https://api.example.test/", "--connect-to", "127.0.0.1:\(server.port)", "--anchors", pki.root,
        ])
        try terminal.wait(for: "server wants an identity", "failed", "CHALLENGE 2  client certificate")
    }

    @Test func aTinyAndAGrowingTerminalIsNoTrouble() throws {
        let terminal = try inspector(columns: 20, rows: 5)
        try terminal.wait(for: "good")
        try terminal.resize(columns: 2, rows: 2)
        try terminal.resize(columns: 80, rows: 24)
        try terminal.wait(for: "SCENARIO")
    }

    @Test(arguments: ["dumb", "no-such-terminal"]) func anUnusableTerminalGetsLines(_ name: String) throws {
        let terminal = try inspector(environment: ["TERM": name])
        try terminal.wait(for: "Going on in lines, as with --plain")
        try terminal.type(text: "quit")
        try terminal.type("Enter")
        #expect(try terminal.waitForEnd() == 0)
    }
}
