import Foundation
import TestSupport
import Testing

/// `policy`, `flow`, `attack`, `matrix` and `evaluate --rotate`, as the shell sees them.
@Suite struct AttackCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> Program.Result { try Countersign.run(arguments, home: home) }

    private func json(_ result: Program.Result) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(object as? [String: Any])
    }

    private func list(_ value: Any?) throws -> [[String: Any]] { try #require(value as? [[String: Any]]) }

    @Test func aPolicyListsItsFindings() throws {
        let result = try run("policy", "any", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.policy/1")
        let policy = try #require(try list(document["policies"]).first)
        #expect(policy["worst"] as? String == "critical")
        let finding = try #require(try list(policy["findings"]).first)
        #expect(finding["id"] as? String == "trust.accepts-any")
        #expect(finding["cwe"] as? [Int] == [295])
        #expect((finding["attacks"] as? [String])?.first == "self-signed")
    }

    @Test(arguments: [
        (["policy", "system", "--fail-on", "medium"], 0), (["policy", "any", "--fail-on", "critical"], 1),
        (["flow", "F2c", "--fail-on", "critical"], 0), (["flow", "F2c", "--fail-on", "high"], 1),
        (["flow", "F7", "--fail-on", "info"], 1), (["policy", "none-such"], 2),
        (["policy", "any", "--fail-on", "x"], 2),
    ])
    func theStatusFollowsFailOn(arguments: [String], status: Int) throws {
        let result = try Countersign.run(arguments, home: home)
        #expect(Int(result.status) == status, "\(arguments) \(result.errors)")
    }

    @Test func aFlowShowsItsFindingsBesideTheRepairedForm() throws {
        let flows = try list(try json(try run("flow", "F2c", "--json"))["flows"])
        #expect(flows.map { $0["id"] as? String } == ["F2c", "F2cr"])
        let ids = try flows.map { try list($0["findings"]).compactMap { $0["id"] as? String } }
        #expect(ids[0].contains("trust.any-name-ca"))
        #expect(!ids[1].contains { $0.hasPrefix("trust.any-") })
        #expect(try run("flow", "F2c").output.contains("closed by    validatesDomainName ON"))
    }

    @Test func anAttackIsProvenAndClosed() throws {
        let result = try run("attack", "F2c", "--json", "--no-log")
        #expect(result.status == 0, "\(result.errors)")
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.attack/1")
        #expect(document["contradictions"] as? Int == 0)
        let attacks = try list(try list(document["clients"]).first?["attacks"])
        let cell = try #require(attacks.first { $0["id"] as? String == "same-ca-other-name" })
        #expect(cell["computed"] as? String == "through")
        let proof = try #require(cell["proof"] as? [String: Any])
        #expect(proof["isThrough"] as? Bool == true)
        #expect((proof["headerNames"] as? [String])?.contains("Authorization") == true)
        let closing = try #require(cell["closing"] as? [String: Any])
        #expect(closing["computed"] as? String == "stopped")
        #expect((closing["proof"] as? [String: Any])?["isThrough"] as? Bool == false)
        #expect(!result.output.contains("an-example-token"))
    }

    /// A finding with its proof, before and after its smallest closing change, in each form.
    @Test func aReportTellsBeforeAndAfter() throws {
        let json = try json(try run("attack", "F2c", "--json", "--no-log"))
        let findings = try list(try list(json["clients"]).first?["findings"])
        let finding = try #require(findings.first { $0["id"] as? String == "trust.any-name-ca" })
        let before = try #require(finding["before"] as? [String: Any])
        let after = try #require(finding["after"] as? [String: Any])
        #expect((before["proof"] as? [String: Any])?["isThrough"] as? Bool == true)
        #expect((after["proof"] as? [String: Any])?["isThrough"] as? Bool == false)
        #expect((before["proof"] as? [String: Any])?["request"] as? Int == finding["proof"] as? Int)
        #expect((after["text"] as? String)?.contains("; good: accept (request ") == true)

        let text = try run("attack", "F2c", "--no-log").output
        #expect(text.contains("gave       a Bearer token, Cookie"))
        #expect(text.contains("to         CN=colleague.test, issued by CN=Lab Intermediate, O=Lab"))
        #expect(text.contains("before       THROUGH (request "))
        let page = try run("attack", "F2c", "--markdown", "--no-log").output
        #expect(page.hasPrefix("# Attacks on clients of `good.lab.test`\n\n## `F2c`"))
        #expect(page.contains("| Severity | Finding | Proof | Closed by | Before | After | See |"))
        #expect(page.contains("### What it revealed") && page.contains("a Bearer token, Cookie"))
        #expect(!page.contains("an-example-token") && !text.contains("an-example-token"))
        let policy = try run("policy", "any", "--markdown").output
        #expect(policy.hasPrefix("# Client policies, computed against `good.lab.test`"))
        #expect(policy.contains("| critical | `trust.accepts-any`"))
        #expect(try run("matrix", "--computed", "--markdown", "--no-log").output.contains("| Presented | `system`"))
        #expect(try run("policy", "any", "--markdown", "--json").status == 2)
    }

    /// The app's client.p12 is the server's key store: who has the app is the server, and reads what the client sends.
    @Test func theSharedKeyLetsAnotherRead() throws {
        let json = try json(try run("attack", "F20", "--victim", "mutual-shared-key", "--json", "--no-log"))
        let client = try #require(try list(json["clients"]).first)
        let cell = try #require(try list(client["attacks"]).first { $0["id"] as? String == "server-key-from-app" })
        let proof = try #require(cell["proof"] as? [String: Any])
        #expect(cell["computed"] as? String == "through" && proof["isThrough"] as? Bool == true)
        #expect(proof["identity"] as? String == "CN=alice, O=Lab")
        #expect(proof["authorizationScheme"] as? String == "Bearer")
        let finding = try #require(try list(client["findings"]).first)
        #expect(finding["id"] as? String == "identity.is-server-key" && finding["severity"] as? String == "critical")
        #expect(finding["proof"] as? Int == proof["request"] as? Int)
    }

    @Test func transportSecurityHasAWordOfItsOwn() throws {
        let result = try run("attack", "any", "--ats", "--computed", "--json", "--no-log")
        let attacks = try list(try list(try json(result)["clients"]).first?["attacks"])
        #expect(attacks.first { $0["id"] as? String == "self-signed" }?["computed"] as? String == "ats")
    }

    @Test(arguments: [["--policy", "system", "--flow", "F4t"], ["system", "f4t"]])
    func aMatrixHoldsTheClientsThatAreNamed(_ named: [String]) throws {
        let result = try Countersign.run(["matrix"] + named + ["--computed", "--no-log"], home: home)
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("PRESENTED") == true)
        #expect(lines.first?.contains("system") == true && lines.first?.contains("F4t") == true)
        let row = try #require(lines.first { $0.hasPrefix("self-signed, same name") })
        #expect(row.split(separator: " ").suffix(2) == ["stopped", "THROUGH"])
    }

    @Test func aMatrixOfOneChain() throws {
        let result = try run("matrix", "wrong-host", "--json", "--no-log")
        #expect(result.status == 1, "\(result.errors)")
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.matrix-chain/1")
        #expect(document["host"] as? String == "wrong-host.lab.test")
        let verdicts = try list(document["clients"]).map { "\($0["client"] ?? "") \($0["verdict"] ?? "")" }
        #expect(verdicts == ["system refuse", "af-certificate refuse", "af-public-key refuse", "any accept"])

        let named = try json(try run("matrix", "wrong-host", "F7", "system", "--json", "--no-log"))
        #expect(try list(named["clients"]).map { $0["client"] as? String } == ["F7", "system"])
        #expect(try run("matrix", "wrong-host", "expired", "--no-log").status == 2)
    }

    @Test func aRecordedChallengeIsAChain() throws {
        let log = home.file("recorded.countersign")
        #expect(try run("fire", "self-signed", "--log", log).status == 1)
        let result = try run("matrix", "--challenge", "\(log):1", "--policy", "any", "--no-log")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("accept !"))
    }

    /// The lab's names have the lab's "public" root for their system's anchor, offline as over the wire.
    @Test func aChainOfTheLabIsJudgedAsItIsFired() throws {
        #expect(try run("fire", "good", "--no-log").status == 0)
        let names = ["server-good", "authority-intermediate", "authority-root-by-public"]
        let chain = try names.map { name in
            let text = try String(contentsOfFile: home.file("data/countersign/lab/pki/\(name).pem"), encoding: .utf8)
            let start = try #require(text.range(of: "-----BEGIN CERTIFICATE-----"))
            let end = try #require(text.range(of: "-----END CERTIFICATE-----\n"))
            return text[start.lowerBound..<end.upperBound]
        }
        let path = try home.write("chain.pem", text: chain.joined())
        let result = try run("evaluate", "--chain", path, "--host", "good.lab.test")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("anchors: lab \"public\" root"))
        #expect(try run("evaluate", "--chain", path, "--host", "good.example").status == 1)
        let rotated = try run("evaluate", "--chain", path, "--host", "good.lab.test", "--rotate", "--flow", "F2c")
        #expect(rotated.output.contains("holds on certificate 2, Lab CA"), "\(rotated.output)")
    }

    @Test func rotationTellsUntilWhenAPinHolds() throws {
        #expect(try run("fire", "good", "--no-log").status == 0)
        let chain = home.file("data/countersign/bundle/server.cer")
        let result = try run(
            "evaluate",
            "--chain",
            chain,
            "--host",
            "good.lab.test",
            "--anchors",
            chain,
            "--rotate",
            "--policy",
            "af-public-key",
            "--json"
        )
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.rotation/1", "\(result.errors)")
        let rotation = try #require(try list(document["clients"]).first?["rotation"] as? [String: Any])
        #expect(rotation["isAccepted"] as? Bool == true)
        let rows = try list(rotation["rows"])
        #expect(rows.map { $0["row"] as? String }.prefix(2) == ["good", "new-leaf-same-key"])
        #expect(rows.prefix(3).map { $0["isAccepted"] as? Bool } == [true, true, false])
    }
}
