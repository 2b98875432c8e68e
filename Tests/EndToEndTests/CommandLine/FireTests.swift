import Foundation
import TestSupport
import Testing

/// `countersign fire` against the embedded lab, as the shell sees it.
@Suite struct FireTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String..., environment: [String: String?] = [:]) throws -> Program.Result {
        try Countersign.run(arguments, home: home, environment: environment)
    }

    private func json(_ result: Program.Result) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(object as? [String: Any])
    }

    @Test(arguments: [
        ("good", 0, nil),
        ("good-rsa", 0, nil),
        ("https://good.lab.test/some/path?x=1", 0, nil),
        ("expired", 1, "date.expired"),
        ("not-yet-valid", 1, "date.not-yet-valid"),
        ("wrong-host", 1, "host.mismatch"),
        ("self-signed", 1, "chain.self-signed"),
        ("untrusted-root", 1, "chain.untrusted-root"),
        ("missing-intermediate", 1, "chain.missing-issuer"),
        ("mutual", 4, "client.none"),
        ("plain-http", 3, "wire.not-tls"),
        ("closes-early", 3, "wire.eof-in-handshake"),
        ("tls-1.0", 3, nil),
    ])
    func statusAndCode(target: String, status: Int32, code: String?) throws {
        let result = try run("fire", target, "--json", "--no-log")
        #expect(result.status == status, "\(result.errors)")
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.fire/1")
        if let code { #expect(document["code"] as? String == code) }
        if status == 0 { #expect(document["code"] == nil) }
    }

    @Test func theDocumentTellsTheWholeStory() throws {
        let result = try run("fire", "good", "--json", "--no-log")
        let exchanges = try #require(try json(result)["exchanges"] as? [[String: Any]])
        let exchange = try #require(exchanges.first)
        #expect(exchange["status"] as? Int == 200)
        let challenges = try #require(exchange["challenges"] as? [[String: Any]])
        #expect(challenges.count == 1)
        #expect(challenges.first?["disposition"] as? String == "performDefaultHandling")
        let decision = try #require(challenges.first?["decision"] as? [String: Any])
        let evaluation = try #require(decision["evaluation"] as? [String: Any])
        #expect(evaluation["verdict"] as? String == "accept")
        #expect(evaluation["trustResult"] as? String == "unspecified")
        let checks = try #require(evaluation["checks"] as? [[String: Any]])
        #expect(checks.contains { $0["id"] as? String == "host" && $0["result"] as? String == "pass" })
        #expect((exchange["handshake"] as? [Any])?.isEmpty == false)
        #expect((exchange["events"] as? [Any])?.isEmpty == false)
        let connection = try #require(exchange["connection"] as? [String: Any])
        #expect(connection["version"] as? String == "1.3")
    }

    @Test func theTextNamesChecksAnswerAndOutcome() throws {
        let result = try run("fire", "expired", "--no-log")
        #expect(result.status == 1)
        for text in ["date         FAIL", "host         ok", "[date.expired]", "we refused the server"] {
            #expect(result.output.contains(text), "\(text) is missing in \(result.output)")
        }
    }

    @Test func anIdentityMakesMutualSucceed() throws {
        _ = try run("fire", "good", "--no-log")
        let identity = home.file("data/countersign/bundle/client.p12")
        let right = try run(
            "fire",
            "mutual",
            "--json",
            "--no-log",
            "--identity",
            identity,
            environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "lab"]
        )
        #expect(right.status == 0, "\(right.output)")
        let wrong = try run(
            "fire",
            "mutual",
            "--json",
            "--no-log",
            "--identity",
            identity,
            environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "zq-secret"]
        )
        #expect(wrong.status == 2)
        #expect(try json(wrong)["code"] as? String == "p12.mac-mismatch")
        #expect(!wrong.output.contains("zq-secret") && !wrong.errors.contains("zq-secret"))
        let stranger = try run(
            "fire",
            "mutual",
            "--json",
            "--no-log",
            "--identity",
            home.file("data/countersign/bundle/other.p12"),
            environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "lab"]
        )
        #expect(stranger.status == 4)
        #expect(try json(stranger)["code"] as? String == "client.issuer-not-accepted")
    }

    @Test func severalRequestsEndWithTheWorst() throws {
        let result = try run("fire", "good", "expired", "mutual", "--json", "--no-log")
        #expect(result.status == 1)
        #expect(try json(result)["code"] as? String == "date.expired")
        #expect((try json(result)["exchanges"] as? [Any])?.count == 3)
    }

    @Test func flowsAndPoliciesDecide() throws {
        #expect(try run("fire", "wrong-host", "--flow", "F2c", "--no-log").status == 0)
        #expect(try run("fire", "wrong-host", "--flow", "F2cr", "--no-log").status == 1)
        #expect(try run("fire", "expired", "--policy", "any", "--no-log").status == 0)
        #expect(try run("fire", "mutual", "--flow", "F3", "--no-log").status == 0)
    }

    @Test func fixedAnswersWinOverThePolicy() throws {
        #expect(try run("fire", "expired", "--on-server-trust", "use", "--no-log").status == 0)
        #expect(try run("fire", "good", "--on-server-trust", "cancel", "--no-log").status == 1)
    }

    @Test(arguments: [
        (["fire"], "option.value"),
        (["fire", "good", "--nope"], "option.unknown"),
        (["fire", "goood"], "option.unknown"),
        (["fire", "nowhere.lab.test"], "option.unknown"),
        (["fire", "https://"], "url.malformed"),
        (["fire", "ftp://a.test/"], "url.malformed"),
        (["fire", "https://a.test:99999/"], "url.malformed"),
        (["fire", "good", "--flow", "F99"], "option.unknown"),
        (["fire", "good", "--policy", "sistem"], "option.unknown"),
        (["fire", "good", "--policy", "system", "--flow", "F1"], "option.conflict"),
        (["fire", "good", "--policy", "system", "--allow-invalid"], "option.conflict"),
        (["fire", "good", "--ats", "--no-ats"], "option.conflict"),
        (["fire", "good", "--min-tls", "1.3", "--max-tls", "1.2"], "option.conflict"),
        (["fire", "good", "--anchors", "/nonexistent/ca.pem"], "file.missing"),
        (["fire", "good", "--pin", "sha1//6nafxBfe2CT+Sb6tST+r6zUvgdM="], "pin.format"),
        (["fire", "good", "--at", "yesterday"], "option.value"),
        (["fire", "good", "-H", "no colon"], "option.value"),
        (["fire", "good", "-H", "bad name: x"], "request.header-name"),
        (["fire", "good", "-d", "@/nonexistent"], "file.missing"),
        (["fire", "good", "--log", "/"], "log.not-a-log"),
    ])
    func badInputIsSaid(arguments: [String], code: String) throws {
        let noLog = arguments.contains("--log") ? [] : ["--no-log"]
        let result = try Countersign.run(arguments + noLog + ["--json"], home: home)
        #expect(result.status == 2, "\(result.output)")
        #expect(try json(result)["code"] as? String == code, "\(result.output)")
        #expect(!result.errors.isEmpty || result.output.contains("reason"))
    }

    @Test func nobodyListens() throws {
        let port = try LoopbackPort.free()
        let result = try run("fire", "https://127.0.0.1:\(port)/", "--json", "--no-log")
        #expect(result.status == 3)
        #expect(try json(result)["code"] as? String == "wire.refused")
    }

    @Test func withoutATerminalHoldIsRefusedAtOnce() throws {
        // A session of its own has no controlling terminal, wherever the tests are started from.
        let result = try Program.run(
            "setsid",
            ["--wait", Countersign.path, "fire", "good", "--hold", "--no-log", "--json"],
            environment: Countersign.environment(home: home)
        )
        #expect(result.status == 2)
        #expect(try json(result)["code"] as? String == "terminal.unusable")
    }

    @Test func aClosedStandardOutputEndsQuietly() throws {
        let result = try Program.run(
            "/bin/sh",
            ["-c", "\"$0\" fire good --no-log | true", Countersign.path],
            environment: Countersign.environment(home: home)
        )
        #expect(result.errors.isEmpty)
    }
}
