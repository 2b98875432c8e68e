import Foundation
import TestSupport
import Testing

/// Whole scripts, run by the real program against the real lab.
@Suite struct ScriptTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func play(_ script: String, _ arguments: [String] = []) throws -> [String: String] {
        try PlayedScript.screens(of: script, arguments, home: home)
    }

    /// Nothing else is typed: `wait done` must not take the time before the first request for its end.
    @Test func waitDoneWaitsForWhatTheCommandLineFires() throws {
        let screens = try play("wait done\nsave-screen end\n", ["expired", "good"])
        let screen = try #require(screens["end.txt"])
        #expect(screen.contains("1 ~default   failed  GET expired.lab.test/"), "\(screen)")
        #expect(screen.contains("2  default   200     GET good.lab.test/"), "\(screen)")
        #expect(screen.contains("2 requests  0 held  0 running"))
    }

    /// The matrix is computed from what the lab's attacker presents, and each cell proven by a request of its own.
    @Test func theMatrixIsComputedAndProven() throws {
        let script = """
            :client any<enter>
            5/self-signed, same name<enter>
            wait THROUGH because
            save-screen computed
            P
            wait each as computed
            save-screen proven
            !
            wait every server is accepted
            save-screen findings
            """
        let screens = try play(script)
        #expect(screens["computed.txt"]?.contains("[now]") == true)
        #expect(screens["proven.txt"]?.contains("THROUGH p") == true, "\(screens["proven.txt"] ?? "")")
        #expect(screens["proven.txt"]?.contains("the server read") == true)
        #expect(screens["findings.txt"]?.contains("critical") == true)
    }

    @Test func aWholeStoryIsPlayed() throws {
        let script = """
            # fire one that is refused, flip, fire again
            i expired<enter>
            wait done
            save-screen refused
            :client any<enter>
            r
            wait done
            save-screen accepted
            H
            i mutual<enter>
            wait press  a  to answer
            au
            wait use/HELD
            a
            wait send the chosen identity
            save-screen held
            u
            wait done
            save-screen end
            6
            save-screen log
            g/system -> any<enter>
            wait client system -> any
            save-screen found
            falert<enter>
            wait filter alert
            save-screen filtered
            <esc>7
            wait CertificateRequest
            save-screen handshake
            1g<down>=
            wait compare 1.1 with 2.1
            save-screen compared
            """
        let screens = try play(script)
        #expect(screens["refused.txt"]?.contains("~default   failed  GET expired.lab.test/") == true)
        #expect(screens["accepted.txt"]?.contains("client system -> any") == true)
        #expect(screens["accepted.txt"]?.contains("let by: date") == true)
        #expect(screens["held.txt"]?.contains("send the chosen identity") == true)
        #expect(screens["end.txt"]?.contains("use/use") == true)
        #expect(screens["log.txt"]?.contains("no. 3") == true)
        let found = screens["found.txt"]?.split(separator: "\n").first { $0.contains("▸") || $0.contains(">") }
        #expect(found?.contains("client") == true, "\(screens["found.txt"] ?? "")")
        #expect(screens["filtered.txt"]?.contains("filter alert") == true)
        #expect(screens["handshake.txt"]?.contains("two-way") == true)
        #expect(screens["compared.txt"]?.contains("compare") == true)
    }

    /// The lab's page over one session: the second request asks nobody, another host does.
    @Test func aPageIsLoadedWithWhatItNeeds() throws {
        let script = """
            :page page<enter>
            wait asked for
            wait done
            save-screen list
            :page<enter>
            save-screen page
            <down><enter>
            wait style.css
            save-screen request
            """
        let screens = try play(script)
        let list = try #require(screens["list.txt"])
        #expect(list.contains("7 requests  0 held  0 running"), "\(list)")
        #expect(list.contains("GET page.lab.test/page"), "\(list)")
        #expect(list.contains("GET good.lab.test/page"), "\(list)")
        let page = try #require(screens["page.txt"])
        #expect(page.contains("1   page    new"), "\(page)")
        #expect(page.contains("2   style   reused    -"), "\(page)")
        #expect(page.contains("page.mixed-content"), "\(page)")
        #expect(screens["request.txt"]?.contains("requests") == true)
    }

    /// What is held when the session ends goes on to its end; the end is recorded when it has come.
    @Test func aSessionFinishesBeforeItEnds() throws {
        let script = """
            H
            i good<enter>
            wait press  a  to answer
            If
            wait the session ends with the last
            ad
            wait done
            save-screen end
            6
            wait session invalidated
            save-screen log
            """
        let screens = try play(script)
        #expect(screens["end.txt"]?.contains("200     GET good.lab.test/") == true, "\(screens["end.txt"] ?? "")")
        #expect(screens["log.txt"]?.contains("(finish)") == true, "\(screens["log.txt"] ?? "")")
    }

    /// The same by lines.
    @Test func aPageIsPrintedInLines() throws {
        let result = try Program.run(
            Countersign.path,
            ["inspect", "--plain"],
            environment: Countersign.environment(home: home).merging(["LC_ALL": "C.UTF-8"]) { $1 },
            input: "page page\nquit\n"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("== page: page"), "\(result.output)")
        #expect(result.output.contains("reused connection, answer of no. 1"), "\(result.output)")
    }
}
