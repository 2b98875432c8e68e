import Foundation
import TestSupport
import Testing

/// The stories of `--demo`, told to their ends by the real program in its running lab.
@Suite struct DemoStoryTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Plays a script in front of the choice of a story and gives the screens that it saved.
    private func play(_ script: String) throws -> [String: String] {
        try PlayedScript.screens(of: script, ["--demo"], home: home)
    }

    /// Each sentence comes with what it is about on the screen: the story waits for that itself.
    @Test func itLooksLikePinningAndAcceptsEverything() throws {
        let screens = try play(
            """
            wait which story?
            save-screen choice
            :demo 1 step<enter>
            wait its own anchor.
            <space>
            wait It looks like pinning.
            <space>
            wait is accepted, too.
            <space>
            wait never evaluated.
            save-screen chain
            <space>
            wait needs care.
            <space>
            wait is used, unseen.
            save-screen unseen
            <space>
            wait what its server received.
            <space>
            wait it read the token.
            save-screen token
            <space>
            wait The findings say it in words
            save-screen findings
            <space>
            wait The repaired flow evaluates
            save-screen end
            <space>
            wait the story is over
            """
        )
        let choice = try #require(screens["choice.txt"])
        for words in ["It looks like pinning", "a colleague reads your token", "Now your own app", "which story?"] {
            #expect(choice.contains(words), "\(choice)")
        }
        #expect(screens["chain.txt"]?.contains("WHATEVER THE CHAIN") == true, "\(screens["chain.txt"] ?? "")")
        #expect(screens["unseen.txt"]?.contains("the host is no dotted IPv4") == true)
        #expect(screens["token.txt"]?.contains("Authorization (Bearer)") == true, "\(screens["token.txt"] ?? "")")
        #expect(screens["token.txt"]?.contains("THROUGH p") == true)
        #expect(screens["findings.txt"]?.contains("some hosts are accepted unseen") == true)
        #expect(screens["findings.txt"]?.contains("proven by    no. ") == true, "\(screens["findings.txt"] ?? "")")
        let end = try #require(screens["end.txt"])
        #expect(end.contains("cancel    failed  GET self-signed"), "\(end)")
    }

    @Test func aColleagueReadsYourToken() throws {
        let screens = try play(
            """
            wait which story?
            :demo 2 step<enter>
            wait its own certificate.
            <space>
            wait it knows alice.
            save-screen mutual
            <space>
            wait It feels safe.
            <space>
            wait for another name.
            <space>
            wait read Authorization and Cookie.
            save-screen read
            <space>
            wait validatesDomainName ON.
            <space>
            wait by the server's own account.
            save-screen closed
            <space>
            wait the whole repair.
            save-screen end
            <space>
            wait the story is over
            """
        )
        #expect(screens["mutual.txt"]?.contains("trust ok, id alice") == true)
        let read = try #require(screens["read.txt"])
        #expect(read.contains("same private CA, other name   THROUGH p"), "\(read)")
        #expect(read.contains("Authorization (Bearer)"), "\(read)")
        let closed = try #require(screens["closed.txt"])
        #expect(closed.contains("same private CA, other name   stopped p"), "\(closed)")
        #expect(closed.contains("domain ON"))
        #expect(screens["end.txt"]?.contains("trust ok, id alice") == true)
    }

    /// Told by itself, at the pace of a test.
    @Test(arguments: ["1", "2"]) func itIsToldToItsEnd(_ story: String) throws {
        let screens = try play(
            "wait which story?\n:demo \(story) fast<enter>\nwait the story is over\nsave-screen end\n"
        )
        let words = story == "1" ? "cancel    failed  GET self-signed" : "trust ok, id alice"
        #expect(screens["end.txt"]?.contains(words) == true, "\(screens["end.txt"] ?? "")")
    }

    /// In lines: each sentence with what was typed, to the end of the story; then the line that follows counts.
    @Test func itIsToldInLines() throws {
        let result = try Countersign.run(
            ["inspect", "--plain", "--demo"],
            home: home,
            environment: ["LC_ALL": "C.UTF-8"],
            input: "demo 1 fast\nhelp\nquit\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("1. It looks like pinning") })
        let told = lines.filter { $0.hasPrefix("# ") }
        #expect(told.count == 10, "\(told)")
        #expect(told.first?.hasPrefix("# An app from an article") == true)
        #expect(told.last?.hasPrefix("# The repaired flow evaluates, and stops the same server.") == true)
        let end = try #require(lines.firstIndex { $0.contains("the story is over") }, "\(lines.suffix(30))")
        #expect(lines[end...].contains { $0.hasPrefix("== help") }, "\(lines[end...])")
    }

    /// Another line than an empty one stops a story and is a command as ever.
    @Test func anyLineStopsAStoryInLines() throws {
        let result = try Countersign.run(
            ["inspect", "--plain", "--demo"],
            home: home,
            input: "demo 4\n\nhelp\nquit\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("# ") }.count == 2, "\(lines.suffix(30))")
        #expect(lines.contains { $0.hasPrefix("== help") })
    }

    /// Where there is no curl, the third story says so and goes on to the command for one's own client.
    @Test func withoutCurlTheThirdStorySaysSo() throws {
        let result = try Countersign.run(
            ["inspect", "--plain", "--demo"],
            home: home,
            environment: ["PATH": home.path],
            input: "demo 3 fast\nquit\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        for words in ["curl is not installed here", "# Here curl would be judged", "# Now yours:", "the story is over"]
        {
            #expect(result.output.contains(words), "\(words)")
        }
    }

    /// A key stops a story, and what it has typed so far is left as it is.
    @Test func anyKeyStopsAStory() throws {
        let screens = try play(
            """
            wait which story?
            :demo 1 slow<enter>
            wait It looks like pinning.
            x
            wait the story stops here
            save-screen stopped
            i expired<enter>
            wait done
            save-screen mine
            """
        )
        #expect(screens["stopped.txt"]?.contains("GET good.lab.test/") == true)
        #expect(screens["mine.txt"]?.contains("GET expired.lab.test") == true)
        #expect(screens["mine.txt"]?.contains("self-signed") == false)
    }
}

/// The story that runs a client of its own.
@Suite struct DemoStoryPeers {
    @Test func nowYourOwnApp() throws {
        let home = try TemporaryFolder()
        let file = try home.write(
            "test.script",
            text: """
                wait which story?
                :demo 3 fast<enter>
                wait the story is over
                save-screen end
                """
        )
        let result = try Program.run(
            Countersign.path,
            ["inspect", "--demo", "--script", file],
            environment: Countersign.environment(home: home).merging(["LC_ALL": "C.UTF-8"]) { $1 },
            folder: home.path
        )
        #expect(result.status == 0, "\(result.errors)")
        let end = try String(contentsOfFile: home.file("end.txt"), encoding: .utf8)
        #expect(end.contains("curl -sk {url}: accepted 17 of"), "\(end)")
        #expect(end.contains("curl -s --cacert {root} {url}: accepted 0 of"), "\(end)")
        #expect(end.contains("refused 0 of"), "\(end)")
    }
}
