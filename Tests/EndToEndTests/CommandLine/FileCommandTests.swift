import Foundation
import TestSupport
import Testing

/// `certificate`, `identity` and `evaluate` on the files that the lab makes.
@Suite struct FileCommandTests {
    private let home: TemporaryFolder
    private let bundle: String

    init() throws {
        home = try TemporaryFolder()
        bundle = home.file("data/countersign/bundle")
        // The lab fills the bundle at its first start.
        let result = try Countersign.run(["fire", "good", "--no-log"], home: home)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func run(_ arguments: String..., environment: [String: String?] = [:]) throws -> Program.Result {
        try Countersign.run(arguments, home: home, environment: environment)
    }

    private func json(_ result: Program.Result) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(object as? [String: Any])
    }

    @Test func certificatesOfEitherFormat() throws {
        let result = try run("certificate", bundle + "/lab-ca.cer", bundle + "/lab-root.pem", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let document = try json(result)
        #expect(document["schema"] as? String == "countersign.files/1")
        #expect(document["code"] == nil)
        let files = try #require(document["files"] as? [[String: Any]])
        #expect(files.map { $0["format"] as? String } == ["der", "pem"])
        let hashes = files.map { (($0["certificates"] as? [[String: Any]])?.first)?["sha256"] as? String }
        #expect(hashes[0] != nil)
        #expect(hashes[0] == hashes[1])
    }

    @Test func whatIsNoCertificateIsSaid() throws {
        let path = try home.write("page.cer", text: "<!DOCTYPE html><html><body>404</body></html>")
        let result = try run("certificate", path, "--json")
        #expect(result.status == 2)
        #expect(try json(result)["code"] as? String == "file.is-html")
        #expect(try run("certificate", home.file("none.pem")).status == 2)
        #expect(try run("certificate").status == 2)
    }

    @Test func identitiesWantTheirPassPhrase() throws {
        let path = bundle + "/client.p12"
        let right = try run("identity", path, "--json", environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "lab"])
        #expect(right.status == 0, "\(right.output)")
        let files = try #require(try json(right)["files"] as? [[String: Any]])
        #expect((files.first?["identities"] as? [Any])?.count == 1)
        #expect(!right.output.contains("PRIVATE KEY"))

        let wrong = try run("identity", path, "--json", environment: ["COUNTERSIGN_IDENTITY_PASSWORD": "no"])
        #expect(wrong.status == 2)
        #expect(try json(wrong)["code"] as? String == "p12.mac-mismatch")

        // Without a terminal nobody is asked, and nothing hangs.
        let none = try run("identity", path, "--json", environment: ["COUNTERSIGN_IDENTITY_PASSWORD": nil])
        #expect(none.status == 2)

        let file = try home.write("pass phrase", text: "lab\n")
        #expect(try run("identity", path, "--identity-password-file", file).status == 0)
        #expect(try run("identity", path, "--identity-password-file", home.file("none")).status == 2)
    }

    @Test func aChainIsJudgedOffline() throws {
        let root = home.file("data/countersign/lab/lab-root.pem")
        let chain = bundle + "/server.cer"
        let refused = try run("evaluate", "--chain", chain, "--host", "good.lab.test", "--anchors", root, "--json")
        // The leaf alone: its issuer is neither sent nor an anchor.
        #expect(refused.status == 1)
        let document = try json(refused)
        #expect(document["schema"] as? String == "countersign.evaluation/1")
        #expect(document["verdict"] as? String == "refuse")
        #expect(document["code"] as? String == "chain.missing-issuer")
        #expect((document["policy"] as? [String: Any])?["kind"] as? String == "system")

        let anchored = ["evaluate", "--chain", chain, "--anchors", chain, "--anchors-only"]
        let accepted = try Countersign.run(anchored + ["--host", "good.lab.test", "--json"], home: home)
        #expect(accepted.status == 0, "\(accepted.output)")
        #expect(try json(accepted)["verdict"] as? String == "accept")
        #expect(try Countersign.run(anchored + ["--host", "other.test"], home: home).status == 1)
        #expect(try Countersign.run(anchored + ["--host", ""], home: home).status == 1)
        let late = try Countersign.run(
            anchored + ["--host", "good.lab.test", "--at", "2099-01-01T00:00:00Z", "--json"],
            home: home
        )
        #expect(late.status == 1)
        #expect(try json(late)["code"] as? String == "date.expired")
    }

    @Test(arguments: [
        ["evaluate"], ["evaluate", "stray"], ["evaluate", "--chain", "/nonexistent"],
        ["evaluate", "--batch", "-", "--host", "a.test"], ["evaluate", "--batch", "file"],
    ])
    func evaluateSaysWhatIsMissing(arguments: [String]) throws {
        let result = try Countersign.run(arguments, home: home)
        #expect(result.status == 2)
        #expect(!result.errors.isEmpty)
        #expect(result.output.isEmpty)
    }

    @Test func aBatchKeepsTheOrderAndNamesBadLines() throws {
        let good =
            #"{"id":"N","chain":["none"],"host":"a.test","at":"2026-01-01T00:00:00Z","policy":{"kind":"system"}}"#
        var lines = (0..<200).map { good.replacingOccurrences(of: "\"N\"", with: "\"\($0)\"") }
        lines.insert("rubbish", at: 50)
        lines.insert(#"{"id":"half"}"#, at: 100)
        let result = try Countersign.run(
            ["evaluate", "--batch", "-"],
            home: home,
            input: lines.joined(separator: "\n")
        )
        #expect(result.status == 0)
        let results = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(results.count == 202)
        #expect(results[50]["error"] != nil)
        #expect(results[50]["id"] == nil)
        #expect(results[100]["id"] as? String == "half")
        #expect(results[100]["error"] != nil)
        let ids = results.compactMap { $0["id"] as? String }.filter { $0 != "half" }
        #expect(ids == (0..<200).map(String.init))
        #expect(results[0]["verdict"] as? String == "refuse")
        #expect(results[0]["code"] as? String == "chain.malformed")
    }
}
