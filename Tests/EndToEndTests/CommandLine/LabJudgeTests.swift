import Foundation
import TestSupport
import Testing

/// `lab --judge` with ourselves as the client, and what is wrong with its words.
@Suite struct LabJudgeTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func judge(_ options: [String], _ command: [String]) throws -> Program.Result {
        try Countersign.run(["lab", "--port", "0", "--judge"] + options + ["--"] + command, home: home)
    }

    private func fire(_ more: String...) -> [String] {
        [Countersign.path, "fire", "{url}", "--anchors", "{root}", "--no-log"] + more
    }

    private static let some = ["good", "expired", "wrong-host", "self-signed", "mutual", "name-only", "trickles"]
        .flatMap { ["--only", $0] }

    @Test func aSoundClientIsRightEverywhere() throws {
        let result = try judge(Self.some + ["--json"], fire())
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(object?["schema"] as? String == "countersign.judgement/1")
        #expect(object?["badServersMet"] as? Int == 3 && object?["goodServersMet"] as? Int == 1)
        let outcomes = object?["outcomes"] as? [[String: Any]] ?? []
        let verdicts = Dictionary(
            uniqueKeysWithValues: outcomes.map { ($0["scenario"] as? String, $0["verdict"] as? String) }
        )
        #expect(
            verdicts == [
                "good": "right", "expired": "right", "wrong-host": "right", "self-signed": "right", "mutual": "either",
                "name-only": "notAsked", "trickles": "notAsked",
            ]
        )
        let encounter = outcomes.first { $0["scenario"] as? String == "expired" }?["encounter"] as? [String: Any]
        #expect((encounter?["alert"] as? [String: Any])?["number"] as? Int == 45)
    }

    @Test func aClientThatTakesEverythingIsVulnerable() throws {
        let result = try judge(Self.some, fire("--on-server-trust", "use"))
        #expect(result.status == 1)
        #expect(result.output.contains("! expired"))
        #expect(result.output.contains("VULNERABLE: accepted a bad server"))
        #expect(result.output.contains("accepted 3 of 3 bad servers, refused 0 of 1 good ones."))
    }

    @Test func aClientThatRefusesAGoodServerIsWrong() throws {
        let result = try judge(["--only", "good", "--only", "expired"], fire("--on-server-trust", "cancel"))
        #expect(result.status == 1)
        #expect(result.output.contains("! good"))
        #expect(result.output.contains("accepted 0 of 1 bad servers, refused 1 of 1 good ones."))
    }

    @Test func theIdentityThatItSentIsTold() throws {
        let result = try judge(["--only", "mutual"], fire("--identity", "{identity}"))
        #expect(result.status == 0)
        #expect(result.output.contains("sent the certificate CN=alice, O=Lab (X509_V_OK)"))
    }

    @Test func theReportIsAPageOfMarkdown() throws {
        let result = try judge(["--only", "expired", "--markdown"], fire("--on-server-trust", "use"))
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("# Clients at the lab\n"))
        #expect(result.output.contains("It accepted 1 of 1 bad servers."))
        #expect(result.output.contains("`date.expired`") && result.output.contains("Check the dates"))
        #expect(
            result.output.contains("| Severity | Accepted | Code | Proof | What closes it | Before | After | See |")
        )
        #expect(
            result.output.contains("| refuses: date, before it sends a request (advice, not a second run) | CWE-298 |")
        )
    }

    /// A finding with its proof, what the client gave away, what closes it, before and after: as text and as JSON.
    @Test func aFindingTellsWhatWasRevealed() throws {
        let command = fire(
            "--on-server-trust",
            "use",
            "-H",
            "Authorization: Bearer very-secret",
            "-H",
            "Cookie: a=very-secret"
        )
        let text = try judge(["--only", "self-signed", "--only", "expired"], command).output
        let findings = try #require(text.components(separatedBy: "findings\n").last)
        #expect(findings.hasPrefix("  critical  self-signed"))
        for words in [
            "medium    expired", "chain.self-signed, CWE-295", "revealed     a Bearer token, Cookie",
            "closed by    Check the dates of every certificate of the chain.",
            "after        refuses: date, before it sends a request",
        ] { #expect(findings.contains(words), "\(findings)") }
        #expect(!text.contains("very-secret"))

        let output = try judge(["--only", "expired", "--json"], command).output
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let finding = try #require((object?["findings"] as? [[String: Any]])?.first)
        let after = "refuses: date, before it sends a request (advice, not a second run)"
        #expect(finding["after"] as? String == after)
        #expect(finding["severity"] as? String == "medium" && finding["code"] as? String == "date.expired")
        #expect(finding["revealed"] as? [String] == ["a Bearer token", "Cookie"])
        #expect((finding["connection"] as? Int ?? 0) > 0)
        #expect((finding["before"] as? String)?.hasPrefix("talked: GET / -> 200") == true)
        #expect(!output.contains("\"very-secret"))
    }

    /// A name that means harm is a name in every form: no cell, link, mark-up, line or direction of its own.
    @Test func aHostileNameIsJustAName() throws {
        let agent = "x|y `z` <b>[l](http://e.test)</b> @m \u{202E}evil"
        let command = fire("--on-server-trust", "use", "-H", "User-Agent: \(agent)")
        let environment = ["LC_ALL": "C.UTF-8"]
        let clean = "x|y `z` <b>[l](http://e.test)</b> @m \\u{202e}evil"
        func output(_ form: String...) throws -> String {
            try Countersign.run(
                ["lab", "--port", "0", "--only", "expired"] + form + ["--judge", "--"] + command,
                home: home,
                environment: environment
            ).output
        }
        #expect(try output().contains("\n\(clean) (TLS fingerprint "))
        let markdown = try output("--markdown")
        #expect(markdown.contains("\n## ``\(clean.replacing("|", with: "\\|"))``\n"), "\(markdown)")
        for line in markdown.split(separator: "\n") where line.hasPrefix("|") {
            #expect(line.hasSuffix("|") && !line.contains("evil"))
        }
        let json = try output("--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect((object?["clients"] as? [[String: Any]])?.first?["userAgent"] as? String == clean)
    }

    /// The command gets the name as it goes over the wire, people see it as they write it.
    @Test func anInternationalNameIsShownAsWritten() throws {
        let command = [
            Countersign.path, "fire", "https://{host}/", "--connect-to", "127.0.0.1:{port}", "--anchors", "{root}",
            "--no-log",
        ]
        let result = try Countersign.run(
            ["lab", "--port", "0", "--only", "idn", "--judge", "--"] + command,
            home: home,
            environment: ["LC_ALL": "C.UTF-8"]
        )
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("idn (b\u{fc}cher.idn.lab.test)"), "\(result.output)")
        let json = try Countersign.run(
            ["lab", "--port", "0", "--only", "idn", "--judge", "--json", "--"] + command,
            home: home
        ).output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let outcome = try #require((object?["outcomes"] as? [[String: Any]])?.first)
        #expect(outcome["host"] as? String == "b\u{fc}cher.idn.lab.test")
        #expect((outcome["url"] as? String)?.hasPrefix("https://xn--bcher-kva.idn.lab.test:") == true)
    }

    @Test(
        arguments: [
            ([], "accepted 1 of 1 bad servers"), (["--markdown"], "It accepted 1 of 1 bad servers."),
            (["--json"], "countersign.client/1"),
        ] as [([String], String)]
    )
    func aLabEndsWithAReportOnEachClient(_ options: [String], _ words: String) throws {
        let first = try LoopbackPort.free()
        let lab = try Program(
            Countersign.path,
            ["lab", "--port", "\(first)", "--only", "expired"] + options,
            environment: Countersign.environment(home: home)
        )
        // `expired` is one port behind the first.
        try Waiting.until("the lab") { LoopbackPort.answers(first + 1) }
        let fired = try Countersign.run(
            ["fire", "https://localhost:\(first + 1)/", "--on-server-trust", "use", "--no-log"],
            home: home
        )
        #expect(fired.status == 0, "\(fired.output)")
        lab.signal(SIGINT)
        let result = lab.finish()
        #expect(result.status == 130)
        #expect(result.output.contains(words), "\(result.output)")
    }

    @Test func theEnvironmentHoldsTheSame() throws {
        let script =
            "echo \"$COUNTERSIGN_SCENARIO $COUNTERSIGN_URL $COUNTERSIGN_ROOT {scenario} {url} {root}\" >> \(home.file("seen"))"
        let result = try judge(["--only", "good"], ["sh", "-c", script])
        #expect(result.status == 3)
        #expect(result.errors.contains("never came to good"))
        let words = try String(contentsOfFile: home.file("seen"), encoding: .utf8).split(separator: " ").map(
            String.init
        )
        #expect(words.count == 6)
        #expect(words[0] == "good" && words[0] == words[3] && words[1] == words[4])
        #expect(words[1].hasPrefix("https://localhost:"))
        #expect(try String(contentsOfFile: words[2], encoding: .utf8).contains("BEGIN CERTIFICATE"))
    }

    @Test func aCommandThatDoesNotEndIsEndedWithWhatItStarted() throws {
        let result = try judge(
            ["--only", "good", "--timeout", "1"],
            ["sh", "-c", "trap '' TERM; sleep 60 & echo $! > \(home.file("pid")); wait; sleep 60"]
        )
        #expect(result.status == 3)
        #expect(result.output.contains("its time was up"))
        let text = try String(contentsOfFile: home.file("pid"), encoding: .utf8).split(separator: "\n").first
        let pid = try #require(text.flatMap { Int32($0) })
        try Waiting.until("the end of what it started") { kill(pid, 0) != 0 }
    }

    /// Whatever a command does to itself: the table tells it, and nothing of it is left.
    @Test(
        arguments: [
            (["sh", "-c", "kill -SEGV $$"], 3, "not judged; it ended by signal 11"),
            (["sh", "-c", "exit 7"], 3, "not judged; it ended with status 7"),
            (
                ["sh", "-c", "head -c 100000000 /dev/zero; head -c 1000000 /dev/urandom >&2"], 3,
                "it ended with status 0"
            ),
            (["sh", "-c", "sleep 300 & exit 0"], 3, "it ended with status 0"),
            (["setsid", "-f", "sleep", "300"], 3, "it ended with status 0"),
        ] as [([String], Int32, String)]
    )
    func anOddCommandIsTold(_ command: [String], _ status: Int32, _ words: String) throws {
        let mark = "\(getpid())-\(UInt32.random(in: .min ... .max))"
        let result = try Countersign.run(
            ["lab", "--port", "0", "--only", "good", "--timeout", "2", "--judge", "--"] + command,
            home: home,
            environment: ["ODD_COMMAND": mark]
        )
        #expect(result.status == status)
        #expect(result.output.contains("never came to the lab"), "\(result.output)")
        #expect(result.output.contains(words), "\(result.output)")
        #expect(result.output.contains("The command never came to the lab: nothing is judged."))
        try Waiting.until("the end of what it started") { running(with: mark).isEmpty }
    }

    /// A client in the background, even one that has left its group and its terminal, is waited for, judged and ended.
    @Test func aClientInTheBackgroundIsJudgedToo() throws {
        let mark = "\(getpid())-\(UInt32.random(in: .min ... .max))"
        let client = fire("--on-server-trust", "use").joined(separator: " ")
        let result = try Countersign.run(
            ["lab", "--port", "0", "--only", "expired", "--judge", "--"]
                + ["setsid", "-f", "sh", "-c", "sleep 0.3; \(client); exec sleep 300"],
            home: home,
            environment: ["ODD_COMMAND": mark]
        )
        #expect(result.status == 1)
        #expect(result.output.contains("accepted 1 of 1 bad servers"), "\(result.output)")
        try Waiting.until("the end of what it started") { running(with: mark).isEmpty }
    }

    @Test func anInterruptedJudgeLeavesNothingBehind() throws {
        let mark = "\(getpid())-\(UInt32.random(in: .min ... .max))"
        let judge = try Program(
            Countersign.path,
            ["lab", "--port", "0", "--only", "good", "--timeout", "300", "--judge", "--"]
                + ["sh", "-c", "setsid -f sleep 300; touch \(home.file("up")); sleep 300"],
            environment: Countersign.environment(home: home).merging(["ODD_COMMAND": mark]) { $1 }
        )
        try Waiting.until("the command") { FileManager.default.fileExists(atPath: home.file("up")) }
        judge.signal(SIGINT)
        #expect(judge.finish().status == 130)
        try Waiting.until("the end of what it started") { running(with: mark).isEmpty }
    }

    /// What runs with a mark in its environment.
    private func running(with mark: String) -> [Int32] {
        let wanted = Array("ODD_COMMAND=\(mark)\0".utf8)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { Int32($0) }.filter { identifier in
            FileManager.default.contents(atPath: "/proc/\(identifier)/environ")?.firstRange(of: wanted) != nil
        }
    }

    @Test func aProgramThatIsNone() throws {
        let plain = try home.write("plain", text: "echo hi\n")
        let broken = try home.write("broken", text: "no program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: broken)
        for (path, words) in [
            (plain, "Permission denied"), (home.path, "Permission denied"), (broken, "Exec format error"),
            ("no-such-program", "No such file"),
        ] {
            let result = try judge(["--only", "good"], [path])
            #expect(result.status == 2 && result.output.isEmpty, "\(result.output)")
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test(arguments: [
        (["--judge"], "command"), (["--judge", "--", "/no/such/program"], "cannot be run"), (["curl"], "options only"),
        (["--judge", "--list", "--", "true"], "drop one"),
        (["--judge", "--json", "--markdown", "--", "true"], "drop one"),
        (["--judge", "--timeout", "0", "--", "true"], "1 to 3600"), (["--listen", "0.0.0.0"], "no client can name it"),
        (["--listen", "nonsense"], "no IP address"), (["--name", "b\u{fc}cher"], "ASCII"),
    ])
    func whatIsWrongIsSaid(_ options: [String], _ words: String) throws {
        let result = try Countersign.run(["lab", "--port", "0", "--only", "good"] + options, home: home)
        #expect(result.status == 2)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
