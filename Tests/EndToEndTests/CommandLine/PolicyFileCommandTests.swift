import Foundation
import TestSupport
import Testing

/// Policies from files and App Transport Security, as the shell sees them, against the embedded lab.
@Suite struct PolicyFileCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func fire(_ arguments: String...) throws -> (status: Int32, exchange: [String: Any]) {
        let result = try Countersign.run(["fire"] + arguments + ["--json", "--no-log"], home: home)
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let exchange = (document?["exchanges"] as? [[String: Any]])?.first ?? document ?? [:]
        return (result.status, exchange)
    }

    /// An Info.plist with an entry for one host.
    private func infoPlist(_ host: String, _ keys: String) throws -> String {
        try home.write(
            "Info.plist",
            text: """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
                <key>\(host)</key><dict>\(keys)</dict></dict></dict></dict></plist>
                """
        )
    }

    @Test func anUntrustedChainIsRefusedBeforeAnyChallenge() throws {
        let before = try fire("self-signed", "--policy", "any", "--ats")
        #expect(before.status == 1)
        #expect(before.exchange["code"] as? String == "ats.before-challenge")
        #expect((before.exchange["challenges"] as? [Any])?.isEmpty == true)
        let unasked = try #require((before.exchange["notRaised"] as? [[String: Any]])?.first)
        #expect(unasked["reason"] as? String == "refusedBefore")
        #expect((unasked["sentence"] as? String)?.contains("would have said use") == true)
        let shown = try #require(unasked["unasked"] as? [String: Any])
        #expect((shown["challenge"] as? [String: Any])?["chain"] as? [String] != [])
        let outcome = try #require(before.exchange["outcome"] as? [String: Any])
        #expect((outcome["clientError"] as? [String: Any])?["code"] as? Int == -1200)
        #expect((before.exchange["certificates"] as? [Any])?.isEmpty != true || shown["decision"] != nil)

        let after = try fire("self-signed", "--policy", "any", "--ats", "--ats-order", "after")
        #expect(after.status == 1)
        #expect(after.exchange["code"] as? String == "ats.after-use")
        #expect((after.exchange["challenges"] as? [Any])?.count == 1)

        let off = try fire("self-signed", "--policy", "any", "--no-ats")
        #expect(off.status == 0)
    }

    @Test func anInfoPlistsExceptionLetsTheAppBeAsked() throws {
        let open = try infoPlist(
            "self-signed.lab.test",
            "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"
        )
        #expect(try fire("self-signed", "--policy", "any", "--info-plist", open).status == 0)
        let other = try infoPlist("other.test", "<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>")
        let shut = try fire("self-signed", "--policy", "any", "--info-plist", other)
        #expect(shut.exchange["code"] as? String == "ats.before-challenge")
        let strict = try infoPlist(
            "good.lab.test",
            "<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>"
        )
        #expect(try fire("good", "--info-plist", strict).status == 0)
        let low = try fire("good", "--info-plist", strict, "--max-tls", "1.2")
        #expect(low.status == 1 && low.exchange["code"] as? String == "ats.min-tls")
    }

    @Test func policyFilesDecide() throws {
        let own = try home.write("mine.json5", text: "{ preset: 'F2c', policy: { validatesDomainName: true } }")
        #expect(try fire("wrong-host", "--policy", own).status == 1)
        #expect(try fire("good", "--policy", own).status == 0)
        let kit = try home.write("kit.json", text: "{TSKPinnedDomains: {'other.test': {TSKPublicKeyHashes: []}}}")
        #expect(try fire("good", "--policy", kit).status != 0)
        let android = try home.write(
            "network_security_config.xml",
            text: "<network-security-config><base-config><trust-anchors><certificates src=\"user\"/></trust-anchors>"
                + "</base-config></network-security-config>"
        )
        #expect(try fire("good", "--policy", android).status == 1)
        // A saved policy is known by its name.
        try home.write("config/countersign/policies/ours.json5", text: "{ policy: { kind: 'acceptAny' } }")
        #expect(try fire("expired", "--policy", "ours").status == 0)
    }

    @Test(arguments: [
        ("{ rulez: 1 }", "config.key"), ("{ rules: ", "config.syntax"), ("{ preset: 'x' }", "config.key"),
    ])
    func faultsInFilesAreBadInput(text: String, code: String) throws {
        let file = try home.write("bad.json5", text: text)
        let result = try fire("good", "--policy", file)
        #expect(result.status == 2)
        #expect(result.exchange["code"] as? String == code)
    }

    @Test func optionsThatExcludeEachOther() throws {
        let plist = try infoPlist("a.test", "")
        for arguments in [["--info-plist", plist, "--no-ats"], ["--ats-order", "after", "--no-ats"]] {
            let result = try Countersign.run(["fire", "good", "--json", "--no-log"] + arguments, home: home)
            #expect(result.status == 2 && result.output.contains("option.conflict"))
        }
        let missing = try fire("good", "--policy", "./none.json5")
        #expect(missing.status == 2 && missing.exchange["code"] as? String == "file.missing")
    }

    @Test func theSixteenConfigurations() throws {
        func rows(_ target: String) throws -> (Int32, [[String: Any]]) {
            let result = try Countersign.run(["ats", target, "--json", "--no-log"], home: home)
            let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            return (result.status, try #require(document?["configurations"] as? [[String: Any]]))
        }
        let (status, good) = try rows("good")
        #expect(status == 0 && good.count == 16)
        #expect(good.allSatisfy { $0["passed"] as? Bool == true }, "\(good)")
        let names = good.map { $0["name"] as? String ?? "" }
        #expect(names.prefix(4) == ["default", "allow arbitrary loads", "TLS 1.3", "TLS 1.2"])

        let (old, rowsOfOld) = try rows("https://tls-1.0.lab.test/")
        #expect(old != 0)
        let passing = rowsOfOld.filter { $0["passed"] as? Bool == true }.compactMap { $0["number"] as? Int }
        #expect(passing == [2, 6, 12, 16])

        let (noSecrecy, rowsOfNoSecrecy) = try rows("static-rsa")
        #expect(noSecrecy == 1)
        #expect(rowsOfNoSecrecy.first?["code"] as? String == "ats.forward-secrecy")
        #expect(
            rowsOfNoSecrecy.filter { $0["passed"] as? Bool == true }.compactMap { $0["number"] as? Int }
                == [2, 7, 8, 10, 11, 12, 14, 15, 16]
        )

        let (refused, rowsOfRefused) = try rows("expired")
        #expect(refused == 1)
        #expect(rowsOfRefused.allSatisfy { $0["code"] as? String == "date.expired" })
        let text = try Countersign.run(["ats", "good", "--no-log"], home: home)
        #expect(text.output.contains("It passes without any exception."))
        #expect(text.output.split(separator: "\n").filter { $0.contains("PASS") }.count == 16)
    }

    @Test func anOfflineVerdictThatTransportSecurityOverrules() throws {
        _ = try fire("good")
        let chain = home.file("data/countersign/bundle/server.cer")
        let plain = try Countersign.run(["evaluate", "--chain", chain, "--policy", "any"], home: home)
        #expect(plain.status == 0, "\(plain.output)")
        let overruled = try Countersign.run(["evaluate", "--chain", chain, "--policy", "any", "--ats"], home: home)
        #expect(overruled.status == 1)
        #expect(overruled.output.contains("overruled") && overruled.output.contains("ats.before-challenge"))
    }
}
